import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import { calendarFileLink, googleCalendarLink, outlookCalendarLink } from '../../booking/links.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { shownTime } from '../../booking/time.ts'
import { agreement, bookingForm } from '../../copy/booking-form.ts'
import { answerPage } from '../../copy/pages.ts'
import { Paragraph, Place } from './answer-page.tsx'

/** The form was a booking. */
export function Booked({ appointment, shop }: { appointment: StoredAppointment; shop: Shop }) {
  const event = clientEvent(appointment, shop)
  return (
    <>
      <Paragraph text={answerPage.booked(shownTime(appointment.startEpochMs, shop))} />
      <Place />
      <Paragraph text={`${agreement.keep}:`} />
      <ul>
        <li>
          <a href={googleCalendarLink(event)}>{answerPage.google}</a>
        </li>
        <li>
          <a href={outlookCalendarLink(event)}>{agreement.outlook}</a>
        </li>
        <li>
          <a href={calendarFileLink(appointment.id)}>{bookingForm.booked.file}</a>
        </li>
      </ul>
      <Paragraph text={answerPage.mail} />
    </>
  )
}
