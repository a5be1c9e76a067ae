/** An event as the API sends it; what the shop does not use is left out. */
export interface ApiEvent {
  id: string
  status: string
  etag: string
  /** Which change of the calendar it was changed by. */
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

/** What a PATCH does (RFC 7396): null removes, objects are patched in their turn, all else stands in for what was. */
export const patched = (event: Partial<ApiEvent>, change: Partial<ApiEvent>) =>
  merged(event, change) as ApiEvent

/** A time on the calendar's clock, as Google tells it whatever it was given in. */
function told<T extends ApiTime>(time: T): T {
  if (!time?.dateTime) return time
  const zoned = Temporal.Instant.from(time.dateTime).toZonedDateTimeISO(timeZone)
  return { ...time, dateTime: zoned.toString({ smallestUnit: 'second', timeZoneName: 'never' }) }
}

export const iCalUidOf = ({ id, recurringEventId }: { id: string; recurringEventId?: string | undefined }) =>
  `${recurringEventId ?? id}@google.com`

/** Of a day that was taken out of a series Google promises no more than its name. */
export function asTold({ id, status, recurringEventId, etag, ...event }: ApiEvent) {
  // All days of a series have the same one.
  const iCalUID = iCalUidOf({ id, recurringEventId })
  const named = { kind: 'calendar#event', id, status, etag, recurringEventId, iCalUID }
  if (recurringEventId && status === 'cancelled') return named
  return { ...named, ...event, start: told(event.start), end: told(event.end) }
}

/** What Google refuses to write, or to keep as it would then be. */
export function refusalOf(written: Partial<ApiEvent>, { start, end, status }: ApiEvent): Answer | null {
  if (written.attendees?.length) return refusal(403, 'forbiddenForServiceAccounts')
  if (status === 'cancelled') return null
  const isTime = (time: ApiTime) => Boolean(time?.dateTime) !== Boolean(time?.date)
  if (!isTime(start) || !isTime(end)) return refusal(400, 'required')
  return Boolean(start.date) === Boolean(end.date) ? null : refusal(400, 'invalid')
}
