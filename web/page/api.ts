/** Everything that needs the client libraries, so that it arrives in one piece and only when wanted. */

import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Appointment, AppointmentFields } from '../../booking/appointment.ts'
import { businessEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/links.ts'
import { proofHeader } from '../../booking/public-api.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { anonKey, inTime, sentenceIn, timeLimit } from '../backend/calls.ts'
import { servedShop } from './shop-hours.ts'

/** True figures of the shop, as the server counts them. */
export interface LiveFigures {
  viewers: number
  /** For so many more clients. */
  open_times_left_this_month: number
  minutes_since_last_booking: number | null
}

/** What the REST calls offer, in the form from which the client derives its types. */
export type Database = {
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
      /** The start times of a day that are still open, "HH:MM", early to late. */
      open_times: { Args: { on: string }; Returns: string[] }
      social_proof: { Args: { visitor: string }; Returns: LiveFigures }
    }
  }
}

/** Without the client's own retries: repeating is the query client's part, or the visitor's where rows are stored. */
export function restClient() {
  const headers = { apikey: anonKey() }
  return new PostgrestClient<Database>(`${location.origin}/rest/v1`, { headers, retry: false })
}

export function functionsClient() {
  return new FunctionsClient(`${location.origin}/functions/v1`, { headers: { apikey: anonKey() } })
}

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

const saveTimeoutMs = 10_000

export type SaveOutcome =
  | { status: 'saved'; appointment: Appointment }
  /** The client can only choose another time. */
  | { status: 'taken'; message: string | undefined }
  | { status: 'failed'; message: string | undefined }

async function insert(fields: AppointmentFields, proof?: string) {
  const query = restClient().from('appointments').insert(fields).select()
  if (proof !== undefined) query.setHeader(proofHeader, proof)
  return query.abortSignal(AbortSignal.timeout(saveTimeoutMs)).single()
}

/** Inserts; while bookings come in a burst, the server asks for a proof of work first. */
async function insertProven(fields: AppointmentFields) {
  const first = await insert(fields)
  if (first.status !== 428 || !first.error) return first
  const { details: challenge } = first.error
  // This browser may be unable to solve it.
  const solved = inTime(import('./solve-challenge.ts')).then(({ solve }) => solve(challenge))
  const proof = await solved.catch(() => null)
  return proof === null ? first : insert(fields, proof)
}

/**
 * Call 1: inserts one appointment and reads back the row (specification, point 7).
 *
 * Sending the same six fields again is safe: the server answers with the row it has. Never rejects.
 */
export async function saveAppointment(fields: AppointmentFields): Promise<SaveOutcome> {
  const isOffline = !navigator.onLine
  const { data, error, status } = await insertProven(fields)
  if (data) return { status: 'saved', appointment: data }
  if (status === 409) return { status: 'taken', message: sentenceIn(error) }
  if (status !== 0) return { status: 'failed', message: sentenceIn(error) }
  // No answer came. The line may have broken on the way back, when the server had stored it.
  const { unanswered, unreachable } = bookingForm.failed
  return { status: 'failed', message: isOffline ? unreachable : unanswered }
}
