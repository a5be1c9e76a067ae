import type { Appointment } from '../../booking/appointment.ts'
import type { AppointmentFields } from '../../booking/fields.ts'
import { proofHeader } from '../../booking/proof-header.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { restClient } from './clients.ts'
import { sentenceIn } from './sentence.ts'

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
  const solved = import('./solve-challenge.ts').then(({ solve }) => solve(challenge))
  const proof = await solved.catch(() => null)
  return proof === null ? first : insert(fields, proof)
}

/**
 * Call 1: inserts one appointment and reads back the row (specification, point 7).
 *
 * Sending the same six fields again is safe: the server answers with the row it has. Never rejects.
 */
export async function saveAppointment(fields: AppointmentFields): Promise<SaveOutcome> {
  const { data, error, status } = await insertProven(fields)
  if (data) return { status: 'saved', appointment: data }
  if (status === 409) return { status: 'taken', message: sentenceIn(error) }
  // Without a status there was no answer: what the library says then is meant for programmers.
  const message = status === 0 ? connectionFault(error.message) : sentenceIn(error)
  return { status: 'failed', message }
}

/** The library keeps of the rejected `fetch` only "{name}: {message}"; Chromium before 124 calls every timeout AbortError. */
function connectionFault(libraryMessage: string): string {
  const { bookingTimedOut, unreachable } = bookingForm.failed
  return /^(Timeout|Abort)Error:/.test(libraryMessage) ? bookingTimedOut : unreachable
}
