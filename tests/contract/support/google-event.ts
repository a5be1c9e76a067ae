/** An event as the API sends it, as far as the shop uses it. */
export interface ApiEvent {
  id: string
  status: string
  etag: string
  /** The number of its last change in the calendar. */
  change: number
  /** How often its time was changed. */
  sequence: number
  summary?: string
  description?: string
  start: { dateTime?: string; date?: string }
  end: { dateTime?: string; date?: string }
  attendees?: unknown[]
  transparency?: string
  eventType?: string
  recurrence?: string[]
  recurringEventId?: string
  extendedProperties?: { private?: Record<string, string> }
}

type ApiTime = { dateTime?: string | null; date?: string | null } | undefined

export interface Answer {
  status: number
  /** A text is sent as a page for people. */
  body?: unknown
}

const timeZone = 'America/Chicago'

export function refusal(status: number, reason: string): Answer {
  return {
    status,
    body: { error: { code: status, message: reason, errors: [{ domain: 'global', reason }] } },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(target: unknown, change: unknown): unknown {
  if (!isObject(change)) return change
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}

/** Applies a PATCH (RFC 7396). */
export const patched = (event: Partial<ApiEvent>, change: Partial<ApiEvent>) =>
  merged(event, change) as ApiEvent

/** A time on the calendar's clock, as Google always sends it. */
function told<T extends ApiTime>(time: T): T {
  if (!time?.dateTime) return time
  const zoned = Temporal.Instant.from(time.dateTime).toZonedDateTimeISO(timeZone)
  return { ...time, dateTime: zoned.toString({ smallestUnit: 'second', timeZoneName: 'never' }) }
}

export const iCalUidOf = ({ id, recurringEventId }: { id: string; recurringEventId?: string | undefined }) =>
  `${recurringEventId ?? id}@google.com`

/** Of a day that was removed from a series Google sends only the id. */
export function asTold({ id, status, recurringEventId, etag, ...event }: ApiEvent) {
  // All days of a series have the same one.
  const iCalUID = iCalUidOf({ id, recurringEventId })
  const named = { kind: 'calendar#event', id, status, etag, recurringEventId, iCalUID }
  if (recurringEventId && status === 'cancelled') return named
  return { ...named, ...event, start: told(event.start), end: told(event.end) }
}

export function refusalOf(written: Partial<ApiEvent>, { start, end, status }: ApiEvent): Answer | null {
  if (written.attendees?.length) return refusal(403, 'forbiddenForServiceAccounts')
  if (status === 'cancelled') return null
  const isTime = (time: ApiTime) => Boolean(time?.dateTime) !== Boolean(time?.date)
  if (!isTime(start) || !isTime(end)) return refusal(400, 'required')
  return Boolean(start.date) === Boolean(end.date) ? null : refusal(400, 'invalid')
}
