import { shownTime } from '../../../booking/date-words.ts'
import type { Shop } from '../../../booking/shop.ts'
import { doctor as copy } from '../../../site/copy/doctor.ts'
import { type CalendarNews, isLongAgo } from '../../appointments/calendar-news.ts'
import { type Finding, look, thoseThatHold } from './finding.ts'

/** What the server's readings of the owner's calendar have brought. */
export function checkReadings(
  { readAtMs, unreadable, held }: CalendarNews,
  shop: Shop,
  nowEpochMs: number,
): Finding[] {
  const isOld = readAtMs === null || isLongAgo(readAtMs, nowEpochMs)
  const words = copy.readings
  const since = readAtMs === null ? words.never : words.last(shownTime(readAtMs, shop))
  const findings = [
    isOld && look(words.old(since)),
    unreadable > 0 && look(words.unreadable(unreadable)),
    held.length > 0 && look(words.held(held.length)),
  ]
  return thoseThatHold(findings, words.fine)
}
