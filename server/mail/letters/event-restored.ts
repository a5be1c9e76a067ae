import type { StoredAppointment } from '../../../booking/appointment.ts'
import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { eventRestored as words } from '../../../site/copy/mails.ts'
import { paragraph, title, writeLetter } from '../letter.ts'

/** Tells the owner that an event that was brought back brings back no appointment. */
export function eventRestored({ full_name: name, startEpochMs }: StoredAppointment, shop: Shop) {
  return writeLetter({
    subject: words.subject(name),
    preview: words.stays,
    children: [
      title(words.title),
      paragraph(words.lead(name, shownTime(startEpochMs, shop))),
      paragraph(words.stays),
    ],
  })
}
