import { useEffect, useId, useRef } from 'react'
import type { Appointment } from '../../booking/appointment.ts'
import { calendarFileLink } from '../../booking/links.ts'
import { dateWords, timeWords } from '../../booking/time.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { servedShop } from '../backend/page-facts.ts'
import { Agreement } from '../ui/agreement.tsx'

const words = bookingForm.booked

/** What was agreed, to be read and kept: it stays when the toast has gone, until the next submit. */
export function BookedPanel({ appointment }: { appointment: Appointment }) {
  const panel = useRef<HTMLElement>(null)
  const whenId = useId()

  // So that it is read out, and so that the next step of the keyboard leads to its links.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  return (
    <section className="booked" ref={panel} tabIndex={-1} aria-labelledby={whenId}>
      <Agreement
        appointment={appointment}
        shop={servedShop()}
        when={words.heading(dateWords(appointment.appointment_date), timeWords(appointment.appointment_time))}
        whenId={whenId}
        link={{ target: '_blank', rel: 'noopener noreferrer' }}
      >
        <li>
          <a href={calendarFileLink(appointment.id)}>{words.file}</a>
        </li>
      </Agreement>
      <p>{words.mail}</p>
    </section>
  )
}
