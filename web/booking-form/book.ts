import type { AppointmentFields } from '../../booking/appointment.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import type { CallOutcome } from '../backend/calls.ts'
import { loadCalls } from '../backend/load-calls.ts'
import type { SaveOutcome } from '../backend/save-appointment.ts'

const { failed } = bookingForm

/**
 * The calendar and the notification together: with them taking longer, the browser would no longer count the new tab
 * as asked for by the visitor. What is not done by then the server does by itself.
 */
const followUpTimeoutMs = 3000
/** Leaves the notification its share when the calendar hangs. */
const calendarTimeoutMs = 2000

const answerTimeoutMs = 5000

/** Whether the shop answers, where the script of its calls did not come: some browsers never ask for that again. */
const answers = () =>
  fetch('/', { method: 'HEAD', signal: AbortSignal.timeout(answerTimeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Whatever happens to it, the appointment stands, and its success is still to be shown. */
const followUp = (call: Promise<CallOutcome>): Promise<CallOutcome> =>
  call.catch(() => ({ ok: false, message: undefined }))

/**
 * Steps 1 to 3 after submit (specification, point 4): saved, then into the calendar, then told to the business.
 *
 * A failure of the second or third is reported and stops nothing; after a failure of the first nothing else runs.
 *
 * @param onAlert - called with the text of each failure that does not stop the booking
 * @returns 'without calls' where the form is to be sent as without script
 */
export async function book(
  fields: AppointmentFields,
  onAlert: (alert: string) => void,
): Promise<SaveOutcome | { status: 'without calls' }> {
  const calls = await loadCalls().catch(() => null)
  if (!calls)
    return (await answers()) ? { status: 'without calls' } : { status: 'failed', message: failed.unreachable }

  const saved = await calls.saveAppointment(fields)
  if (saved.status !== 'saved') return saved

  const calendarTimeout = AbortSignal.timeout(calendarTimeoutMs)
  const timeout = AbortSignal.timeout(followUpTimeoutMs)
  const report = (outcome: CallOutcome, wording: (reason: string) => string) => {
    if (!outcome.ok) onAlert(wording(outcome.message ?? failed.unknown))
  }
  report(await followUp(calls.createCalendarEvent(fields, calendarTimeout)), failed.calendar)
  report(await followUp(calls.sendNotification(fields, timeout)), failed.notification)
  return saved
}
