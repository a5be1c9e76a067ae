import { useRef, useState } from 'react'
import type { Appointment, AppointmentFields } from '../../../booking/appointment.ts'
import { clientEvent } from '../../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../../booking/links.ts'
import { bookingForm } from '../../../copy/booking-form.ts'
import { showToast } from '../../ui/toast.tsx'
import type { CallOutcome, SaveOutcome } from '../api.ts'
import { loadCalls } from '../load-api.ts'
import { servedShop } from '../shop-hours.ts'
import { nearestOpenTimes, refreshOpenTimes } from './open-times.tsx'

const { booked, failed } = bookingForm

const newTabDelayMs = 1000

/**
 * Opens the client's add-to-calendar link in a new tab (specification, point 4, step 5).
 *
 * Not with `noopener`: with it the browser answers null whether the tab opened or not. The way back to this page is
 * cut by hand instead. A browser that blocks the tab leaves the client the links in the panel.
 */
function openCalendarTab(address: string): void {
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
}

/** The open times nearest to the one that was taken. */
export interface Nearest {
  date: string
  times: readonly string[]
}

interface Booking {
  isSubmitting: boolean
  /** What went wrong with the last submit; stays until the next. */
  alerts: readonly string[]
  nearest: Nearest | null
  booked: Appointment | null
}

const idle: Booking = { isSubmitting: false, alerts: [], nearest: null, booked: null }

/** A booking from submit to its last message (specification, points 4 and 8). */
export function useBooking() {
  const [booking, setBooking] = useState(idle)
  /** A second click comes before React has disabled the button. */
  const isInFlight = useRef(false)

  const change = (part: Partial<Booking>) => setBooking((before) => ({ ...before, ...part }))
  const addAlert = (alert: string) =>
    setBooking((before) => ({ ...before, alerts: [...before.alerts, alert] }))

  const showBooked = (appointment: Appointment) => {
    // First of all: it is to be seen whatever becomes of the rest.
    change({ booked: appointment })
    showToast({ tone: 'success', title: booked.toastTitle, text: booked.toastText })
    setTimeout(
      () => openCalendarTab(googleCalendarLink(clientEvent(appointment, servedShop()))),
      newTabDelayMs,
    )
  }

  const offerNearest = async ({ appointment_date: date, appointment_time: wanted }: AppointmentFields) => {
    const times = await nearestOpenTimes(date, wanted)
    // Meanwhile another time may have been chosen.
    if (times)
      setBooking((now) => (now.isSubmitting || now.booked ? now : { ...now, nearest: { date, times } }))
  }

  const showFailure = ({ message }: { message: string | undefined }) => {
    addAlert(failed.booking(message ?? failed.unknown))
    showToast({
      tone: 'destructive',
      title: failed.toastTitle,
      text: message === undefined ? failed.unknown : failed.toastText(message),
    })
  }

  /**
   * Does nothing while another submit of this form is under way.
   *
   * @param onSaved - runs in one step with what is shown of the booking, so that nothing moves below it afterwards.
   * @param sendWithoutScript - sends the form as the browser does by itself.
   */
  const submit = async (
    fields: AppointmentFields,
    onSaved: () => void,
    sendWithoutScript: () => void,
  ): Promise<void> => {
    if (isInFlight.current) return
    isInFlight.current = true
    setBooking({ ...idle, isSubmitting: true })
    try {
      const outcome = await book(fields, addAlert)
      if (outcome.status === 'without calls') {
        sendWithoutScript()
        return
      }
      if (outcome.status === 'saved') {
        showBooked(outcome.appointment)
        onSaved()
      } else showFailure(outcome)
      refreshOpenTimes(fields.appointment_date)
      if (outcome.status === 'taken') void offerNearest(fields)
    } finally {
      isInFlight.current = false
      change({ isSubmitting: false })
    }
  }

  return { booking, submit }
}

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
    return (await answers())
      ? { status: 'without calls' }
      : { status: 'failed', message: bookingForm.failed.unreachable }

  const saved = await calls.saveAppointment(fields)
  if (saved.status !== 'saved') return saved

  const calendarTimeout = AbortSignal.timeout(calendarTimeoutMs)
  const timeout = AbortSignal.timeout(followUpTimeoutMs)
  const report = (outcome: CallOutcome, wording: (reason: string) => string) => {
    if (!outcome.ok) onAlert(wording(outcome.message ?? bookingForm.failed.unknown))
  }
  report(await followUp(calls.createCalendarEvent(fields, calendarTimeout)), bookingForm.failed.calendar)
  report(await followUp(calls.sendNotification(fields, timeout)), bookingForm.failed.notification)
  return saved
}
