/** The calls that need the client libraries, in one chunk that loads when a visitor starts on a form. */
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { bookingForm } from '#copy/booking-form.ts'
import type { Appointment, AppointmentFields } from '../../booking/appointment.ts'
import type { OpenDay } from '../../booking/availability.ts'
import { businessEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/links.ts'
import { fetchWithKey, findMessage, timeLimit } from '../backend/calls.ts'
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
      open_days: { Args: { from: string; days: number }; Returns: OpenDay[] }
      social_proof: { Args: { visitor: string }; Returns: LiveFigures }
    }
  }
}

/** The client’s own retries are off: the query client retries reads, and the visitor retries a booking. */
const rest = () =>
  new PostgrestClient<Database>(`${location.origin}/rest/v1`, {
    fetch: fetchWithKey,
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

/** @param from - "YYYY-MM-DD" @returns only days with open times, early to late */
async function fetchOpenDays(from: string, days: number, signal: AbortSignal): Promise<OpenDay[]> {
  const query = rest().rpc('open_days', { from, days }, { get: true })
  return (await query.abortSignal(timeLimit(readTimeoutMs, signal)).throwOnError()).data
}

/** @param visitor - a random UUID, so the server counts this tab once */
async function fetchSocialProof(visitor: string, signal: AbortSignal): Promise<LiveFigures> {
  const query = rest().rpc('social_proof', { visitor }, { get: true })
  return (await query.abortSignal(timeLimit(readTimeoutMs, signal)).throwOnError()).data
}

export type SaveOutcome =
  | { status: 'saved'; appointment: Appointment; isRepeat: boolean }
  /** The client can only choose another time. */
  | { status: 'taken'; message: string | undefined }
  | { status: 'failed'; message: string | undefined }

/** Call 1 (specification, point 7). Never rejects. Resending the same six fields returns the existing row. */
async function saveAppointment(fields: AppointmentFields): Promise<SaveOutcome> {
  const isOffline = !navigator.onLine
  const query = rest().from('appointments').insert(fields).select()
  const { data, error, status } = await query.abortSignal(AbortSignal.timeout(saveTimeoutMs)).single()
  if (data) return { status: 'saved', appointment: data, isRepeat: status === 200 }
  if (status === 409) return { status: 'taken', message: findMessage(error) }
  if (status !== 0) return { status: 'failed', message: findMessage(error) }
  // No response: the server may have stored the appointment before the connection broke.
  const { unanswered, unreachable } = bookingForm.failed
  return { status: 'failed', message: isOffline ? unreachable : unanswered }
}

/** `isUnknown`: the call didn't find the appointment, or mistook it for a new one. */
export type CallOutcome = { ok: true } | { ok: false; message: string | undefined; isUnknown?: boolean }

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
  const client = new FunctionsClient(`${location.origin}/functions/v1`, { customFetch: fetchWithKey })
  const { error } = await client.invoke(name, { body, signal })
  if (error === null) return { ok: true }
  const isUnknown = [400, 404].includes(error.context?.status)
  return { ok: false, message: await messageFrom(error), isUnknown }
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
  fetchOpenDays,
  fetchSocialProof,
  saveAppointment,
  createCalendarEvent,
  sendNotification,
}
