/** Everything that needs the client libraries, so that it arrives in one piece and only when wanted. */

import type { AppointmentFields } from '../../booking/appointment.ts'
import { businessEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/links.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { functionsClient, restClient } from './clients.ts'
import type { LiveFigures } from './database.ts'
import { servedShop } from './page-facts.ts'
import { sentenceIn } from './sentence.ts'
import { timeLimit } from './time-limit.ts'

export { saveAppointment } from './save-appointment.ts'

const askedMostMs = 5000

export type CallOutcome = { ok: true } | { ok: false; message: string | undefined }

/** The Functions client hides the server's answer in the error: a Response, or what `fetch` rejected with. */
async function sentenceFrom(error: unknown): Promise<string | undefined> {
  const context = typeof error === 'object' && error !== null && 'context' in error ? error.context : error
  if (!(context instanceof Response)) return bookingForm.failed.followUpUnanswered
  return sentenceIn(await context.json().catch(() => undefined))
}

/** Invokes a backend function and says how it went. */
async function invokeFunction(
  name: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { error } = await functionsClient().invoke(name, { body, signal })
  return error === null ? { ok: true } : { ok: false, message: await sentenceFrom(error) }
}

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

/** Call 3: tells the business of a saved appointment (specification, point 7). */
export async function sendNotification(fields: AppointmentFields, signal: AbortSignal): Promise<CallOutcome> {
  const calendarLink = googleCalendarLink(businessEvent(fields, servedShop()))
  return invokeFunction('send-appointment-notification', { appointmentData: fields, calendarLink }, signal)
}

/**
 * The start times of a day that are still open, "HH:MM", early to late.
 *
 * @param date - "YYYY-MM-DD" on the shop's clock
 * @throws {Error} when the server cannot be asked
 */
export async function fetchOpenTimes(date: string, signal: AbortSignal): Promise<string[]> {
  const asked = restClient().rpc('open_times', { on: date }, { get: true })
  return (await asked.abortSignal(timeLimit(askedMostMs, signal)).throwOnError()).data
}

/**
 * @param visitor - a UUID that stands for this tab and for nobody's name, so that it is counted once
 * @throws {Error} when the server cannot be asked
 */
export async function fetchSocialProof(visitor: string, signal: AbortSignal): Promise<LiveFigures> {
  const asked = restClient().rpc('social_proof', { visitor }, { get: true })
  return (await asked.abortSignal(timeLimit(askedMostMs, signal)).throwOnError()).data
}
