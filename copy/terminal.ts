import { counted } from './dates.ts'

const damaged = 'The database file is damaged or isn’t a database.'

/** The output of the server’s commands. */
export const commands = {
  noDatabase: (folder: string) => `There’s no database in ${folder}. Check DATA_DIR and DATABASE_URL.`,

  backup: {
    usage: 'Usage: npm run backup -- [FILE]',
    isThere: (file: string) => `${file} already exists. Choose another name.`,
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
      `Consultations that disappeared from it at once, still booked until you decide: ${count}.`,
    released: (count: number) =>
      `The server will cancel ${counted(count, 'appointment')} and notify the clients. Start it if it isn’t running.`,
    putBack: (count: number) =>
      `The server will write ${counted(count, 'entry', 'entries')} again. Start it if it isn’t running.`,
    keptHere: 'You’re using the built-in calendar, which only the server writes to.',
  },

  desk: {
    usage: 'Usage: npm run desk -- [--sign-out-all]',
    signedOut: 'Everyone is signed out of the desk, and unused links no longer work.',
    opens: (minutes: number) => `The link works once, within ${counted(minutes, 'minute')}.`,
  },

  forget: {
    usage: 'Usage: npm run forget -- EMAIL',
    nobody: (email: string) => `No appointment has the address ${email}. Check the spelling.`,
    stillExpected: (times: string) =>
      `Nothing was deleted: this client has an upcoming appointment (${times}). Cancel it first.`,
    notTold:
      'Nothing was deleted: this client hasn’t been told about the cancellation yet. Try again once the server has sent that email.',
    done: (appointments: number, mails: number) =>
      `Anonymized ${counted(appointments, 'appointment')} and removed ${counted(mails, 'saved email')}.`,
    notPurged:
      'The database is in use, so the client’s data couldn’t be purged from its files yet. A running server does that within minutes; otherwise run this command again.',
    purged: 'No client data is left in the database.',
    elsewhere:
      'The server updates CalDAV and Google calendars the next time it runs. Check earlier backups and your mailbox too: they may still name the client.',
  },

  move: {
    usage: 'Usage: npm run move',
    noTarget: 'Set DATABASE_URL to the address of the PostgreSQL database to move to.',
    nothing: (folder: string) => `There’s no database in ${folder}. Check DATA_DIR.`,
  },

  restore: {
    usage: 'Usage: npm run restore -- FILE [--replace]',
    noFile: (file: string) => `${file} doesn’t exist.`,
  },

  transfer: {
    unreadable: `${damaged} Nothing was changed.`,
    foreign: 'The database file is empty or isn’t a database of this shop. Nothing was changed.',
    notEmpty:
      'The database isn’t empty, so nothing was changed. To overwrite it, run “npm run restore -- FILE --replace”.',
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
  otherVersion:
    'Another version of this program made this database. Nothing was changed. Start that version, or restore a backup that this version wrote.',
  takenAway:
    'The database file was moved or deleted while the server was running. Put it back, or restart the server.',
  unreachable: 'The database can’t be reached.',
  exhausted: 'The database is out of resources.',
  noneFree: 'The database has no free connections. Raise its max_connections, or lower DATABASE_CONNECTIONS.',
  givenUp: 'The database stopped a query that exceeded its statement_timeout.',
  stopping: 'The database is shutting down or starting up.',
  refused: 'The database rejected our login.',
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
    'The database server’s certificate is for another host name. Write the name that your provider gives into DATABASE_URL.',
  noFile: (file: string) => `DATABASE_URL names ${file}, which can’t be read.`,
  notOurs:
    'Our database user can’t create or use tables. Make it the owner of the database, of its schema (usually public), and of everything in it.',
  noExtension: 'PostgreSQL lacks the btree_gist extension. Install its contributed modules.',
  limitsRefused:
    'PgBouncer rejects the time limits of our queries. docs/operations.md has the line that its settings need.',
  logInUse: 'Another process is reading the database log.',
}

const noSuchHost = 'This machine doesn’t have that HOST. Use 127.0.0.1, or 0.0.0.0 for all its addresses.'

/** The server’s output when it starts or can’t start. */
export const start = {
  page: (url: string) => `Page: ${url}`,
  mails: (where: string) => `Email: ${where}`,
  calendar: (where: string) => `Calendar: ${where}`,
  subscribe: ' (subscribe to it, and keep the address to yourself)',
  desk: (minutes: number, link: string) =>
    `Desk sign-in link (works once, within ${counted(minutes, 'minute')}): ${link}`,
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
  cutOff: (file: string) => `ends before its # in ${file}; put the value in single quotes`,
  port: 'must be a whole number from 0 to 65535',
  limit: 'must be a whole number, 0 or more',
  readSeconds: 'must be a whole number from 1 to 3600',
  connections: 'must be a whole number from 1 to 1000',
  days: 'must be a number of days, 1 or more',
  url: (example: string) => `must be an address like ${example}`,
  origin: 'must be an address like https://tailor.example, with no user name, path, or query',
  proxies: 'must be addresses like loopback, uniquelocal or 10.0.0.0/8, separated by commas',
  key: 'must have at least 8 letters, digits, periods, hyphens, or underscores',
  email: 'must be an email address',
  emails: 'must be email addresses, separated by commas',
  twoCalendars: 'the calendar is either at CALDAV_URL or at Google; leave one of them empty',
  primaryCalendar:
    'must be the Calendar ID from your calendar’s settings; “primary” is the service account’s own calendar, which no one sees',
  neededWith: (others: readonly string[]) => `is required with ${others.join(' and ')}`,
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
  timeZone: 'must be the name of a time zone, like America/New_York or America/Denver',
  dial: 'must be the digits to dial, like +12145550142',
  email: 'must be an email address',
  url: 'must be an address like https://tailor.example/',
}
