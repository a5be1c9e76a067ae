import { createHash } from 'node:crypto'
import { appointmentIdOf, eventUid } from '../../appointments/identity.ts'

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

/** The UID of the appointment's event with that id; null for ids that no appointment's event has. */
export function uidOfGoogleId(id: string | null | undefined): string | null {
  const digits = uuidDigits.exec(id ?? '')?.slice(1)
  return digits ? eventUid(digits.join('-')) : null
}
