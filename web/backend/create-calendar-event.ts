import { businessEvent } from '../../booking/calendar-event.ts'
import type { AppointmentFields } from '../../booking/fields.ts'
import { type CallOutcome, invokeFunction } from './invoke-function.ts'
import { servedShop } from './page-facts.ts'

/** Call 2: puts a saved appointment into the business calendar (specification, point 7). */
export async function createCalendarEvent(
  fields: AppointmentFields,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const event = businessEvent(fields, servedShop())
  const body = {
    summary: event.summary,
    description: event.description,
    startDateTime: new Date(event.startEpochMs).toISOString(),
    endDateTime: new Date(event.endEpochMs).toISOString(),
    attendeeEmail: fields.email,
  }
  return invokeFunction('create-calendar-event', body, signal)
}
