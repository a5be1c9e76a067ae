import { type Interval, msPerHour } from '../../booking/time.ts'
import type { CalendarNewsWords } from '../../booking/views.ts'

/** Since the last whole reading, so that the owner should know; before, the calendar's server may just be restarting. */
export const isLongAgo = (readAtMs: number, nowEpochMs: number) => nowEpochMs - readAtMs > msPerHour

/** An appointment whose event is gone together with so many others that the owner is asked. */
export interface HeldBack extends Interval {
  sinceMs: number
}

/** What the readings of a calendar have brought that its owner should know of, or has to decide. */
export interface CalendarNews extends CalendarNewsWords {
  held: readonly HeldBack[]
  /** Whether there is something of it that the owner was not told yet. */
  isUntold: boolean
}

export interface CalendarNewsStore {
  find(calendar: string, nowEpochMs: number): Promise<CalendarNews>
  /** The last refused move of an event. */
  findRefusal(calendar: string, uid: string): Promise<RefusedMove | null>
  /** Since when the event of a cancelled appointment stands there again, epoch milliseconds. */
  findRestored(calendar: string, uid: string): Promise<number | null>
  /** Owes the owner a notice of what was not told yet, not too soon after the last. @returns whether one is due */
  oweNotice(calendar: string, nowEpochMs: number): Promise<boolean>
  markTold(calendar: string, news: CalendarNews, nowEpochMs: number): Promise<void>
  /** The owner's answer: what is held back is cancelled, as the next readings find. @returns how many */
  release(calendar: string): Promise<number>
  /** The owner's other answer: the events of what is held back are written again. @returns how many */
  putBack(calendar: string, nowEpochMs: number): Promise<number>
}

/** Why an owner's move of an event was not followed. */
export type Refusal = 'taken' | 'all-day' | 'past' | 'clock-change'

export interface RefusedMove {
  /** Where the owner had moved the event to. */
  startEpochMs: number
  why: Refusal
  /** Counts the refused moves of one appointment. */
  count: number
}
