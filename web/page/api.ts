/** The calls that need the client libraries, in one chunk that loads when a visitor starts on a form. */
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { bookingForm } from '#copy/booking-form.ts'
import type { Appointment, AppointmentFields } from '../../booking/appointment.ts'
import { businessEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/links.ts'
import { proofHeader } from '../../booking/public-api.ts'
import { fetchWithKey, findMessage, timeLimit, withTimeLimit } from '../backend/calls.ts'
import { currentShop } from './shop-hours.ts'

const readTimeoutMs = 5000
const saveTimeoutMs = 10_000

export interface LiveFigures {
  viewers: number
  /** Room for this many more clients. */
  open_times_left_this_month: number
  minutes_since_last_booking: number | null
}

/** The REST calls, in the shape from which the client derives its types. */
type Database = {
  public: {
    Tables: {
      appointments: {
        Row: { [Column in keyof Appointment]: Appointment[Column] }
        Insert: { [Column in keyof AppointmentFields]: AppointmentFields[Column] }
        Update: Record<string, never>
        Relationships: []
      }
    }
    Views: Record<string, never>
    Functions: {
      open_times: { Args: { on: string }; Returns: string[] }
      social_proof: { Args: { visitor: string }; Returns: LiveFigures }
    }
  }
}

/** The client’s own retries are off: the query client retries reads, and the visitor retries a booking. */
const rest = () =>
  new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
    headers: { apikey: fetchWithKey() },
    retry: false,
  })

/**
 * @param date - "YYYY-MM-DD"
 * @returns "HH:MM" each, early to late
 * @throws if the server is unreachable
 */
async function fetchOpenTimes(date: string, signal: AbortSignal): Promise<string[]> {
  const query = rest().rpc('open_times', { on: date }, { get: true })
  return (await query.abortSignal(timeLimit(readTimeoutMs, signal)).throwOnError()).data
}

/** @param visitor - a random UUID, so the server counts this tab once */
async function fetchSocialProof(visitor: string, signal: AbortSignal): Promise<LiveFigures> {
  const query = rest().rpc('social_proof', { visitor }, { get: true })
  return (await query.abortSignal(timeLimit(readTimeoutMs, signal)).throwOnError()).data
}

export type SaveOutcome =
  | { status: 'saved'; appointment: Appointment }
  /** The client can only choose another time. */
  | { status: 'taken'; message: string | undefined }
  | { status: 'failed'; message: string | undefined }

async function insert(fields: AppointmentFields, proof?: string) {
  const query = rest().from('appointments').insert(fields).select()
  if (proof !== undefined) query.setHeader(proofHeader, proof)
  return query.abortSignal(AbortSignal.timeout(saveTimeoutMs)).single()
}

/** Inserts, with a proof of work if the server asks for one: it does while bookings spike. */
async function insertProven(fields: AppointmentFields) {
  const first = await insert(fields)
  if (first.status !== 428 || !first.error) return first
  const { details: challenge } = first.error
  // This browser may be unable to solve it.
  const solved = withTimeLimit(import('./solve-challenge.ts').then(({ solve }) => solve)).then((solve) =>
    solve(challenge),
  )
  const proof = await solved.catch(() => null)
  return proof === null ? first : insert(fields, proof)
}

/** Call 1 (specification, point 7). Never rejects. Sent again, the same six fields return the existing row. */
async function saveAppointment(fields: AppointmentFields): Promise<SaveOutcome> {
  const isOffline = !navigator.onLine
  const { data, error, status } = await insertProven(fields)
  if (data) return { status: 'saved', appointment: data }
  if (status === 409) return { status: 'taken', message: findMessage(error) }
  if (status !== 0) return { status: 'failed', message: findMessage(error) }
  // No response: the server may have stored the appointment before the connection broke.
  const { unanswered, unreachable } = bookingForm.failed
  return { status: 'failed', message: isOffline ? unreachable : unanswered }
}

export type CallOutcome = { ok: true } | { ok: false; message: string | undefined }

/** Finds the server’s message: the Functions client puts the Response, or the error of `fetch`, into its own error. */
async function messageFrom(error: unknown): Promise<string | undefined> {
  const context = typeof error === 'object' && error !== null && 'context' in error ? error.context : error
  if (!(context instanceof Response)) return bookingForm.failed.followUpUnanswered
  return findMessage(await context.json().catch(() => undefined))
}

async function invokeFunction(
  name: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const client = new FunctionsClient(`${location.origin}/functions/v1`, {
    headers: { apikey: fetchWithKey() },
  })
  const { error } = await client.invoke(name, { body, signal })
  return error === null ? { ok: true } : { ok: false, message: await messageFrom(error) }
}

/** Call 2 (specification, point 7). */
async function createCalendarEvent(fields: AppointmentFields, signal: AbortSignal): Promise<CallOutcome> {
  const event = businessEvent(fields, currentShop())
  const body = {
    summary: event.summary,
    description: event.description,
    startDateTime: new Date(event.startEpochMs).toISOString(),
    endDateTime: new Date(event.endEpochMs).toISOString(),
    attendeeEmail: fields.email,
  }
  return invokeFunction('create-calendar-event', body, signal)
}

/** Call 3 (specification, point 7). */
async function sendNotification(fields: AppointmentFields, signal: AbortSignal): Promise<CallOutcome> {
  const calendarLink = googleCalendarLink(businessEvent(fields, currentShop()))
  return invokeFunction('send-appointment-notification', { appointmentData: fields, calendarLink }, signal)
}

/** One object, because this script loads as a whole. */
export const api = {
  fetchOpenTimes,
  fetchSocialProof,
  saveAppointment,
  createCalendarEvent,
  sendNotification,
}
