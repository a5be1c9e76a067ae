import { counted } from './dates.ts'

const damaged = 'The database file is damaged, or is not a database.'

/** What the commands of the server say at the terminal. */
export const commands = {
  noDatabase: (folder: string) => `There is no database in ${folder}. Look at DATA_DIR and DATABASE_URL.`,

  backup: {
    usage: 'Use: backup [FILE]',
    isThere: (file: string) => `${file} is there already. Name another file.`,
    failed: (file: string, why: string) => `No backup was written to ${file}: ${why}`,
    damaged: (verdict: string) => `The copy is damaged: ${verdict}`,
    done: (count: number, file: string) =>
      `${counted(count, 'appointment is', 'appointments are')} in ${file}. It was opened and found whole.`,
  },

  calendar: {
    usage: 'Use: calendar [list], calendar confirm, or calendar put-back.',
    neverRead: 'It was never read.',
    lastRead: (when: string) => `It was last read on ${when}.`,
    unreadable: (count: number) => `Entries that could not be read: ${count}.`,
    held: (count: number) =>
      `Consultations that have disappeared from it with others, and stay booked: ${count}.`,
    released: (count: number) => `${count} will be cancelled, and their clients told, if the server runs.`,
    putBack: (count: number) =>
      `${counted(count, 'entry', 'entries')} will be written again, if the server runs.`,
    keptHere: 'The calendar is kept here; nobody but the server writes into it.',
  },

  desk: {
    usage: 'Use: desk, or desk --sign-out-all',
    signedOut: 'Nobody is signed in at the desk any more, and links that were not used open nothing.',
    opens: (minutes: number) => `It opens the desk once, within ${counted(minutes, 'minute')}.`,
  },

  forget: {
    usage: 'Use: forget EMAIL',
    stillExpected: (times: string) =>
      `Nothing was forgotten: this client is still expected (${times}). Cancel that first.`,
    notTold:
      'Nothing was forgotten: this client has not been told yet that the appointment is cancelled. Try again once the server has sent that mail.',
    done: (appointments: number, mails: number) =>
      `${counted(appointments, 'appointment is', 'appointments are')} anonymous now, and ${counted(mails, 'kept mail was', 'kept mails were')} removed.`,
    notPurged:
      'The database is in use, so its files could not be cleared of the client. Our server does it within minutes while it runs; otherwise run this once more.',
    purged: 'Nothing of the client is left in the database.',
    elsewhere:
      'Entries in a calendar on a server of its own follow as soon as ours runs. Earlier backups and your mailbox may still hold the client: look there too.',
  },

  move: {
    usage: 'Use: move',
    noTarget: 'Set DATABASE_URL to the address of the PostgreSQL database to move to.',
    nothing: (folder: string) => `There is no database in ${folder}. Look at DATA_DIR.`,
  },

  restore: {
    usage: 'Use: restore FILE [--replace]',
    noFile: (file: string) => `There is no file ${file}.`,
  },

  transfer: {
    unreadable: `${damaged} Nothing was changed.`,
    foreign: 'The database file is empty, or is not a database of this shop. Nothing was changed.',
    notEmpty:
      'The database is not empty. Nothing was changed: what is in it gives way to “restore FILE --replace” alone.',
    done: 'Everything has arrived, and was compared row by row.',
  },

  outbox: {
    usage: 'Use: jobs [list], jobs retry, or jobs retry ID.',
    notTried: 'not tried yet',
    tried: (times: number, fault: string) =>
      `tried ${counted(times, 'time')}, last error: ${fault || 'none'}`,
    what: (id: number, kind: string, when: string) => `${id}  ${kind}  for ${when}`,
    closure: (id: string) => `    closed time ${id}`,
    appointment: (id: string, when: string) => `    appointment ${id}, booked ${when}`,
    givenUp: 'given up',
    nextAttempt: (when: string) => `next attempt ${when}`,
    tryAgain: (id: number) => `    GIVEN UP: "npm run jobs -- retry ${id}" tries it again`,
    keepsFailing: '    KEEPS FAILING: "npm run doctor" says what is wrong',
    nothing: 'Nothing is owed: every calendar entry is made and every mail is sent.',
    count: (owed: number, failing: number) =>
      `${owed} owed, ${failing} of them tried before without success.`,
    reminders: (count: number) => `Reminders that wait for their day: ${count}.`,
    nothingToRetry: 'Nothing to try again: nothing has failed, or an attempt is under way.',
    retried: (count: number) => `${count} will be tried again at once, if the server runs.`,
  },
}

