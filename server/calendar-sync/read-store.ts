import type { Interval } from '../../booking/interval.ts'

/** How far a calendar has been read, so that several processes read it in turns and go on where one stopped. */
export interface ReadStore {
  /** Forgets what was read from every other calendar: another one is the owner's now. */
  keepOnly(calendar: string | null): Promise<void>
  /**
   * Takes the next turn of reading.
   * @param nextTurnAtMs - when the turn after it is
   * @returns the cursor to go on from, or null when it is not time yet
   */
  takeTurn(
    calendar: string,
    nowEpochMs: number,
    nextTurnAtMs: number,
  ): Promise<{ cursor: string | null; readAtMs: number | null } | null>
  /** Notes a whole reading: where to go on, and the busy times, which replace those known before. */
  finish(calendar: string, cursor: string, busy: readonly Interval[], nowEpochMs: number): Promise<void>
}
