import { shownTime } from '../../booking/shown-time.ts'
import type { Letters } from '../../booking/views.ts'
import { visit } from '../../site/copy/landing-page.ts'
import { clientMails, confirmation } from '../../site/copy/mails.ts'
import { AddToCalendar, HowToChange, VisitTicket } from './client-letter.tsx'
import { Paragraph, Subtitle, Title, writeLetter } from './letter.tsx'

/** Tells the client that the appointment is booked, and what to know before it. */
export const clientConfirmation: Letters['clientConfirmation'] = (letter) => {
  const when = shownTime(letter.appointment.startEpochMs, letter.shop)
  return writeLetter(
    confirmation.subject(when),
    confirmation.preview(when),
    <>
      <Title>{confirmation.title}</Title>
      <Paragraph>{clientMails.greeting(letter.appointment.full_name)}</Paragraph>
      <Paragraph>{confirmation.lead}</Paragraph>
      <VisitTicket {...letter} />
      <AddToCalendar {...letter} />
      <Subtitle>{confirmation.bringTitle}</Subtitle>
      {confirmation.bring.map((thing) => (
        <Paragraph key={thing}>{thing}</Paragraph>
      ))}
      <Subtitle>{confirmation.visitTitle}</Subtitle>
      {visit.timetable.map(({ at, what }) => (
        <Paragraph key={at}>{`${at}  ${what}`}</Paragraph>
      ))}
      <HowToChange {...letter} />
    </>,
  )
}
