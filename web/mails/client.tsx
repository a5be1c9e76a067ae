import type { ReactNode } from 'react'
import { agreement } from '#copy/booking-form.ts'
import { cancelled, clientMails, confirmation, late, ready, reminder, rescheduled } from '#copy/emails.ts'
import { callOrText, phoneWords } from '#copy/phone.ts'
import { addressLine, business } from '#shop/business.ts'
import { visit } from '#shop/landing-page.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { toClientEvent } from '../../booking/calendar-event.ts'
import { consultation, getKind, kindInSentence, lengthInMinutes } from '../../booking/kinds.ts'
import { googleCalendarLink, mapLink, outlookCalendarLink } from '../../booking/links.ts'
import { changesUntilMs } from '../../booking/opening-hours.ts'
import {
  epochMsToWallTime,
  formatMoment,
  formatTime,
  msPerMinute,
  timeToMinutes,
} from '../../booking/time.ts'
import type { ClientEmail, Email, EmailTemplates } from '../../booking/views.ts'
import { Button, Link, Paragraph, Small, Subtitle, subjectTime, Ticket, Title, writeEmail } from './email.tsx'

const VisitTicket = ({ appointment, shop }: ClientEmail) => (
  <Ticket when={formatMoment(appointment.startEpochMs, shop)}>
    {appointment.kind !== consultation && (
      <Paragraph>
        {clientMails.length(getKind(appointment.kind).name, lengthInMinutes(appointment))}
      </Paragraph>
    )}
    <Paragraph>
      {business.name}, {addressLine}
    </Paragraph>
    <Paragraph>
      <Link href={mapLink}>{agreement.map}</Link>
    </Paragraph>
  </Ticket>
)

function AddToCalendar({ appointment, shop }: ClientEmail) {
  const event = toClientEvent(appointment, shop)
  return (
    <>
      <Paragraph>
        {agreement.keep}: <Link href={googleCalendarLink(event)}>{agreement.google}</Link> ·{' '}
        <Link href={outlookCalendarLink(event)}>{agreement.outlook}</Link>
      </Paragraph>
      <Small>{clientMails.calendarFile}</Small>
    </>
  )
}

const { display, dial, takesTexts } = business.phone

/** The shop’s number in a sentence, with its links. */
function PhoneText({ text }: { text: string }) {
  const [before, after] = text.split(callOrText)
  return (
    <>
      {before}
      <Link href={`tel:${dial}`}>{phoneWords.callInSentence}</Link>
      {takesTexts && (
        <>
          {` ${phoneWords.or} `}
          <Link href={`sms:${dial}`}>{phoneWords.text}</Link>
        </>
      )}{' '}
      {display}
      {after}
    </>
  )
}

/** How to reschedule or cancel: by link as long as possible, then by phone. */
function HowToChange({ appointment, shop, nowEpochMs, manageLink }: ClientEmail) {
  const untilMs = changesUntilMs(appointment.startEpochMs, shop)
  if (nowEpochMs >= untilMs)
    return (
      <Small>
        <PhoneText text={clientMails.manageByPhone} />
      </Small>
    )
  return (
    <>
      <Button href={manageLink}>{clientMails.manage}</Button>
      <Small>
        {clientMails.manageUntil(formatMoment(untilMs, shop))} <PhoneText text={clientMails.afterwards} />
      </Small>
      <Small>
        {appointment.kind === consultation
          ? clientMails.notYou
          : clientMails.bookedByShop(kindInSentence(appointment.kind))}
      </Small>
    </>
  )
}

const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a message can repeat.
    <Paragraph key={index}>{line}</Paragraph>
  ))

interface Words {
  subject: (when: string) => string
  preview: (when: string) => string
  title: string
}

/** A stranger may have typed the name and the address, so the greeting has room only for a name. */
const greetedName = ({ full_name: name }: Pick<StoredAppointment, 'full_name'>) =>
  [...name].slice(0, greetedMax).join('')

const greetedMax = 40

