import { shownTime } from '../../../booking/shown-time.ts'
import { visit } from '../../../site/copy/landing-page.ts'
import { clientMails, confirmation } from '../../../site/copy/mails.ts'
import { paragraph, subtitle, title, writeLetter } from '../letter.ts'
import { addToCalendar, type ClientLetter, howToChange, visitTicket } from './client-letter.ts'

/** Tells the client that the appointment is booked, and what to know before it. */
export function clientConfirmation(letter: ClientLetter) {
  const { appointment, shop } = letter
  const when = shownTime(appointment.startEpochMs, shop)
  return writeLetter({
    subject: confirmation.subject(when),
    preview: confirmation.preview(when),
    children: [
      title(confirmation.title),
      paragraph(clientMails.greeting(appointment.full_name)),
      paragraph(confirmation.lead),
      visitTicket(letter),
      ...addToCalendar(letter),
      subtitle(confirmation.bringTitle),
      ...confirmation.bring.map((thing) => paragraph(thing)),
      subtitle(confirmation.visitTitle),
      ...visit.timetable.map(({ at, what }) => paragraph(`${at}  ${what}`)),
      ...howToChange(letter),
    ],
  })
}
