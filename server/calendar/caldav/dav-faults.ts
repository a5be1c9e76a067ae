import { CalendarRefused } from '../remote-calendar.ts'

/** tsdav tells the status of a refused query in its message, with the answer's text behind it. */
const refusedQuery = /^Collection query failed: (\d{3})/

/** The calendar's own error for what tsdav and fetch throw, without the text of an answer. */
export function translateDavFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const [, status] = refusedQuery.exec(error.message) ?? []
  if (status !== undefined) return new CalendarRefused(`CALDAV_${status}`)
  const { cause } = error
  // fetch says "fetch failed" and keeps what has happened to itself.
  const isUnreachable = error instanceof TypeError && cause instanceof Error && 'code' in cause
  return isUnreachable ? new CalendarRefused(String(cause.code), { cause }) : error
}
