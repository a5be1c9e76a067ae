import type { calendar_v3 } from '@googleapis/calendar'
import type { OwnedEvent } from '../../../booking/calendar-event.ts'
import type { Interval } from '../../../booking/interval.ts'
import { appointmentIdOf, isOwnUid } from '../../appointments/identity.ts'
import type { BusyTime, RemoteEvent } from '../remote-calendar.ts'

export type GoogleEvent = calendar_v3.Schema$Event

const alarmMinutesBefore = 60
/** An event's own note of its UID, because Google makes up another one for what a service account inserts. */
const uidProperty = 'bookingUid'

function toEpochMs(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): number {
  if (time?.dateTime) return Date.parse(time.dateTime)
  if (!time?.date) return Number.NaN
  return Temporal.PlainDate.from(time.date).toZonedDateTime({ timeZone }).epochMilliseconds
}

/** The UID of an event that is ours; null for the owner's others. */
export function uidOf(event: GoogleEvent): string | null {
  const uid = event.extendedProperties?.private?.[uidProperty]
  return uid !== undefined && isOwnUid(uid) ? uid : null
}

/** Whether the owner is free all the same: a note of where to work, an invitation that was declined, and the like. */
function keepsFree({ status, transparency, eventType, attendees }: GoogleEvent): boolean {
  const declined = attendees?.some((one) => one.self && one.responseStatus === 'declined') ?? false
  return (
    status === 'cancelled' || transparency === 'transparent' || eventType === 'workingLocation' || declined
  )
}

/** From when to when, in place of days or other times that the event had before. */
export const times = ({ startEpochMs, endEpochMs }: Interval, timeZone: string) => ({
  start: { dateTime: new Date(startEpochMs).toISOString(), date: null, timeZone },
  end: { dateTime: new Date(endEpochMs).toISOString(), date: null, timeZone },
})

/** Without attendees, whom a service account may not invite; the client's data stand in the description. */
export function toGoogle(event: OwnedEvent, timeZone: string): GoogleEvent {
  const appointmentId = appointmentIdOf(event.uid)
  return {
    summary: event.summary,
    description: event.description,
    location: event.location,
    status: event.status,
    ...times(event, timeZone),
    reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: alarmMinutesBefore }] },
    extendedProperties: {
      private: { [uidProperty]: event.uid, ...(appointmentId ? { appointmentId } : {}) },
    },
  }
}

/** One of our events as it stands there now. @param uid - which, as its own note or its id says */
export function fromGoogle(event: GoogleEvent, uid: string, timeZone: string): RemoteEvent {
  return {
    uid,
    version: event.etag ?? '',
    allDay: !event.start?.dateTime,
    startEpochMs: toEpochMs(event.start, timeZone),
    endEpochMs: toEpochMs(event.end, timeZone),
  }
}

/** The times at which the owner's events keep the shop busy. */
export function busyTimes(events: readonly GoogleEvent[], timeZone: string): BusyTime[] {
  return events
    .filter((event) => !keepsFree(event))
    .map((event) => ({
      startEpochMs: toEpochMs(event.start, timeZone),
      endEpochMs: toEpochMs(event.end, timeZone),
      ownUid: uidOf(event),
    }))
    .filter((time) => time.startEpochMs < time.endEpochMs)
}
