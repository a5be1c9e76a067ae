import { settingFaults as words } from '../../copy/terminal.ts'

/** Which calendar the owner has, and what it takes to use it. */
export type CalendarSettings = { readEverySeconds: number } & (
  | { kind: 'feed' }
  | { kind: 'caldav'; url: string; username: string; password: string }
  | { kind: 'google'; calendarId: string; keyFile: string }
)

/** What makes one calendar usable, all of it or none. */
const accounts = [
  ['CALDAV_URL', 'CALDAV_USERNAME', 'CALDAV_PASSWORD'],
  ['GOOGLE_CALENDAR_ID', 'GOOGLE_APPLICATION_CREDENTIALS'],
] as const

type AccountVariable = (typeof accounts)[number][number]

type Variables = { [Name in AccountVariable]?: string | undefined } & { CALENDAR_READ_SECONDS: number }

/** What is wrong with the settings of the calendar taken together, by the variable that is at fault. */
export function calendarFaults(variables: Variables): Partial<Record<AccountVariable, string>> {
  const faults: Partial<Record<AccountVariable, string>> = {}
  if (variables.CALDAV_URL && variables.GOOGLE_CALENDAR_ID) {
    faults.GOOGLE_CALENDAR_ID = words.twoCalendars
  }
  const collection = URL.parse(variables.CALDAV_URL ?? '')
  if (collection?.username || collection?.password) faults.CALDAV_URL = words.accountInAddress
  if (variables.GOOGLE_CALENDAR_ID === 'primary') faults.GOOGLE_CALENDAR_ID = words.primaryCalendar
  for (const account of accounts) {
    const given = account.filter((name) => variables[name])
    const missing = given.length > 0 ? account.filter((name) => !variables[name]) : []
    for (const name of missing) faults[name] = words.neededWith(given)
  }
  return faults
}

/** @param variables - without faults */
export function calendarSettings(variables: Variables): CalendarSettings {
  const { CALENDAR_READ_SECONDS: readEverySeconds } = variables
  const { CALDAV_URL: url, CALDAV_USERNAME: username = '', CALDAV_PASSWORD: password = '' } = variables
  const { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_APPLICATION_CREDENTIALS: keyFile = '' } = variables
  if (url) return { kind: 'caldav', readEverySeconds, url, username, password }
  if (calendarId) return { kind: 'google', readEverySeconds, calendarId, keyFile }
  return { kind: 'feed', readEverySeconds }
}
