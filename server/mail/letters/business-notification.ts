import type { AppointmentChange, StoredAppointment } from '../../../booking/appointment.ts'
import { businessEvent } from '../../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../../booking/calendar-links.ts'
import { fieldNames, fieldTitles } from '../../../booking/fields.ts'
import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { businessMails } from '../../../site/copy/mails.ts'
import { button, paragraph, small, ticket, title, writeLetter } from '../letter.ts'

/** What a mail says of the state the appointment is in. */
function news(
  { full_name, status }: StoredAppointment,
  change: AppointmentChange | null,
  when: string,
  shop: Shop,
) {
  if (status === 'cancelled') {
    const { subject, title, lead } = businessMails.cancelled
    return { subject: subject(full_name, when), title, lead }
  }
  if (change === null) {
    const { subject, title } = businessMails.booked
    return { subject: subject(full_name, when), title, lead: null }
  }
  const { subject, title, lead } = businessMails.rescheduled
  return { subject: subject(full_name, when), title, lead: lead(shownTime(change.fromEpochMs, shop)) }
}

/**
 * Tells the business of an appointment and of changes of it: all six fields, and a link that adds it to a calendar
 * (specification, point 7, call 3).
 *
 * @param change - what made the appointment as it is; null when it was just booked
 */
export async function businessNotification(
  appointment: StoredAppointment,
  change: AppointmentChange | null,
  shop: Shop,
) {
  const when = shownTime(appointment.startEpochMs, shop)
  const { subject, title: heading, lead } = news(appointment, change, when, shop)
  const calendarLink = googleCalendarLink(businessEvent(appointment, shop))
  return writeLetter({
    subject,
    preview: `${appointment.full_name}, ${when}`,
    children: [
      title(heading),
      ...(lead ? [paragraph(lead)] : []),
      ticket(
        when,
        ...fieldNames.map((name) =>
          paragraph(`${fieldTitles[name].replace(/\?$/, '')}: ${appointment[name]}`),
        ),
      ),
      ...(appointment.status === 'confirmed' ? [button(calendarLink, businessMails.calendar)] : []),
      small(businessMails.reply),
    ],
  })
}
