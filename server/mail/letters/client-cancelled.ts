import type { Shop } from '../../../booking/shop.ts'
import { cancelled, clientMails } from '../../../site/copy/mails.ts'
import { shownTime } from '../../shown-time.ts'
import type { AppointmentChange } from '../../storage/appointment-changes.ts'
import type { StoredAppointment } from '../../storage/appointment-row.ts'
import { button, paragraph, title, writeLetter } from '../letter.ts'

/** Tells the client that nobody expects them any more. @param pageUrl - where another time can be booked */
export function clientCancelled(
  appointment: StoredAppointment,
  { by }: AppointmentChange,
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
      button(pageUrl, cancelled.again),
    ],
  })
}
