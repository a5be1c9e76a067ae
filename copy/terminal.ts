import { counted, dates } from '#copy/dates.ts'

const damaged = 'The database file is damaged or isn’t a database.'

/** The output of the server’s commands. */
export const commands = {
  noDatabase: (folder: string) => `There’s no database in ${folder}. Check DATA_DIR and DATABASE_URL.`,

  backup: {
    usage: 'Usage: npm run backup -- [FILE | FOLDER] [--keep NUMBER]',
    keepInFolder:
      'To delete old backups, --keep needs a folder, not a file: it only deletes files that it named.',
    pruned: (count: number, folder: string) => `Deleted ${counted(count, 'old backup')} from ${folder}.`,
    isThere: (file: string) =>
      `${file} already exists. Choose another name, or give a folder, where each backup is named by date.`,
    failed: (file: string, why: string) => `No backup was written to ${file}: ${why}`,
    damaged: (verdict: string) => `The copy is damaged: ${verdict}`,
    done: (count: number, file: string) =>
      `Backed up ${counted(count, 'appointment')} to ${file} and verified the file.`,
  },

  calendar: {
    usage: 'Usage: npm run calendar -- [list | confirm | put-back]',
    neverRead: 'The calendar has never been read.',
    lastRead: (when: string) => `Last read on ${when}.`,
    unreadable: (count: number) => `Entries that couldn’t be read: ${count}.`,
    held: (count: number) =>
      `Consultations that vanished from it together, still booked until you decide: ${count}.`,
    released: (count: number) =>
      `The server will cancel ${counted(count, 'appointment')} and notify the clients. Start it if it isn’t running.`,
    putBack: (count: number) =>
      `The server will write ${counted(count, 'entry', 'entries')} again. Start it if it isn’t running.`,
    keptHere: 'You’re using the built-in calendar, which only the server writes to.',
  },

  desk: {
    usage: 'Usage: npm run desk -- [--sign-out-all]',
    signedOut: 'Everyone is signed out of the desk, and unused links no longer work.',
    opens: (minutes: number) => `The link is good for one use within ${counted(minutes, 'minute')}.`,
  },

  forget: {
    usage: 'Usage: npm run forget -- EMAIL',
    nobody: (email: string) => `No appointment has the address ${email}. Check the spelling.`,
    stillExpected: (times: string) =>
      `Nothing was deleted: this client has an upcoming appointment (${times}). Cancel it first.`,
    notTold:
      'Nothing was deleted: this client doesn’t know about the cancellation yet. Try again once the server has sent that email.',
    done: (appointments: number, mails: number) =>
      `Anonymized ${counted(appointments, 'appointment')} and removed ${counted(mails, 'saved email')}.`,
    notPurged:
      'The database is in use, so the client’s data couldn’t be purged from its files yet. A running server does that within minutes; otherwise run this command again.',
    purged: 'No client data is left in the database.',
    elsewhere:
      'The server updates CalDAV and Google calendars the next time it runs. Check earlier backups and your mailbox too: the client’s name may still be in them.',
  },

  move: {
    usage: 'Usage: npm run move',
    noTarget: 'Set DATABASE_URL to the address of the PostgreSQL database to move to.',
    nothing: (folder: string) => `There’s no database in ${folder}. Check DATA_DIR.`,
    notEmpty:
      'The database at DATABASE_URL isn’t empty, so nothing was changed. Set DATABASE_URL to a new, empty one.',
  },

  restore: {
    usage: 'Usage: npm run restore -- FILE [--replace]',
    noFile: (file: string) => `${file} doesn’t exist.`,
    notEmpty:
      'The database isn’t empty, so nothing was changed. To overwrite it, run “npm run restore -- FILE --replace”.',
  },

  transfer: {
    unreadable: `${damaged} Nothing was changed.`,
    foreign: 'The database file is empty or isn’t a database of this shop. Nothing was changed.',
    done: 'Everything was copied and verified row by row.',
  },

  jobs: {
    usage: 'Usage: npm run jobs -- [list | retry [ID]]',
    notTried: 'not tried yet',
    tried: (times: number, error: string) =>
      `tried ${counted(times, 'time')}, last error: ${error || 'none'}`,
    job: (id: number, kind: string, when: string) => `${id}  ${kind}  for ${when}`,
    blockedTime: (id: string) => `    closed time ${id}`,
    appointment: (id: string, when: string) => `    appointment ${id}, booked ${when}`,
    givenUp: 'failed permanently',
    nextAttempt: (when: string) => `next attempt ${when}`,
    tryAgain: (id: number) => `    FAILED PERMANENTLY: to retry it, run "npm run jobs -- retry ${id}"`,
    keepsFailing: '    KEEPS FAILING: "npm run doctor" shows what’s wrong',
    nothing: 'Nothing is pending: every calendar entry is written and every email is sent.',
    count: (pending: number, failing: number) =>
      `${pending} pending, ${failing} of them failed at least once.`,
    reminders: (count: number) => `Reminders scheduled: ${count}.`,
    nothingToRetry: 'Nothing to retry: nothing has failed, or an attempt is running now.',
    retried: (count: number) => `The server will retry ${count} now. Start it if it isn’t running.`,
  },
}

