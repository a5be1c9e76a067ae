import type { AppointmentChange, StoredAppointment } from '../../../booking/appointment.ts'
import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { cancelled, clientMails } from '../../../site/copy/mails.ts'
import { button, paragraph, title, writeLetter } from '../letter.ts'

/** Tells the client that nobody expects them any more. @param pageUrl - where another time can be booked */
export function clientCancelled(
  appointment: StoredAppointment,
  { by, message }: AppointmentChange,
  shop: Shop,
  pageUrl: string,
) {
  const when = shownTime(appointment.startEpochMs, shop)
  return writeLetter({
    subject: cancelled.subject(when),
    preview: cancelled.preview,
    children: [
      title(cancelled.title),
      paragraph(clientMails.greeting(appointment.full_name)),
      paragraph(by === 'client' ? cancelled.byClient(when) : cancelled.byOwner(when)),
      ...(message ? message.split('\n').map((line) => paragraph(line)) : []),
      button(pageUrl, cancelled.again),
    ],
  })
}