function confirmedEmail(details: ClientEmail, words: Words, lead: string, more?: ReactNode): Email {
  const when = formatMoment(details.appointment.startEpochMs, details.shop)
  return writeEmail(
    words.subject(subjectTime(details.appointment.startEpochMs, details.shop)),
    words.preview(when),
    <>
      <Title>{words.title}</Title>
      <Paragraph>{clientMails.greeting(greetedName(details.appointment))}</Paragraph>
      <Lines text={lead} />
      <VisitTicket {...details} />
      {more}
      <HowToChange {...details} />
    </>,
  )
}

export const clientEmails = {
  clientConfirmation(details) {
    const { kind } = details.appointment
    const { title, lead, bring } = getKind(kind)
    const subject = (when: string) => confirmation.subject(kindInSentence(kind), when)
    return confirmedEmail(
      details,
      { ...confirmation, subject, title },
      lead,
      <>
        <AddToCalendar {...details} />
        {bring.length > 0 && <Subtitle>{confirmation.bringTitle}</Subtitle>}
        {bring.map((thing) => (
          <Paragraph key={thing}>{thing}</Paragraph>
        ))}
        {kind === consultation && (
          <>
            <Subtitle>{confirmation.visitTitle}</Subtitle>
            {visit.timetable.map(({ at, what }) => (
              <Paragraph key={at}>{confirmation.visitStep(timeToMinutes(at), what)}</Paragraph>
            ))}
          </>
        )}
      </>,
    )
  },

  clientRescheduled(details, { fromEpochMs, by }) {
    const before = formatMoment(fromEpochMs, details.shop)
    const { appointment } = details
    const kind = kindInSentence(appointment.kind)
    const moved = by === 'client' ? rescheduled.byClient(before) : rescheduled.byOwner(kind, before)
    const isLength = fromEpochMs === appointment.startEpochMs
    const lead = isLength ? rescheduled.length(kind, lengthInMinutes(appointment)) : moved
    const words = { ...rescheduled, title: rescheduled.title(kind) }
    return confirmedEmail(details, words, lead, <AddToCalendar {...details} />)
  },

  clientReminder(details) {
    const { kind } = details.appointment
    const preview = (when: string) => reminder.preview(kindInSentence(kind), when)
    return confirmedEmail(
      details,
      { ...reminder, preview },
      reminder.lead(getKind(kind).lead),
      details.appointment.confirmedAtMs === undefined && (
        <>
          <Button href={details.manageLink}>{reminder.confirm}</Button>
          <Small>{reminder.confirmText}</Small>
        </>
      ),
    )
  },

  clientReady(details, message) {
    const kind = kindInSentence(details.appointment.kind)
    const title = getKind(details.appointment.kind).ready ?? ready.subject(kind)
    return confirmedEmail(
      details,
      { subject: () => ready.subject(kind), preview: () => title, title },
      message,
    )
  },

  clientLate({ appointment, shop }, message, minutes) {
    const lead = late.lead(
      kindInSentence(appointment.kind),
      formatTime(epochMsToWallTime(appointment.startEpochMs + minutes * msPerMinute, shop.timeZone).time),
    )
    return writeEmail(
      late.subject,
      lead,
      <>
        <Title>{late.title}</Title>
        <Paragraph>{clientMails.greeting(greetedName(appointment))}</Paragraph>
        <Lines text={message} />
        <Paragraph>{lead}</Paragraph>
        <Small>
          <PhoneText text={late.stays} />
        </Small>
      </>,
    )
  },

  clientCancelled(appointment, { by, message }, shop, pageUrl) {
    const when = formatMoment(appointment.startEpochMs, shop)
    const kind = kindInSentence(appointment.kind)
    return writeEmail(
      cancelled.subject(subjectTime(appointment.startEpochMs, shop)),
      cancelled.title(kind),
      <>
        <Title>{cancelled.title(kind)}</Title>
        <Paragraph>{clientMails.greeting(greetedName(appointment))}</Paragraph>
        <Paragraph>{(by === 'client' ? cancelled.byClient : cancelled.byOwner)(kind, when)}</Paragraph>
        {message && <Lines text={message} />}
        {appointment.kind === consultation ? (
          <Button href={pageUrl}>{cancelled.again}</Button>
        ) : (
          <Paragraph>
            <PhoneText text={cancelled.againByPhone} />
          </Paragraph>
        )}
      </>,
    )
  },
} satisfies Partial<EmailTemplates>
