import { settingFaults as words } from '../../site/copy/setting-faults.ts'

/** Which calendar the owner has, and what it takes to use it. */
export type CalendarSettings = { readEverySeconds: number } & (
  | { kind: 'feed' }
  | { kind: 'caldav'; url: string; username: string; password: string }
  | { kind: 'google'; calendarId: string; keyFile: string }
)

interface Variables {
  CALDAV_URL?: string | undefined
  CALDAV_USERNAME?: string | undefined
  CALDAV_PASSWORD?: string | undefined
  GOOGLE_CALENDAR_ID?: string | undefined
  GOOGLE_APPLICATION_CREDENTIALS?: string | undefined
  CALENDAR_READ_SECONDS: number
}

type CalendarVariable = keyof Variables

/** What makes one calendar usable, all of it or none. */
const accounts = [
  ['CALDAV_URL', 'CALDAV_USERNAME', 'CALDAV_PASSWORD'],
  ['GOOGLE_CALENDAR_ID', 'GOOGLE_APPLICATION_CREDENTIALS'],
] as const

/** What is wrong with the settings of the calendar taken together, by the variable that is at fault. */
export function calendarFaults(variables: Variables): Partial<Record<CalendarVariable, string>> {
  const faults: Partial<Record<CalendarVariable, string>> = {}
  if (variables.CALDAV_URL && variables.GOOGLE_CALENDAR_ID) {
    faults.GOOGLE_CALENDAR_ID = words.twoCalendars
  }
  for (const account of accounts) {
    const given = account.filter((name) => variables[name])
    const missing = given.length > 0 ? account.filter((name) => !variables[name]) : []
    for (const name of missing) faults[name] = words.neededWith(given)
  }
  return faults
}

/** @param variables - without faults */
export function calendarSettings(variables: Variables): CalendarSettings {
  const { CALDAV_URL, CALDAV_USERNAME = '', CALDAV_PASSWORD = '' } = variables
  const { GOOGLE_CALENDAR_ID, GOOGLE_APPLICATION_CREDENTIALS = '' } = variables
  const readEverySeconds = variables.CALENDAR_READ_SECONDS
  if (CALDAV_URL) {
    const account = { url: CALDAV_URL, username: CALDAV_USERNAME, password: CALDAV_PASSWORD }
    return { kind: 'caldav', readEverySeconds, ...account }
  }
  if (GOOGLE_CALENDAR_ID) {
    const account = { calendarId: GOOGLE_CALENDAR_ID, keyFile: GOOGLE_APPLICATION_CREDENTIALS }
    return { kind: 'google', readEverySeconds, ...account }
  }
  return { kind: 'feed', readEverySeconds }
}
