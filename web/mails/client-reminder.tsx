import { shownTime } from '../../booking/shown-time.ts'
import type { Letters } from '../../booking/views.ts'
import { clientMails, reminder } from '../../site/copy/mails.ts'
import { HowToChange, VisitTicket } from './client-letter.tsx'
import { Paragraph, Title, writeLetter } from './letter.tsx'

/** Reminds the client of the appointment, the day before by default. */
export const clientReminder: Letters['clientReminder'] = (letter) => {
  const when = shownTime(letter.appointment.startEpochMs, letter.shop)
  return writeLetter(
    reminder.subject(when),
    reminder.preview(when),
    <>
      <Title>{reminder.title}</Title>
      <Paragraph>{clientMails.greeting(letter.appointment.full_name)}</Paragraph>
      <Paragraph>{reminder.lead}</Paragraph>
      <VisitTicket {...letter} />
      <HowToChange {...letter} />
    </>,
  )
}
