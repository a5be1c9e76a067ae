import {
  type AppointmentChange,
  type FieldName,
  fieldNames,
  type StoredAppointment,
} from '../../booking/appointment.ts'
import { businessEvent } from '../../booking/calendar-event.ts'
import { dialled } from '../../booking/contact.ts'
import { googleCalendarLink } from '../../booking/links.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { dateWords, shownTime, timeWords } from '../../booking/time.ts'
import type { EmailTemplates } from '../../booking/views.ts'
import { fieldTitles } from '../../copy/booking-form.ts'
import { businessMails } from '../../copy/emails.ts'
import { Button, Link, Paragraph, Small, Ticket, Title, writeLetter } from './letter.tsx'

/** What a mail says of the state the appointment is in. */
function news({ status }: StoredAppointment, change: AppointmentChange | null, shop: Shop) {
  const { booked, rescheduled, cancelled } = businessMails
  if (status === 'cancelled') return cancelled
  if (change === null) return { ...booked, lead: null }
  return { ...rescheduled, lead: rescheduled.lead(shownTime(change.fromEpochMs, shop)) }
}

/** A field as people write it; the number can be tapped. */
function shown(appointment: StoredAppointment, name: FieldName) {
  const value = appointment[name]
  if (name === 'appointment_date') return dateWords(value)
  if (name === 'appointment_time') return timeWords(value)
  return name === 'phone' ? <Link href={`tel:${dialled(value)}`}>{value}</Link> : value
}

/**
 * Tells the business of an appointment and of changes of it: all six fields, and a link that adds it to a calendar
 * (specification, point 7, call 3).
 */
export const businessNotification: EmailTemplates['businessNotification'] = (
  appointment,
  change,
  shop,
  deskLink,
) => {
  const when = shownTime(appointment.startEpochMs, shop)
  const { subject, title, lead } = news(appointment, change, shop)
  return writeLetter(
    subject(appointment.full_name, when),
    `${appointment.full_name}, ${when}`,
    <>
      <Title>{title}</Title>
      {lead && <Paragraph>{lead}</Paragraph>}
      <Ticket when={when}>
        {fieldNames
          .filter((name) => appointment[name] !== '')
          .map((name) => (
            <Paragraph key={name}>
              {fieldTitles[name].replace(/\?$/, '')}: {shown(appointment, name)}
            </Paragraph>
          ))}
      </Ticket>
      <Button href={deskLink}>{businessMails.desk}</Button>
      {appointment.status === 'confirmed' && (
        <Paragraph>
          <Link href={googleCalendarLink(businessEvent(appointment, shop))}>{businessMails.calendar}</Link>
        </Paragraph>
      )}
      <Small>{businessMails.reply}</Small>
    </>,
  )
}
