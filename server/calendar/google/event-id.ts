import { createHash } from 'node:crypto'
import type { calendar_v3 } from '@googleapis/calendar'
import { appointmentIdOf, closureUid, eventUid } from '../../appointments/identity.ts'

/**
 * The id of an event in Google Calendar, made from its UID: 5 to 1024 characters of base32hex, which the digits of
 * a UUID are.
 * @see https://developers.google.com/workspace/calendar/api/v3/reference/events/insert
 */
export function googleEventId(uid: string): string {
  const appointmentId = appointmentIdOf(uid)
  return appointmentId?.replaceAll('-', '') ?? createHash('sha256').update(uid).digest('hex')
}

const uuidDigits = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/** The UID of the event of an appointment or a closure; null for every other event, and for copies of those. */
export function uidOf(event: calendar_v3.Schema$Event): string | null {
  const id = event.recurringEventId ?? event.id ?? ''
  const digits = uuidDigits.exec(id)?.slice(1)
  if (digits) return eventUid(digits.join('-'))
  // A closure's id does not tell it, and what the event says of itself a copy says, too.
  const closureId = event.extendedProperties?.private?.closureId
  const uid = closureId ? closureUid(closureId) : ''
  return googleEventId(uid) === id ? uid : null
}
