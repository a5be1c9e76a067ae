import type { ReactNode } from 'react'
import { bookingForm, agreement as words } from '#copy/booking-form.ts'
import { addressLine } from '#shop/business.ts'
import type { CalendarEvent } from '../../booking/calendar-event.ts'
import { calendarFileLink, googleCalendarLink, mapLink, outlookCalendarLink } from '../../booking/links.ts'

interface AgreementProps {
  id: string
  event: CalendarEvent
  when: ReactNode
  whenId?: string
  link: { rel: string; target?: '_blank' }
}

export function Agreement({ id, event, when, whenId, link }: AgreementProps) {
  return (
    <>
      <p className="booked-when" id={whenId}>
        {when}
      </p>
      <address>
        {addressLine}
        <br />
        <a href={mapLink} {...link}>
          {words.map}
        </a>
      </address>
      <p>{words.keep}</p>
      <ul className="booked-links">
        <li>
          <a href={googleCalendarLink(event)} {...link}>
            {words.google}
          </a>
        </li>
        <li>
          <a href={outlookCalendarLink(event)} {...link}>
            {words.outlook}
          </a>
        </li>
        {/* First in WebKit: its calendar opens the file, and it opens no tab automatically. */}
        <li className="calendar-file">
          <a href={calendarFileLink(id)}>{bookingForm.booked.file}</a>
        </li>
      </ul>
    </>
  )
}
