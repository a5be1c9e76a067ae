import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { calendarNotice as words } from '../../../site/copy/mails.ts'
import { type CalendarNews, isLongAgo } from '../../appointments/calendar-news.ts'
import { paragraph, title, writeLetter } from '../letter.ts'

/** Tells the owner what the readings of the calendar have brought: what is held back, and what is not known. */
export function calendarNotice({ readAtMs, unreadable, held }: CalendarNews, nowEpochMs: number, shop: Shop) {
  const isOld = isLongAgo(readAtMs ?? 0, nowEpochMs)
  const lines = [
    ...(held.length > 0
      ? [
          words.held(held.length),
          ...held.map(({ startEpochMs }) => shownTime(startEpochMs, shop)),
          words.heldWhatToDo,
        ]
      : []),
    ...(isOld
      ? [readAtMs === null ? words.neverRead : words.unread(shownTime(readAtMs, shop)), words.unreadWhatToDo]
      : []),
    ...(unreadable > 0 ? [words.unreadable(unreadable)] : []),
  ]
  return writeLetter({
    subject: words.subject,
    preview: lines[0] ?? words.subject,
    children: [title(words.subject), ...lines.map((line) => paragraph(line))],
  })
}