/** Why the server can't use the database. */
export const databaseErrors = {
  locked: 'The database is locked.',
  readOnly: 'The database is read-only.',
  unreadable: 'The database can’t be read or written.',
  full: 'The database is full.',
  unopened: 'The database can’t be opened.',
  damaged,
  newer: (version = '') =>
    `A newer version of this program made this database. Nothing was changed. ${version ? `Version ${version} can read it.` : 'The latest version can read it.'}`,
  older:
    'An older version of this program made this database. Nothing was changed. Start the server, which backs it up and upgrades it.',
  empty: 'The database is empty, so there’s nothing to back up.',
  takenAway:
    'The database file was moved or deleted while the server was running. Put it back, or restart the server.',
  unreachable: 'The database can’t be reached.',
  exhausted: 'The database is out of resources.',
  noneFree: 'The database has no free connections. Raise its max_connections, or lower DATABASE_CONNECTIONS.',
  givenUp: 'The database stopped a query that exceeded its statement_timeout.',
  stopping: 'The database is shutting down or starting up.',
  refused: 'The database rejected the login.',
  missing: 'The database doesn’t exist.',
  letters: (encoding: string) =>
    `The database uses ${encoding}, which can’t store every name. Create it with encoding 'UTF8' locale 'C' template template0.`,
  noConnection: (why: string) => `Can’t connect to the database (${why}).`,
  noEncryption:
    'The database server doesn’t offer encryption, which sslmode in DATABASE_URL requires. Turn on ssl there, or remove sslmode if the network is private.',
  expired: 'The database server’s certificate has expired. Renew it there.',
  untrusted: (code: string) =>
    `No known authority signed the database server’s certificate (${code}). Download your provider’s certificate, and add sslrootcert=/path/of/ca.pem to DATABASE_URL.`,
  otherName:
    'The database server’s certificate is for another host name. Put the name that your provider gives you into DATABASE_URL.',
  noFile: (file: string) => `The server can’t read ${file}, which is in DATABASE_URL.`,
  notOurs:
    'The user in DATABASE_URL can’t create or use tables. Make it the owner of the database, of its schema (usually public), and of everything in it.',
  noExtension: 'PostgreSQL lacks the btree_gist extension. Install its contributed modules.',
  limitsRefused: 'PgBouncer rejects the server’s query timeouts. Add the line shown in docs/operations.md.',
  logInUse: 'Another process is reading the database log.',
}

const noSuchHost = 'This machine doesn’t have that HOST. Use 127.0.0.1, or 0.0.0.0 for all its addresses.'

/** The reasons in /healthz?deep=1. */
export const health = {
  emails: 'Emails have been failing for an hour. Run npm run doctor to find the cause.',
  calendar: 'The server hasn’t read the calendar for an hour. Run npm run doctor to find the cause.',
}

/** The server’s output when it starts or can’t start. */
export const start = {
  page: (url: string) => `Page: ${url}`,
  mails: (where: string) => `Email: ${where}`,
  calendar: (where: string) => `Calendar: ${where}`,
  subscribe: ' (subscribe to it, and keep the address to yourself)',
  desk: (minutes: number, link: string) =>
    `Desk sign-in link (good for one use within ${counted(minutes, 'minute')}): ${link}`,
  upgrade: (version: string, backup: string) =>
    `Upgrading the database to version ${version}. The backup is ${backup}`,
  demoIsPublic: (url: string) =>
    `The invented demo shop is public at ${url}. Make shop/ yours, and build it (docs/your-shop.md).`,
  staging:
    'Staging: search engines stay out, emails are only files, and the server reads the calendar but never writes to it.',
  notBuilt: (file: string) => `The page isn’t built: ${file} is missing. Run "npm run build".`,
  noDatabase: (message: string) => `${message} Check DATA_DIR or DATABASE_URL.`,
  /** System errors by code, each with what to do about it. */
  systemErrors: new Map([
    ['EADDRINUSE', 'Another program is already using that PORT. Stop it, or choose another PORT.'],
    ['EADDRNOTAVAIL', noSuchHost],
    ['ENOTFOUND', noSuchHost],
    ['EAI_AGAIN', noSuchHost],
    ['EACCES', 'The server isn’t allowed to write to the DATA_DIR folder or to listen on that PORT.'],
    ['EEXIST', 'DATA_DIR must be a folder.'],
    ['ENOENT mkdir', 'The DATA_DIR folder can’t be created there.'],
    ['EROFS', 'The DATA_DIR folder is on a read-only disk.'],
    ['ENOSPC', 'The disk that holds DATA_DIR is full.'],
  ]),
}

