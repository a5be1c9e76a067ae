import { shownTime } from '../../../booking/shown-time.ts'
import { clientMails, reminder } from '../../../site/copy/mails.ts'
import { paragraph, title, writeLetter } from '../letter.ts'
import { type ClientLetter, howToChange, visitTicket } from './client-letter.ts'

/** Reminds the client of the appointment, the day before by default. */
export function clientReminder(letter: ClientLetter) {
  const { appointment, shop } = letter
  const when = shownTime(appointment.startEpochMs, shop)
  return writeLetter({
    subject: reminder.subject(when),
    preview: reminder.preview(when),
    children: [
      title(reminder.title),
      paragraph(clientMails.greeting(appointment.full_name)),
      paragraph(reminder.lead),
      visitTicket(letter),
      ...howToChange(letter),
    ],
  })
}
