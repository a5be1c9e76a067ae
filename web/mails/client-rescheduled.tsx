import { shownTime } from '../../booking/shown-time.ts'
import type { Letters } from '../../booking/views.ts'
import { clientMails, rescheduled } from '../../site/copy/mails.ts'
import { AddToCalendar, HowToChange, VisitTicket } from './client-letter.tsx'
import { Paragraph, Title, writeLetter } from './letter.tsx'

/** Tells the client of the new time. */
export const clientRescheduled: Letters['clientRescheduled'] = (letter, { fromEpochMs, by }) => {
  const when = shownTime(letter.appointment.startEpochMs, letter.shop)
  const before = shownTime(fromEpochMs, letter.shop)
  return writeLetter(
    rescheduled.subject(when),
    rescheduled.preview(when),
    <>
      <Title>{rescheduled.title}</Title>
      <Paragraph>{clientMails.greeting(letter.appointment.full_name)}</Paragraph>
      <Paragraph>{by === 'client' ? rescheduled.byClient(before) : rescheduled.byOwner(before)}</Paragraph>
      <VisitTicket {...letter} />
      <AddToCalendar {...letter} />
      <HowToChange {...letter} />
    </>,
  )
}
