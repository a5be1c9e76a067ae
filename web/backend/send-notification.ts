import { businessEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/calendar-links.ts'
import type { AppointmentFields } from '../../booking/fields.ts'
import { type CallOutcome, invokeFunction } from './invoke-function.ts'
import { servedShop } from './page-facts.ts'

/** Call 3: tells the business of a saved appointment (specification, point 7). */
export async function sendNotification(fields: AppointmentFields, signal: AbortSignal): Promise<CallOutcome> {
  const body = {
    appointmentData: fields,
    calendarLink: googleCalendarLink(businessEvent(fields, servedShop())),
  }
  return invokeFunction('send-appointment-notification', body, signal)
}
