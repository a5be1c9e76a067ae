import { useRef, useState } from 'react'
import type { Appointment, AppointmentFields } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/links.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { servedShop } from '../backend/page-facts.ts'
import { showToast } from '../ui/shown-toast.ts'
import { book } from './book.ts'
import { nearestOpenTimes, refreshOpenTimes } from './use-open-times.ts'

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
