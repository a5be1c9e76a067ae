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
  all: (lines: string) => `What stands in site/ cannot be used:\n${lines}`,
  inBusiness: (name: string, fault: string) => `site/business.ts, ${name}: ${fault}`,
  inOpening: (fault: string) => `site/opening.ts: ${fault}`,
  text: 'must be written there, between quotes',
  timeZone: 'must be the name of a time zone, like America/New_York or America/Denver',
  dial: 'must be digits as a telephone dials them, like +12145550142',
  email: 'must be an e-mail address',
  url: 'must be an address like https://tailor.example/',
}
