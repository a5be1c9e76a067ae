import type { AppointmentChange, StoredAppointment } from '../../../booking/appointment.ts'
import { businessEvent } from '../../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../../booking/calendar-links.ts'
import { dateWords, timeWords } from '../../../booking/date-words.ts'
import { type FieldName, fieldNames, fieldTitles } from '../../../booking/fields.ts'
import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { businessMails } from '../../../site/copy/mails.ts'
import { button, link, paragraph, small, ticket, title, writeLetter } from '../letter.ts'

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

/** A field as people write it; the number can be tapped. */
function shown(appointment: StoredAppointment, name: FieldName) {
  const value = appointment[name]
  if (name === 'appointment_date') return dateWords(value)
  if (name === 'appointment_time') return timeWords(value)
  return name === 'phone' ? link(`tel:${value.replace(/[^\d+]/g, '')}`, value) : value
}

/**
 * Tells the business of an appointment and of changes of it: all six fields, and a link that adds it to a calendar
 * (specification, point 7, call 3).
 *
 * @param change - what made the appointment as it is; null when it was just booked
 * @param deskLink - opens the appointment at the desk, for whoever is signed in there
 */
export async function businessNotification(
  appointment: StoredAppointment,
  change: AppointmentChange | null,
  shop: Shop,
  deskLink: string,
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
        ...fieldNames
          .filter((name) => appointment[name] !== '')
          .map((name) => paragraph(`${fieldTitles[name].replace(/\?$/, '')}: `, shown(appointment, name))),
      ),
      button(deskLink, businessMails.desk),
      ...(appointment.status === 'confirmed' ? [paragraph(link(calendarLink, businessMails.calendar))] : []),
      small(businessMails.reply),
    ],
  })
}
