import type { ReactNode } from 'react'
import { agreement } from '#copy/booking-form.ts'
import { cancelled, clientMails, confirmation, reminder, rescheduled } from '#copy/emails.ts'
import { addressLine, business } from '#shop/business.ts'
import { visit } from '#shop/landing-page.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { toClientEvent } from '../../booking/calendar-event.ts'
import { consultation, getKind, kindInSentence, lengthInMinutes } from '../../booking/kinds.ts'
import { googleCalendarLink, mapLink, outlookCalendarLink } from '../../booking/links.ts'
import { changesUntilMs } from '../../booking/opening-hours.ts'
import { shownTime, timeToMinutes } from '../../booking/time.ts'
import type { ClientEmail, Email, EmailTemplates } from '../../booking/views.ts'
import { Button, Link, Paragraph, Small, Subtitle, subjectTime, Ticket, Title, writeEmail } from './email.tsx'

const VisitTicket = ({ appointment, shop }: ClientEmail) => (
  <Ticket when={shownTime(appointment.startEpochMs, shop)}>
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

/** How to move or cancel: with the link while that is possible, then by phone. */
function HowToChange({ appointment, shop, nowEpochMs, manageLink }: ClientEmail) {
  const untilMs = changesUntilMs(appointment.startEpochMs, shop)
  if (nowEpochMs >= untilMs) return <Small>{clientMails.manageByPhone}</Small>
  return (
    <>
      <Button href={manageLink}>{clientMails.manage}</Button>
      <Small>
        {clientMails.manageUntil(shownTime(untilMs, shop))} {clientMails.afterwards}
      </Small>
      <Small>
        {appointment.kind === consultation
          ? clientMails.notYou
          : clientMails.bookedByShop(kindInSentence(appointment.kind))}
      </Small>
    </>
  )
}

interface Words {
  subject: (when: string) => string
  preview: (when: string) => string
  title: string
}

/** A stranger may have typed the name and the address, so the greeting has room only for a name. */
const greetedName = ({ full_name: name }: Pick<StoredAppointment, 'full_name'>) =>
  [...name].slice(0, greetedMost).join('')

const greetedMost = 40

function confirmedEmail(details: ClientEmail, words: Words, lead: string, more?: ReactNode): Email {
  const when = shownTime(details.appointment.startEpochMs, details.shop)
  return writeEmail(
    words.subject(subjectTime(details.appointment.startEpochMs, details.shop)),
    words.preview(when),
    <>
      <Title>{words.title}</Title>
      <Paragraph>{clientMails.greeting(greetedName(details.appointment))}</Paragraph>
      <Paragraph>{lead}</Paragraph>
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
    const before = shownTime(fromEpochMs, details.shop)
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
    return confirmedEmail(details, { ...reminder, preview }, reminder.lead(getKind(kind).lead))
  },

  clientCancelled(appointment, { by, message }, shop, pageUrl) {
    const when = shownTime(appointment.startEpochMs, shop)
    const kind = kindInSentence(appointment.kind)
    return writeEmail(
      cancelled.subject(subjectTime(appointment.startEpochMs, shop)),
      cancelled.title(kind),
      <>
        <Title>{cancelled.title(kind)}</Title>
        <Paragraph>{clientMails.greeting(greetedName(appointment))}</Paragraph>
        <Paragraph>{(by === 'client' ? cancelled.byClient : cancelled.byOwner)(kind, when)}</Paragraph>
        {message?.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a message can repeat.
          <Paragraph key={index}>{line}</Paragraph>
        ))}
        {appointment.kind === consultation ? (
          <Button href={pageUrl}>{cancelled.again}</Button>
        ) : (
          <Paragraph>{cancelled.againByPhone}</Paragraph>
        )}
      </>,
    )
  },
} satisfies Partial<EmailTemplates>
