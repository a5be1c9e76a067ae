import type { calendar_v3 } from '@googleapis/calendar'
import type { OwnedEvent } from '../../../booking/calendar-event.ts'
import { asGoogleReads } from '../../../booking/links.ts'
import { basicInstant, type Interval } from '../../../booking/time.ts'
import { appointmentIdOf, closureIdOf } from '../../appointments/identity.ts'
import { wholeMinute } from '../remote-calendar.ts'

export type GoogleEvent = calendar_v3.Schema$Event

function toEpochMs(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): number {
  if (time?.dateTime) return wholeMinute(Date.parse(time.dateTime))
  if (!time?.date) return Number.NaN
  return Temporal.PlainDate.from(time.date).toZonedDateTime({ timeZone }).epochMilliseconds
}

/** Whether the owner is free all the same: a note of where to work, an invitation that was declined, and the like. */
export function keepsFree({ transparency, eventType, attendees }: GoogleEvent): boolean {
  const declined = attendees?.some((one) => one.self && one.responseStatus === 'declined') ?? false
  return transparency === 'transparent' || eventType === 'workingLocation' || declined
}

/** From when to when, in place of days or other times that the event had before. */
export const times = ({ startEpochMs, endEpochMs }: Interval, timeZone: string) => ({
  start: { dateTime: new Date(startEpochMs).toISOString(), date: null, timeZone },
  end: { dateTime: new Date(endEpochMs).toISOString(), date: null, timeZone },
})

/**
 * Without attendees, whom a service account may not invite; the client's data stand in the description. Without an
 * alarm, which would be the service account's own and ring for nobody.
 * @see https://developers.google.com/workspace/calendar/api/concepts/reminders
 */
export function toGoogle(event: OwnedEvent, timeZone: string): GoogleEvent {
  const appointmentId = appointmentIdOf(event.uid)
  const closureId = closureIdOf(event.uid)
  return {
    summary: event.summary,
    description: asGoogleReads(event.description),
    location: event.location,
    status: event.status,
    ...times(event, timeZone),
    ...(appointmentId && { extendedProperties: { private: { appointmentId } } }),
    ...(closureId && { extendedProperties: { private: { closureId } } }),
  }
}

/** Whether an event says just these words, and neither names nor shows anything else. */
export const saysOnly = (
  { summary, description, location, attendees, attachments }: GoogleEvent,
  words: Pick<OwnedEvent, 'summary' | 'description' | 'location'>,
): boolean =>
  (summary ?? '') === words.summary &&
  (description ?? '') === words.description &&
  (location ?? '') === words.location &&
  !attendees?.length &&
  !attachments?.length

/** @throws {RangeError} when the event has no time */
export function timesOf({ start, end }: GoogleEvent, timeZone: string): Interval {
  const interval = { startEpochMs: toEpochMs(start, timeZone), endEpochMs: toEpochMs(end, timeZone) }
  if (Number.isNaN(interval.startEpochMs + interval.endEpochMs))
    throw new RangeError('The event has no time.')
  return interval
}

/**
 * The id of the first time of an event that repeats: the event's own with the start that it would have by its rule.
 * @see https://developers.google.com/workspace/calendar/api/guides/recurringevents
 */
export function firstInstanceId({ id, start }: GoogleEvent): string {
  const { dateTime, date } = start ?? {}
  return `${id}_${dateTime ? basicInstant(Date.parse(dateTime)) : date?.replaceAll('-', '')}`
}
