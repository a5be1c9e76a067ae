import { randomUUID } from 'node:crypto'
import type { Shop } from '../../../booking/opening-hours.ts'
import { msPerMinute, shownTime } from '../../../booking/time.ts'
import { doctor as copy } from '../../../copy/doctor.ts'
import type { CalendarNews } from '../../appointments/calendar-news.ts'
import { eventUid } from '../../appointments/identity.ts'
import { faultOf } from '../../base/fault.ts'
import type { BusinessCalendar } from '../../calendar/business-calendar.ts'
import { type Finding, failure, fine, thoseThatHold, warning } from './finding.ts'

const timeoutMs = 15_000

/** Puts an event into the calendar and takes it out again. */
export async function checkCalendar(calendar: BusinessCalendar, nowEpochMs: number): Promise<Finding[]> {
  const uid = eventUid(`doctor-${randomUUID()}`)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const times = { startEpochMs: nowEpochMs, endEpochMs: nowEpochMs + 5 * msPerMinute }
    const text = { ...copy.calendar.test, location: '' }
    const event = { ...text, ...times, uid, sequence: 0, status: 'confirmed' } as const
    await calendar.put(event, signal)
    await calendar.remove(event, signal)
    return [fine(copy.calendar.fine)]
  } catch (error) {
    return [failure(copy.calendar.failed(faultOf(error)))]
  }
}

/** What the server's readings of the owner's calendar have brought. */
export function checkReadings({ readAtMs, isOld, unreadable, held }: CalendarNews, shop: Shop): Finding[] {
  const words = copy.readings
  const since = readAtMs === null ? words.never : words.last(shownTime(readAtMs, shop))
  const findings = [
    isOld && warning(words.old(since)),
    unreadable > 0 && warning(words.unreadable(unreadable)),
    held.length > 0 && warning(words.held(held.length)),
  ]
  return thoseThatHold(findings, words.fine)
}
