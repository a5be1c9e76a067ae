import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { calendar_v3 } from '@googleapis/calendar'
import { z } from 'zod'
import { settingErrors as words } from '#copy/terminal.ts'
import {
  blockedTimeUid,
  eventUid,
  type OwnedEvent,
  parseAppointmentId,
  parseBlockedTimeId,
} from '../../../booking/calendar-event.ts'
import { escapeForGoogle } from '../../../booking/links.ts'
import { type Interval, toBasicInstant } from '../../../booking/time.ts'
import { ConfigError } from '../../lib/errors.ts'
import { CalendarRejected, ChangedMeanwhile, toWholeMinute } from '../calendar.ts'

export type GoogleEvent = calendar_v3.Schema$Event

function toEpochMs(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): number {
  if (time?.dateTime) return toWholeMinute(Date.parse(time.dateTime))
  if (!time?.date) return Number.NaN
  return Temporal.PlainDate.from(time.date).toZonedDateTime({ timeZone }).epochMilliseconds
}

export function isMarkedFree({ transparency, eventType, attendees }: GoogleEvent): boolean {
  const declined =
    attendees?.some((attendee) => attendee.self && attendee.responseStatus === 'declined') ?? false
  return transparency === 'transparent' || eventType === 'workingLocation' || declined
}

/** An invitation that the owner didn't answer. */
export const isUnanswered = ({ attendees, organizer }: GoogleEvent): boolean =>
  !organizer?.self &&
  (attendees?.some((attendee) => attendee.self && attendee.responseStatus === 'needsAction') ?? false)

export const times = ({ startEpochMs, endEpochMs }: Interval, timeZone: string) => ({
  start: { dateTime: new Date(startEpochMs).toISOString(), date: null, timeZone },
  end: { dateTime: new Date(endEpochMs).toISOString(), date: null, timeZone },
})

/**
 * Without attendees, whom a service account can't invite, and without an alarm, which would be the service account's.
 * @see https://developers.google.com/workspace/calendar/api/concepts/reminders
 */
export function toGoogle(event: OwnedEvent, timeZone: string, uidDomain: string): GoogleEvent {
  const appointmentId = parseAppointmentId(event.uid, uidDomain)
  const closureId = parseBlockedTimeId(event.uid, uidDomain)
  return {
    summary: event.summary,
    description: escapeForGoogle(event.description),
    location: event.location,
    status: event.status,
    ...times(event, timeZone),
    ...(appointmentId && { extendedProperties: { private: { appointmentId } } }),
    ...(closureId && { extendedProperties: { private: { closureId } } }),
  }
}

export const hasOnlyTextOf = (
  { summary, description, location, attendees, attachments }: GoogleEvent,
  words: Pick<OwnedEvent, 'summary' | 'description' | 'location'>,
): boolean =>
  (summary ?? '') === words.summary &&
  (description ?? '') === words.description &&
  (location ?? '') === words.location &&
  !attendees?.length &&
  !attachments?.length

/**
 * Counts a day that ends on its own date, as Android writes it, as one day.
 * @throws {RangeError} without a time
 */
export function readTimes({ start, end }: GoogleEvent, timeZone: string): Interval {
  const startEpochMs = toEpochMs(start, timeZone)
  const endEpochMs = toEpochMs(end, timeZone)
  if (Number.isNaN(startEpochMs + endEpochMs)) throw new RangeError('The event has no time.')
  if (!start?.date || endEpochMs > startEpochMs) return { startEpochMs, endEpochMs }
  const nextDay = Temporal.PlainDate.from(start.date).add({ days: 1 }).toString()
  return { startEpochMs, endEpochMs: toEpochMs({ date: nextDay }, timeZone) }
}

/** @see https://developers.google.com/workspace/calendar/api/guides/recurringevents */
export function firstInstanceId({ id, start }: GoogleEvent): string {
  const { dateTime, date } = start ?? {}
  return `${id}_${dateTime ? toBasicInstant(Date.parse(dateTime)) : date?.replaceAll('-', '')}`
}

/**
 * The id for a UID: 5 to 1024 characters of base32hex, which a UUID's digits are.
 * @see https://developers.google.com/workspace/calendar/api/v3/reference/events/insert
 */
export function toGoogleEventId(uid: string, uidDomain: string): string {
  const appointmentId = parseAppointmentId(uid, uidDomain)
  return appointmentId?.replaceAll('-', '') ?? createHash('sha256').update(uid).digest('hex')
}

const uuidDigits = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/** The UID of this server's event; null for any other event, and for copies. */
export function readUid(event: calendar_v3.Schema$Event, uidDomain: string): string | null {
  const id = event.recurringEventId ?? event.id ?? ''
  const digits = uuidDigits.exec(id)?.slice(1)
  if (digits) return eventUid(digits.join('-'), uidDomain)
  // A closed time's id is a hash, and a copy has the same properties.
  const closureId = event.extendedProperties?.private?.closureId
  const uid = closureId ? blockedTimeUid(closureId, uidDomain) : ''
  return toGoogleEventId(uid, uidDomain) === id ? uid : null
}

const errorResponse = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) })

const answerIn = (error: unknown) => errorResponse.safeParse(error).data?.response

export const getStatus = (error: unknown): number | undefined => answerIn(error)?.status

/** Google's own error code, such as "rateLimitExceeded", which contains nothing personal. */
function reasonOf(error: unknown): string {
  const seen = String(JSON.stringify(answerIn(error)?.data))
  return /"reason":"(\w+)"/.exec(seen)?.[1] ?? /"error":"(\w+)"/.exec(seen)?.[1] ?? ''
}

export function translateGoogleError(error: unknown): unknown {
  const status = getStatus(error)
  if (status === undefined) return error
  if (status === 412) return new ChangedMeanwhile({ cause: error })
  return new CalendarRejected(['GOOGLE', status, reasonOf(error)].filter(Boolean).join('_'))
}

const keyFileContent = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
})

/** @throws {ConfigError} if it isn't the key file that Google's console creates for a service account */
export function readServiceAccount(keyFile: string) {
  try {
    return keyFileContent.parse(JSON.parse(readFileSync(keyFile, 'utf8')))
  } catch {
    throw new ConfigError(words.keyFile(keyFile))
  }
}
