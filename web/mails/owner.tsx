import type { ReactNode } from 'react'
import { ownerFieldTitles } from '#copy/booking-form.ts'
import {
  bookingAlert,
  businessMails,
  calendarNotice,
  deskLink,
  eventRestored,
  moveRefused,
  testMail,
  trouble,
} from '#copy/emails.ts'
import {
  type AppointmentChange,
  type FieldName,
  fieldNames,
  type StoredAppointment,
} from '../../booking/appointment.ts'
import { toOwnerEvent } from '../../booking/calendar-event.ts'
import { toDialDigits } from '../../booking/contact.ts'
import { kindInSentence } from '../../booking/kinds.ts'
import { googleCalendarLink } from '../../booking/links.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { sourceWords } from '../../booking/sources.ts'
import { formatDate, formatMoment, formatTime } from '../../booking/time.ts'
import type { Email, EmailTemplates } from '../../booking/views.ts'
import { Button, Link, Paragraph, Small, subjectTime, Ticket, Title, writeEmail } from './email.tsx'

interface MessageText {
  subject: string
  preview: string
  title: string
  lines: readonly string[]
}

const plain = ({ subject, preview, title, lines }: MessageText, end?: ReactNode): Email =>
  writeEmail(
    subject,
    preview,
    <>
      <Title>{title}</Title>
      {lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
      {end}
    </>,
  )

export const ownerEmails = {
  moveRefused({ full_name: name, kind: kindId, startEpochMs }, refused, shop) {
    const { subject, title, lead, stays } = moveRefused
    const kind = kindInSentence(kindId)
    const why = moveRefused.why[refused.why]
    const wanted = formatMoment(refused.startEpochMs, shop)
    const lines = [lead(name, kind, wanted), why, stays(formatMoment(startEpochMs, shop))]
    return plain({ subject: subject(name, kind), preview: why, title: title(kind), lines })
  },

  eventRestored({ full_name: name, kind: kindId, startEpochMs }, shop) {
    const { subject, title, lead, stays } = eventRestored
    const kind = kindInSentence(kindId)
    const lines = [lead(name, kind, formatMoment(startEpochMs, shop)), stays]
    return plain({ subject: subject(name, kind), preview: stays, title: title(kind), lines })
  },

  calendarNotice({ polledAtMs, isOld, unreadable, onHold }, shop) {
    const { subject, heldWhatToDo, unreadWhatToDo, neverRead } = calendarNotice
    const heldStarts = onHold.map(({ startEpochMs }) => formatMoment(startEpochMs, shop))
    const unread = polledAtMs === null ? neverRead : calendarNotice.unread(formatMoment(polledAtMs, shop))
    const lines = [
      ...(onHold.length > 0 ? [calendarNotice.held(onHold.length), ...heldStarts, heldWhatToDo] : []),
      ...(isOld ? [unread, unreadWhatToDo] : []),
      ...(unreadable > 0 ? [calendarNotice.unreadable(unreadable)] : []),
    ]
    return plain({ subject, preview: lines[0] ?? subject, title: subject, lines })
  },

  calendarTrouble(count, lines) {
    const { calendarTitle: title, calendarLead, whatToDo } = trouble
    const words = { subject: trouble.calendarSubject(count), preview: title, title }
    return plain({ ...words, lines: [calendarLead, ...lines] }, <Small>{whatToDo}</Small>)
  },

  bookingAlert({ inHour, fromNetwork, usualWeek, isAlone }, deskLink) {
    const { title, desk, whatToDo } = bookingAlert
    const lead = bookingAlert.lead(inHour)
    const alone = isAlone ? [bookingAlert.onlyNetwork] : []
    const usually = bookingAlert.usually(Math.round(usualWeek))
    const lines = [lead, bookingAlert.fromNetwork(fromNetwork), ...alone, usually]
    return plain(
      { subject: bookingAlert.subject(inHour), preview: lead, title, lines },
      <>
        <Button href={deskLink}>{desk}</Button>
        <Small>{whatToDo}</Small>
      </>,
    )
  },

  deskLink(link, lastsMinutes) {
    const { subject, title, open, notYou } = deskLink
    const lasts = deskLink.lasts(lastsMinutes)
    return plain(
      { subject, preview: lasts, title, lines: [] },
      <>
        <Button href={link}>{open}</Button>
        <Paragraph>{lasts}</Paragraph>
        <Small>{notYou}</Small>
      </>,
    )
  },

  test: (when) => plain({ ...testMail, lines: [testMail.sent(when)] }),
} satisfies Partial<EmailTemplates>

function news({ kind, status }: StoredAppointment, change: AppointmentChange | null, shop: Shop) {
  const { booked, rescheduled, cancelled } = businessMails
  const titleOf = (title: (kind: string) => string) => title(kindInSentence(kind))
  if (status === 'cancelled') return { ...cancelled, title: titleOf(cancelled.title) }
  if (change === null) return { ...booked, lead: null }
  const lead = rescheduled.lead(formatMoment(change.fromEpochMs, shop))
  return { ...rescheduled, title: titleOf(rescheduled.title), lead }
}

function shown(appointment: StoredAppointment, name: FieldName) {
  const value = appointment[name]
  if (name === 'appointment_date') return formatDate(value)
  if (name === 'appointment_time') return formatTime(value)
  if (name === 'referral_source') return value && sourceWords(value)
  return name === 'phone' ? <Link href={`tel:${toDialDigits(value)}`}>{value}</Link> : value
}

/** Call 3 (specification, point 7): all six fields, and a link that adds them to a calendar. */
export const businessNotification: EmailTemplates['businessNotification'] = (
  appointment,
  change,
  shop,
  deskLink,
) => {
  const when = formatMoment(appointment.startEpochMs, shop)
  const { subject, title, lead } = news(appointment, change, shop)
  return writeEmail(
    subject(appointment.full_name, subjectTime(appointment.startEpochMs, shop)),
    `${appointment.full_name}, ${when}`,
    <>
      <Title>{title}</Title>
      {lead && <Paragraph>{lead}</Paragraph>}
      <Ticket when={when}>
        {fieldNames
          .filter((name) => appointment[name] !== '')
          .map((name) => (
            <Paragraph key={name}>
              {ownerFieldTitles[name]}: {shown(appointment, name)}
            </Paragraph>
          ))}
      </Ticket>
      <Button href={deskLink}>{businessMails.desk}</Button>
      {appointment.status === 'confirmed' && (
        <Paragraph>
          <Link href={googleCalendarLink(toOwnerEvent(appointment, shop))}>{businessMails.calendar}</Link>
        </Paragraph>
      )}
      <Small>{businessMails.reply}</Small>
    </>,
  )
}
