import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/shop.ts'
import { business } from '../../site/business.ts'
import { eventUid } from '../appointments/identity.ts'
import { calendarText, eventData, newCalendar } from './write-event.ts'

/**
 * The appointment as a file that a client opens: an entry of their own, and nobody's invitation. It has the UID of the
 * invitation in the mail, so that whoever takes both has one entry.
 */
export function clientFile(appointment: StoredAppointment, shop: Shop): string {
  const { id, sequence, status, startEpochMs, endEpochMs, created_at } = appointment
  const times = { startEpochMs, endEpochMs }
  const event = { ...clientEvent(appointment, shop), ...times, uid: eventUid(id), sequence, status }
  const calendar = newCalendar([startEpochMs, endEpochMs])
  const { organizer: _nobody, ...own } = eventData(event, Date.parse(created_at), shop, business.email)
  calendar.createEvent(own)
  return calendarText(calendar)
}
