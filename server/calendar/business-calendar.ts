import type { OwnedEvent } from '../../booking/calendar-event.ts'

/** The owner's calendar, wherever it is. */
export interface BusinessCalendar {
  /** For the owner, at the start of the server: where the calendar is. */
  where: string
  /**
   * Makes the calendar show the event. The same event again changes nothing.
   * @throws when the calendar cannot be reached or refuses; trying again is safe
   */
  put(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Makes an event that stands in the calendar say no more than the given one does, whatever it said before. One that
   * is not there is left so.
   * @throws when the calendar cannot be reached or refuses; trying again is safe
   */
  forget(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Takes an event out of the calendar without a trace; one that is not there is removed already.
   * @throws when the calendar cannot be reached or refuses
   */
  remove(uid: string, signal: AbortSignal): Promise<void>
}
