import type { ReactNode } from 'react'
import { addressLine, business } from '#shop/business.ts'
import { visit } from '#shop/landing-page.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink, mapLink, outlookCalendarLink } from '../../booking/links.ts'
import { changesUntilMs } from '../../booking/opening-hours.ts'
import { minutesOfDay, shownTime } from '../../booking/time.ts'
import type { ClientLetter, EmailTemplates, Letter } from '../../booking/views.ts'
import { agreement } from '../../copy/booking-form.ts'
import { cancelled, clientMails, confirmation, reminder, rescheduled } from '../../copy/emails.ts'
import {
  Button,
  Link,
  Paragraph,
  Small,
  Subtitle,
  subjectTime,
  Ticket,
  Title,
  writeLetter,
} from './letter.tsx'

const VisitTicket = ({ appointment, shop }: ClientLetter) => (
  <Ticket when={shownTime(appointment.startEpochMs, shop)}>
    <Paragraph>
      {business.name}, {addressLine}
    </Paragraph>
    <Paragraph>
      <Link href={mapLink}>{agreement.map}</Link>
    </Paragraph>
  </Ticket>
)

function AddToCalendar({ appointment, shop }: ClientLetter) {
  const event = clientEvent(appointment, shop)
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
function HowToChange({ appointment, shop, nowEpochMs, manageLink }: ClientLetter) {
  const untilMs = changesUntilMs(appointment.startEpochMs, shop)
  if (nowEpochMs >= untilMs) return <Small>{clientMails.manageByPhone}</Small>
  return (
    <>
      <Button href={manageLink}>{clientMails.manage}</Button>
      <Small>
        {clientMails.manageUntil(shownTime(untilMs, shop))} {clientMails.afterwards}
      </Small>
      <Small>{clientMails.notYou}</Small>
    </>
  )
}

interface Words {
  subject: (when: string) => string
  preview: (when: string) => string
  title: string
}

/** A stranger may have typed the name and the address: a greeting has no room for more than a name. */
const greetedName = ({ full_name: name }: Pick<StoredAppointment, 'full_name'>) =>
  [...name].slice(0, greetedMost).join('')

const greetedMost = 40

/** An email about a confirmed appointment: what is new, when and where, how to change it. */
function confirmedEmail(letter: ClientLetter, words: Words, lead: string, more?: ReactNode): Letter {
  const when = shownTime(letter.appointment.startEpochMs, letter.shop)
  return writeLetter(
    words.subject(subjectTime(letter.appointment.startEpochMs, letter.shop)),
    words.preview(when),
    <>
      <Title>{words.title}</Title>
      <Paragraph>{clientMails.greeting(greetedName(letter.appointment))}</Paragraph>
      <Paragraph>{lead}</Paragraph>
      <VisitTicket {...letter} />
      {more}
      <HowToChange {...letter} />
    </>,
  )
}

/** The emails to clients. */
export const clientLetters = {
  clientConfirmation: (letter) =>
    confirmedEmail(
      letter,
      confirmation,
      confirmation.lead,
      <>
        <AddToCalendar {...letter} />
        <Subtitle>{confirmation.bringTitle}</Subtitle>
        {confirmation.bring.map((thing) => (
          <Paragraph key={thing}>{thing}</Paragraph>
        ))}
        <Subtitle>{confirmation.visitTitle}</Subtitle>
        {visit.timetable.map(({ at, what }) => (
          <Paragraph key={at}>{confirmation.visitStep(minutesOfDay(at), what)}</Paragraph>
        ))}
      </>,
    ),

  clientRescheduled(letter, { fromEpochMs, by }) {
    const before = shownTime(fromEpochMs, letter.shop)
    const lead = by === 'client' ? rescheduled.byClient(before) : rescheduled.byOwner(before)
    return confirmedEmail(letter, rescheduled, lead, <AddToCalendar {...letter} />)
  },

  clientReminder: (letter) => confirmedEmail(letter, reminder, reminder.lead),

  clientCancelled(appointment, { by, message }, shop, pageUrl) {
    const when = shownTime(appointment.startEpochMs, shop)
    return writeLetter(
      cancelled.subject(subjectTime(appointment.startEpochMs, shop)),
      cancelled.preview,
      <>
        <Title>{cancelled.title}</Title>
        <Paragraph>{clientMails.greeting(greetedName(appointment))}</Paragraph>
        <Paragraph>{by === 'client' ? cancelled.byClient(when) : cancelled.byOwner(when)}</Paragraph>
        {message?.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a message can repeat.
          <Paragraph key={index}>{line}</Paragraph>
        ))}
        <Button href={pageUrl}>{cancelled.again}</Button>
      </>,
    )
  },
} satisfies Partial<EmailTemplates>
