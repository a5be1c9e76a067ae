import { startTransition, useRef, useState } from 'react'
import { bookingForm } from '#copy/booking-form.ts'
import type { Appointment, AppointmentFields } from '../../../booking/appointment.ts'
import { clientEvent } from '../../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../../booking/links.ts'
import { showToast } from '../../ui/toast.tsx'
import type { CallOutcome, SaveOutcome } from '../api.ts'
import { whenIdle } from '../hydration/when-idle.ts'
import { loadApi } from '../load-api.ts'
import { currentShop } from '../shop-hours.ts'
import { keepBooking } from './last-booking.ts'
import { nearestOpenTimes, refreshOpenTimes } from './open-times.tsx'

const { booked, failed } = bookingForm

/**
 * For calendar and notification together: any later, the browser no longer attributes the new tab to the visitor’s click.
 */
const followUpTimeoutMs = 3000
/** Leaves the notification its share when the calendar hangs. */
const calendarTimeoutMs = 2000
const answerTimeoutMs = 5000
const newTabDelayMs = 1000

/**
 * Whether the shop is reachable when the script with its calls doesn’t load: some browsers never refetch a failed one.
 */
const doesShopAnswer = () =>
  fetch('/', { method: 'HEAD', signal: AbortSignal.timeout(answerTimeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Never rejects: the appointment is booked, and its success still has to appear. */
const outcomeOf = (call: Promise<CallOutcome>): Promise<CallOutcome> =>
  call.catch(() => ({ ok: false, message: undefined }))

/** Steps 1 to 3 after submit (specification, point 4). Only a failure of the first stops it. */
async function book(
  fields: AppointmentFields,
  onAlert: (alert: string) => void,
): Promise<SaveOutcome | { status: 'without calls' }> {
  const api = await loadApi().catch(() => null)
  if (!api) {
    if (await doesShopAnswer()) return { status: 'without calls' }
    return { status: 'failed', message: failed.unreachable }
  }
  const saved = await api.saveAppointment(fields)
  if (saved.status !== 'saved') return saved

  const calendarTimeout = AbortSignal.timeout(calendarTimeoutMs)
  const timeout = AbortSignal.timeout(followUpTimeoutMs)
  const report = (outcome: CallOutcome, message: (reason: string) => string) => {
    // The server recognizes a saved booking for a day, but its calls only for some minutes.
    if (!outcome.ok && !(saved.isRepeat && outcome.isUnknown))
      onAlert(message(outcome.message ?? failed.unknown))
  }
  report(await outcomeOf(api.createCalendarEvent(fields, calendarTimeout)), failed.calendar)
  report(await outcomeOf(api.sendNotification(fields, timeout)), failed.notification)
  return saved
}

/** Specification, point 4, step 5. If the browser blocks the tab, the links in the panel remain. */
function openCalendarTab(address: string): void {
  // With 'noopener' the browser returns null whether the tab opened or not, so this clears the opener by hand.
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
}

export interface Nearest {
  date: string
  times: readonly string[]
}

interface Booking {
  isSubmitting: boolean
  /** Failures of the last submit, until the next. */
  alerts: readonly string[]
  nearest: Nearest | null
  isBooked: boolean
}

const idle: Booking = { isSubmitting: false, alerts: [], nearest: null, isBooked: false }

export function useBooking() {
  const [booking, setBooking] = useState(idle)
  /** A second click can come before React disables the button. */
  const isInFlight = useRef(false)

  const change = (part: Partial<Booking>) => setBooking((before) => ({ ...before, ...part }))
  const addAlert = (alert: string) =>
    setBooking((before) => ({ ...before, alerts: [...before.alerts, alert] }))

  const showSuccess = (appointment: Appointment) => {
    showToast({ tone: 'success', title: booked.toastTitle, text: booked.toastText })
    setTimeout(() => {
      openCalendarTab(googleCalendarLink(clientEvent(appointment, currentShop())))
    }, newTabDelayMs)
  }

  const showFailure = ({ message }: { message: string | undefined }) => {
    addAlert(failed.booking(message ?? failed.unknown))
    const text = message === undefined ? failed.unknown : failed.toastText(message)
    showToast({ tone: 'destructive', title: failed.toastTitle, text })
  }

  const offerNearest = async ({ appointment_date: date, appointment_time: wanted }: AppointmentFields) => {
    const times = await nearestOpenTimes(date, wanted)
    // The visitor may have chosen another time since.
    if (times)
      setBooking((now) => (now.isSubmitting || now.isBooked ? now : { ...now, nearest: { date, times } }))
  }

  /** @param onSaved - runs in the render that shows the booking, so nothing below moves afterward */
  const submit = async (fields: AppointmentFields, onSaved: () => void, sendNatively: () => void) => {
    if (isInFlight.current) return
    isInFlight.current = true
    // In a transition, React renders after the first call went out.
    startTransition(() => setBooking({ ...idle, isSubmitting: true }))
    try {
      const outcome = await book(fields, addAlert)
      if (outcome.status === 'without calls') return sendNatively()
      if (outcome.status === 'saved') {
        showSuccess(outcome.appointment)
        // Rendering the panel takes a slow phone a tenth of a second. The toast shows before that.
        await whenIdle()
        keepBooking(outcome.appointment)
        change({ isBooked: true })
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
