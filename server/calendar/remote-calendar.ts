import type { OwnedEvent } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/interval.ts'

/** One of our events as it stands in the owner's calendar. */
export interface RemoteEvent extends Interval {
  uid: string
  /** Changes with every change of the event there (an entity tag, RFC 9110, 8.8.3). */
  version: string
  /** A day and no time of it. */
  allDay: boolean
}

/** What has happened to our events since a cursor. */
export interface RemoteChanges {
  /** Where to go on from the next time. */
  cursor: string
  events: RemoteEvent[]
  /** UIDs of events that are not there any more, or that the owner has marked as cancelled. */
  gone: string[]
}

/** A time that an event in the calendar keeps busy. */
export interface BusyTime extends Interval {
  /** UID of an event of ours; null for everything else. */
  ownUid: string | null
}

/** A calendar on somebody else's server, in which the owner works too. Everything here may throw. */
export interface RemoteCalendar {
  /** For the owner: where the calendar is. */
  where: string
  /** Tells calendars apart in our database. */
  id: string
  find(uid: string, signal: AbortSignal): Promise<RemoteEvent | null>
  /** Adds the event, or does nothing when it stands there already. */
  create(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Moves the event and leaves what the owner has written into it.
   * @throws {ChangedMeanwhile} when it is not the given version any more
   */
  move(known: RemoteEvent, event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Takes out of the event everything that the given one does not say, what the owner has written into it too, and
   * leaves it at its time.
   * @throws {ChangedMeanwhile} when it is not the given version any more
   */
  reword(known: RemoteEvent, event: OwnedEvent, signal: AbortSignal): Promise<void>
  /** @throws {ChangedMeanwhile} when it is not the given version any more */
  erase(known: RemoteEvent, signal: AbortSignal): Promise<void>
  /**
   * @param cursor - null for the first look, which tells of all known events
   * @param known - UIDs of the events that matter
   */
  changesSince(cursor: string | null, known: ReadonlySet<string>, signal: AbortSignal): Promise<RemoteChanges>
  busyDuring(interval: Interval, signal: AbortSignal): Promise<BusyTime[]>
}

/** The owner has changed the event since we last looked; what the owner does is never overwritten unseen. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

/** The calendar's server answered, and it was a refusal. */
export class CalendarRefused extends Error {
  override name = 'CalendarRefused'
  /** Fit for logs: no address, no text of an event. */
  code: string

  constructor(code: string, options?: ErrorOptions) {
    super(`The calendar refused: ${code}`, options)
    this.code = code
  }
}
