import { useEffect, useId, useRef } from 'react'
import type { Appointment } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import { calendarFile } from '../../booking/calendar-file.ts'
import { dateWords, timeWords } from '../../booking/date-words.ts'
import { business } from '../../site/business.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { servedShop } from '../backend/page-facts.ts'
import { Agreement } from '../ui/agreement.tsx'

const words = bookingForm.booked

/** The same UID as in the invitation that the server mails, so that a client who saves both has one entry. */
function fileAddress(appointment: Appointment): string {
  const uid = `${appointment.id}@${new URL(business.website.url).hostname}`
  const file = calendarFile(clientEvent(appointment, servedShop()), uid, Date.parse(appointment.created_at))
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`
}

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
        words={words}
        link={{ target: '_blank', rel: 'noopener noreferrer' }}
      >
        <li>
          <a href={fileAddress(appointment)} download="consultation.ics">
            {words.file}
          </a>
        </li>
      </Agreement>
      <p>{words.mail}</p>
    </section>
  )
}
