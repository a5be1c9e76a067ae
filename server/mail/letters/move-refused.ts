import type { StoredAppointment } from '../../../booking/appointment.ts'
import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { moveRefused as words } from '../../../site/copy/mails.ts'
import type { RefusedMove } from '../../appointments/ports.ts'
import { paragraph, title, writeLetter } from '../letter.ts'

/** Tells the owner why an event that was moved in the calendar goes back to where it was. */
export function moveRefused(appointment: StoredAppointment, refused: RefusedMove, shop: Shop) {
  const { full_name: name, startEpochMs } = appointment
  return writeLetter({
    subject: words.subject(name),
    preview: words.why[refused.why],
    children: [
      title(words.title),
      paragraph(words.lead(name, shownTime(refused.startEpochMs, shop))),
      paragraph(words.why[refused.why]),
      paragraph(words.stays(shownTime(startEpochMs, shop))),
    ],
  })
}
