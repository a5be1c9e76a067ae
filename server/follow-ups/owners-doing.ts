import type { CalendarNews } from '../appointments/calendar-news.ts'
import type { RefusedMove } from '../appointments/ports.ts'

/** What the owner has done in the calendar, and is told of. */
export interface OwnersDoing {
  /** The last move of an event that could not be followed. */
  findRefusal(uid: string): Promise<RefusedMove | null>
  /** Since when the event of a cancelled appointment stands there again, epoch milliseconds. */
  findRestored(uid: string): Promise<number | null>
  findNews(nowEpochMs: number): Promise<CalendarNews>
  markTold(news: CalendarNews, nowEpochMs: number): Promise<void>
}
