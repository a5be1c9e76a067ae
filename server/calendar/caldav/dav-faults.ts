import { CalendarRefused } from '../remote-calendar.ts'

/** The calendar's own error for what fetch throws. */
export function translateDavFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { cause } = error
  // fetch says "fetch failed" and keeps what has happened to itself.
  const isUnreachable = error instanceof TypeError && cause instanceof Error && 'code' in cause
  return isUnreachable ? new CalendarRefused(String(cause.code), { cause }) : error
}
