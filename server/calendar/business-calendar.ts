import type { CalendarEvent } from '../../booking/calendar-event.ts'

/** An event that an appointment owns: its UID stays, its sequence grows with each change (RFC 5545, 3.8.7.4). */
export interface OwnedEvent extends CalendarEvent {
  uid: string
  sequence: number
}

/** The owner's calendar, wherever it is. */
export interface BusinessCalendar {
  /** For the owner, at the start of the server: where the calendar is. */
  where: string
  /**
   * Makes the calendar show the event. The same event again changes nothing.
   * @throws when the calendar cannot be reached or refuses; trying again is safe
   */
  put(event: OwnedEvent, signal: AbortSignal): Promise<void>
}
