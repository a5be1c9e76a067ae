import type { Interval } from '../../booking/interval.ts'

/** What readings of a calendar have brought, and whose turn the next one is. */
export interface ReadStore {
  /** Forgets what was read from every other calendar: another one is the owner's now. */
  keepOnly(calendar: string | null): Promise<void>
  /**
   * Takes the next turn of reading.
   * @param everyMs - from this turn to the next; one that lies further away was noted by a clock that was ahead
   * @returns when it was last read as a whole, or null when it is not time yet
   */
  takeTurn(calendar: string, nowEpochMs: number, everyMs: number): Promise<{ readAtMs: number | null } | null>
  /** Notes a whole reading: the busy times, which replace those known before, and how much could not be read. */
  finish(calendar: string, busy: readonly Interval[], unreadable: number, nowEpochMs: number): Promise<void>
}