/** What is the matter with the database; what to do about it follows. */
export const databaseFaults = {
  locked: 'The database is locked.',
  readOnly: 'The database is read-only.',
  unreadable: 'The database is not readable or writable.',
  full: 'The database is full.',
  unopened: 'The database is not to be opened.',
  damaged,
  takenAway:
    'The database file was moved or deleted while the server runs: put it back, or restart the server.',
  unreachable: 'The database is out of reach.',
  exhausted: 'The database is out of resources.',
  noneFree: 'The database has no connection left for us: allow more there, or fewer by DATABASE_CONNECTIONS.',
  givenUp: 'The database has ended a query that took too long for its statement_timeout.',
  stopping: 'The database is shutting down or starting.',
  refused: 'The database is refusing our account.',
  missing: 'The database is not there.',
  letters: (encoding: string) =>
    `The database is made for ${encoding}, which has not every letter: make it with encoding 'UTF8' locale 'C' template template0.`,
  noConnection: (why: string) => `No connection to the database comes about (${why}).`,
  notOurs:
    'Our account may not make or use tables in the database: make it the owner of the database, of its schema (mostly public) and of what is in it.',
  noExtension: 'PostgreSQL lacks the extension btree_gist: install its contributed modules.',
  limitsRefused:
    'PgBouncer refuses the time limits of our queries: docs/operations.md says which line its settings need.',
  logInUse: 'Somebody else reads the log of the database.',
}

const noSuchHost = 'This machine has no such HOST. Choose 127.0.0.1, or 0.0.0.0 for all its addresses.'

/** What the server says when it starts, or cannot. */
export const start = {
  page: (url: string) => `The page is at ${url}`,
  mails: (where: string) => `Mails go to ${where}`,
  calendar: (where: string) => `The calendar is at ${where}`,
  subscribe: ' (subscribe to it; keep the address to yourself)',
  desk: (minutes: number, link: string) =>
    `Your desk opens, once and for ${counted(minutes, 'minute')}, at ${link}`,
  notBuilt: (file: string) => `The page is not built: ${file} is missing. Run "npm run build".`,
  noDatabase: (message: string) => `${message} Look at DATA_DIR or DATABASE_URL.`,
  /** What the system refuses, and what the owner can do about it. */
  refusals: new Map([
    ['EADDRINUSE', 'Another program listens on that PORT already. Stop it, or choose another PORT.'],
    ['EADDRNOTAVAIL', noSuchHost],
    ['ENOTFOUND', noSuchHost],
    ['EAI_AGAIN', noSuchHost],
    ['EACCES', 'This program may not write to the folder DATA_DIR, or may not listen on that PORT.'],
    ['EEXIST', 'DATA_DIR must be a folder.'],
    ['ENOENT mkdir', 'There can be no folder where DATA_DIR is to be.'],
    ['EROFS', 'The folder DATA_DIR is on a disk that is read-only.'],
    ['ENOSPC', 'The disk with the folder DATA_DIR is full.'],
  ]),
}
/** What is wrong with a setting; its name stands before. */
export const settingFaults = {
  all: (lines: string) => `These settings cannot be used:\n${lines}`,
  envFile: (file: string) =>
    `The file ${file} cannot be read. Save it as UTF-8 text that this program may read.`,
  cutOff: (file: string) => `ends before its # in the file ${file}; put the value in single quotes`,
  port: 'must be a whole number from 0 to 65535',
  limit: 'must be a whole number from 0 on',
  readSeconds: 'must be a whole number from 1 to 3600',
  connections: 'must be a whole number from 1 to 1000',
  days: 'must be a number of days, 1 or more',
  url: (example: string) => `must be an address like ${example}`,
  origin: 'must be an address like https://tailor.example, with nothing before or behind the host',
  proxies: 'must be addresses like loopback, uniquelocal or 10.0.0.0/8, separated by commas',
  key: 'must have at least 8 letters, digits, dots, dashes or underscores',
  email: 'must be an e-mail address',
  emails: 'must be e-mail addresses, separated by commas',
  twoCalendars: 'the calendar is either on CALDAV_URL or at Google; leave one of them empty',
  primaryCalendar:
    'must be the Calendar ID from your calendar’s settings; “primary” would be the service account’s own calendar, which nobody sees',
  neededWith: (others: readonly string[]) => `is needed with ${others.join(' and ')}`,
  noMailServer: 'is needed with MAIL_FROM: without it no mail is sent',
  accountInAddress: 'must not hold user and password; they are CALDAV_USERNAME and CALDAV_PASSWORD',
  misplacedAccount:
    'has a part of user or password in the place of the host; in these two write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F and % as %25',
  halfAccount: 'has a user without a password, or the reverse',
  keyFile: (file: string) =>
    `GOOGLE_APPLICATION_CREDENTIALS: ${file} cannot be read as the key file of a service account (JSON).`,
}

/** What is wrong with a fact of the shop, and where it stands. */
export const siteFaultWords = {
  all: (lines: string) => `What stands in demo/ cannot be used:\n${lines}`,
  inBusiness: (name: string, fault: string) => `demo/business.ts, ${name}: ${fault}`,
  inOpening: (fault: string) => `demo/opening-hours.ts: ${fault}`,
  text: 'must be written there, between quotes',
  timeZone: 'must be the name of a time zone, like America/New_York or America/Denver',
  dial: 'must be digits as a telephone dials them, like +12145550142',
  email: 'must be an e-mail address',
  url: 'must be an address like https://tailor.example/',
}
