import type { Appointment, AppointmentFields } from '../../booking/appointment.ts'
import { proofHeader } from '../../booking/public-api.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { restClient } from './clients.ts'
import { sentenceIn } from './sentence.ts'
import { inTime } from './time-limit.ts'

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