/** What's wrong with a setting. Each text follows the setting's name. */
export const settingErrors = {
  all: (lines: string) => `Invalid settings:\n${lines}`,
  envFile: (file: string) => `${file} can’t be read. Save it as UTF-8 text that the server can read.`,
  cutOff: (file: string) => `is cut off at # in ${file}; put the value in single quotes`,
  port: 'must be a whole number from 0 to 65535',
  limit: 'must be a whole number, 0 or more',
  readSeconds: 'must be a whole number from 1 to 3600',
  connections: 'must be a whole number from 1 to 1000',
  days: 'must be a number of days, 1 or more',
  url: (example: string) => `must be an address like ${example}`,
  origin: 'must be an address like https://tailor.example, with no user name, path, or query',
  proxies: 'must be addresses like loopback, uniquelocal, or 10.0.0.0/8, separated by commas',
  flag: 'must be 1 or 0',
  key: 'must have at least 8 letters, digits, periods, hyphens, or underscores',
  email: 'must be an email address',
  emails: 'must be email addresses, separated by commas',
  twoCalendars: 'set either CALDAV_URL or the Google settings, not both',
  primaryCalendar:
    'must be the Calendar ID from your calendar’s settings; “primary” is the service account’s own calendar, which no one sees',
  neededWith: (others: readonly string[]) => `is required with ${dates.several(others)}`,
  noMailServer: 'is required with MAIL_FROM: without it no email is sent',
  rawPercent:
    'has a % that isn’t followed by two hexadecimal digits; in a user name or password, write % as %25',
  accountInAddress: 'can’t contain the user name or password; set CALDAV_USERNAME and CALDAV_PASSWORD',
  misplacedAccount:
    'has part of the user name or password where the host should be; in both, write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, and % as %25',
  halfAccount: 'has a user name without a password, or a password without a user name',
  keyFile: (file: string) =>
    `GOOGLE_APPLICATION_CREDENTIALS: ${file} can’t be read as the key file of a service account (JSON).`,
}

/** What's wrong with a fact of the shop, and where. */
export const shopErrorWords = {
  all: (lines: string) => `Problems in the shop’s folder:\n${lines}`,
  inFile: (file: string, name: string, error: string) => `${file}${name && `, ${name}`}: ${error}`,
  text: 'must be text between quotes',
  weekBegins: 'must be sunday or monday',
  timeZone: 'must be the name of a time zone, like America/New_York or America/Denver',
  dial: 'must be the digits to dial with the country code, like +12145550142',
  email: 'must be an email address',
  url: 'must be an address like https://tailor.example/',
  kind: 'must be ClothingStore or MensClothingStore',
  geo: 'must be a place like { latitude: 32.78105, longitude: -96.79871 }',
}

/** Each follows the name of a fact, as in "price needs its currency". */
export const pageFactWords = {
  text: 'must be text between quotes',
  list: 'must be a list between square brackets: [ ]',
  empty: 'is empty. Write it, or leave its section out',
  count: (least: number, most: number) =>
    least === most
      ? `must have exactly ${counted(least, 'entry', 'entries')}`
      : `must have ${least} to ${most} entries`,
  currency: 'needs its currency, like $38 or 240 USD',
  aboutLength: 'can have at most 1,200 characters together',
  undescribed: 'must describe your own photograph for people who can’t see it',
  sources: 'must be a group between braces: { }',
  sourceId: 'must be a short lowercase name without spaces, like radio',
  stars: 'must be a whole number of stars from 1 to 5',
  url: 'must be an address like https://tailor.example/',
  color: 'must be a color like #131a2b',
  palette: (names: string) => `must be one of ${names}, or eight colors of your own`,
  unknownColor: (names: string) => `can’t have ${names}: there are eight colors, as in demo/types.ts`,
  logoOn: 'must be cloth or sheet',
  unreadable: (text: string, background: string, ratio: string, least: number) =>
    `People couldn’t read ${text} on ${background}: the contrast is ${ratio}, and it needs ${least}.`,
  section: (name: string, names: string) => `There is no section named "${name}". The sections are ${names}.`,
  sectionTwice: (name: string) => `The section "${name}" is listed twice. Keep one.`,
  sectionFile: (name: string, file: string) =>
    `The section "${name}" needs ${file} in this folder. Run npm run shop to copy it from demo/, and make it yours.`,
  form: 'The sections must include "book", which has the booking form.',
  emptyText: (name: string) => `${name} is empty. Write it, or delete the line if it can be left out.`,
  offer: (name: string) =>
    `The sections don’t list "solution", so the text ${name} can’t mention the offer. Reword or delete it.`,
  photograph: (name: string) => `There is no photograph named ${name} in pictures/.`,
}

/** `name` is a text of copy/, like bookingForm.phoneHint. */
export const ownCopyWords = {
  unknownGroup: (name: string, groups: string) =>
    `There are no words named ${name}. The groups are ${groups}.`,
  unknown: (name: string) => `There is no text named ${name} in copy/.`,
  group: (name: string) => `${name} must be a group between braces: { }.`,
  kind: (name: string, takesValues: boolean) =>
    takesValues
      ? `${name} must be written as in copy/, with the values that it takes: (name) => \`...\`.`
      : `${name} must be text between quotes.`,
  empty: (name: string) => `${name} is empty. Write it, or delete the line to keep the product’s words.`,
  lost: (name: string, place: number) => `${name} must keep its value number ${place}, as in copy/.`,
}
