import type { AppointmentChange } from '../../../booking/appointment.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { clientMails, rescheduled } from '../../../site/copy/mails.ts'
import { paragraph, title, writeLetter } from '../letter.ts'
import { addToCalendar, type ClientLetter, howToChange, visitTicket } from './client-letter.ts'

/** Tells the client of the new time. */
export function clientRescheduled(letter: ClientLetter, { fromEpochMs, by }: AppointmentChange) {
  const { appointment, shop } = letter
  const when = shownTime(appointment.startEpochMs, shop)
  const before = shownTime(fromEpochMs, shop)
  return writeLetter({
    subject: rescheduled.subject(when),
    preview: rescheduled.preview(when),
    children: [
      title(rescheduled.title),
      paragraph(clientMails.greeting(appointment.full_name)),
      paragraph(by === 'client' ? rescheduled.byClient(before) : rescheduled.byOwner(before)),
      visitTicket(letter),
      ...addToCalendar(letter),
      ...howToChange(letter),
    ],
  })
}
