import type { Shop } from '../../../booking/shop.ts'
import { trouble } from '../../../site/copy/mails.ts'
import type { StuckEffect } from '../../outbox/outbox-store.ts'
import { paragraph, small, title, writeLetter } from '../letter.ts'
import { stuckLines } from './stuck-lines.ts'

/** Tells the owner that the calendar keeps failing, and which appointments it does not show. */
export function calendarTrouble(stuck: readonly StuckEffect[], shop: Shop) {
  return writeLetter({
    subject: trouble.calendarSubject(stuck.length),
    preview: trouble.calendarTitle,
    children: [
      title(trouble.calendarTitle),
      paragraph(trouble.calendarLead),
      ...stuckLines(stuck, shop).map((line) => paragraph(line)),
      small(trouble.whatToDo),
    ],
  })
}
