import type { Shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { type CalendarNews, isLongAgo } from '../../appointments/calendar-news.ts'
import { type Finding, look, thoseThatHold } from './finding.ts'

/** What the server's readings of the owner's calendar have brought. */
export function checkReadings(
  { readAtMs, unreadable, held }: CalendarNews,
  shop: Shop,
  nowEpochMs: number,
): Finding[] {
  const isOld = readAtMs === null || isLongAgo(readAtMs, nowEpochMs)
  const since = readAtMs === null ? 'was never read' : `was last read on ${shownTime(readAtMs, shop)}`
  const findings = [
    isOld &&
      look(
        `The calendar ${since}: times that you are busy since then can be booked.`,
        'Start the server: it reads the calendar by itself. If it runs, its log says why it cannot.',
      ),
    unreadable > 0 &&
      look(
        `${unreadable} entries of the calendar could not be read: their times can be booked.`,
        'The log names them; delete them and write them again.',
      ),
    held.length > 0 &&
      look(
        `${held.length} consultations have disappeared from the calendar with others, and stay booked.`,
        'Answer with "npm run calendar confirm" or "npm run calendar put-back".',
      ),
  ]
  return thoseThatHold(findings, 'The calendar is read, and all of it.')
}
