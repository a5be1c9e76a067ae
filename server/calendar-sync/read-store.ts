import type { Interval } from '../../booking/time.ts'

export interface Turn {
  /** When the calendar was last read as a whole; null for never. */
  readAtMs: number | null
}

/** What readings of a calendar have brought, and whose turn the next one is. */
export interface ReadStore {
  /** Forgets what was read from every other calendar: another one is the owner's now. */
  keepOnly(calendar: string | null): Promise<void>
  /**
   * Takes the next turn of reading.
   * @param everyMs - from this turn to the next; one that lies further away was noted by a clock that was ahead
   * @param isStart - a start waits for no turn, unless the calendar was read as a whole since the one before was due
   * @returns null when it is not time yet
   */
  takeTurn(calendar: string, nowEpochMs: number, everyMs: number, isStart: boolean): Promise<Turn | null>
  /** Notes times as busy besides those that are, until the reading that has found them is whole. */
  add(calendar: string, busy: readonly Interval[]): Promise<void>
  /**
   * Notes a whole reading: the busy times, which replace those known before, and how much could not be read. One that
   * was overtaken by another is left out, because it may have begun before that one.
   */
  finish(
    calendar: string,
    turn: Turn,
    busy: readonly Interval[],
    unreadable: number,
    nowEpochMs: number,
  ): Promise<void>
  /** Makes due what has failed there and would be tried again later: it can be reached. */
  hasten(nowEpochMs: number): Promise<void>
}
