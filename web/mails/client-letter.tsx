import { clientEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink, mapLink, outlookCalendarLink } from '../../booking/calendar-links.ts'
import { changesUntilMs } from '../../booking/changes-until.ts'
import { shownTime } from '../../booking/shown-time.ts'
import type { ClientLetter } from '../../booking/views.ts'
import { addressLine, business } from '../../site/business.ts'
import { clientMails } from '../../site/copy/mails.ts'
import { Button, Link, Paragraph, Small, Ticket } from './letter.tsx'

/** When and where the client is expected. */
export function VisitTicket({ appointment, shop }: ClientLetter) {
  return (
    <Ticket when={shownTime(appointment.startEpochMs, shop)}>
      <Paragraph>
        {business.name}, {addressLine}
      </Paragraph>
      <Paragraph>
        <Link href={mapLink}>{clientMails.map}</Link>
      </Paragraph>
    </Ticket>
  )
}

export function AddToCalendar({ appointment, shop }: ClientLetter) {
  const event = clientEvent(appointment, shop)
  return (
    <>
      <Paragraph>
        {clientMails.calendar} <Link href={googleCalendarLink(event)}>{clientMails.google}</Link> ·{' '}
        <Link href={outlookCalendarLink(event)}>{clientMails.outlook}</Link>
      </Paragraph>
      <Small>{clientMails.calendarFile}</Small>
    </>
  )
}

/** How to move or cancel it: with the link as long as that is possible, then by telephone. */
export function HowToChange({ appointment, shop, nowEpochMs, manageLink }: ClientLetter) {
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
