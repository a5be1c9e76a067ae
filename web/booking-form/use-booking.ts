import { useRef, useState } from 'react'
import type { Appointment } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/calendar-links.ts'
import type { AppointmentFields } from '../../booking/fields.ts'
import { shop } from '../../booking/shop.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { showToast } from '../ui/toast-queue.ts'
import { book } from './book.ts'
import { openCalendarTab } from './open-calendar-tab.ts'
import { nearestOpenTimes, refreshOpenTimes } from './use-open-times.ts'

const { booked, failed } = bookingForm
const newTabDelayMs = 1000

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

const atRest: Booking = { isSubmitting: false, alerts: [], nearest: null, booked: null }

/** The way of a booking from submit to the last message (specification, points 4 and 8). */
export function useBooking() {
  const [booking, setBooking] = useState(atRest)
  /** A second click comes before React has disabled the button. */
  const isUnderWay = useRef(false)

  const change = (part: Partial<Booking>) => setBooking((before) => ({ ...before, ...part }))
  const tell = (alert: string) => setBooking((before) => ({ ...before, alerts: [...before.alerts, alert] }))

  const celebrate = (appointment: Appointment) => {
    // First of all: it is to be seen whatever becomes of the rest.
    change({ booked: appointment })
    showToast({ tone: 'success', title: booked.toastTitle, text: booked.toastText })
    setTimeout(() => openCalendarTab(googleCalendarLink(clientEvent(appointment, shop))), newTabDelayMs)
  }

  const offerNearest = async ({ appointment_date: date, appointment_time: wanted }: AppointmentFields) => {
    const times = await nearestOpenTimes(date, wanted)
    if (times) change({ nearest: { date, times } })
  }

  const explain = ({ message }: { message: string | undefined }) => {
    tell(failed.booking(message ?? failed.unknown))
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
   */
  const submit = async (fields: AppointmentFields, onSaved: () => void): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBooking({ ...atRest, isSubmitting: true })
    try {
      const outcome = await book(fields, tell)
      if (outcome.status === 'saved') {
        celebrate(outcome.appointment)
        onSaved()
      } else explain(outcome)
      refreshOpenTimes(fields.appointment_date)
      if (outcome.status === 'taken') void offerNearest(fields)
    } finally {
      isUnderWay.current = false
      change({ isSubmitting: false })
    }
  }

  return { booking, submit }
}
