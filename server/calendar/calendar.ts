import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import { businessEvent, closureEvent, type OwnedEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { type Interval, msPerMinute } from '../../booking/time.ts'
import { closureUid, eventUid } from '../appointments/identity.ts'

/**
 * The minute that an instant lies in, epoch milliseconds. An appointment has no seconds: an event that has some would
 * never stand where its appointment does, and each reading would find it moved again.
 */
export const wholeMinute = (epochMs: number) => epochMs - (epochMs % msPerMinute)

/** An event of ours, at the time at which it is known to take place, where one may have to look for it. */
export interface KnownEvent extends Interval {
  uid: string
}

/** One of our events as it stands in the owner's calendar; of one that the owner has made repeat, the first time. */
export interface RemoteEvent extends KnownEvent {
  /** Changes with every change of the event there (an entity tag, RFC 9110, 8.8.3). */
  version: string
  /** A day and no time of it. */
  allDay: boolean
}

/** A time that something in the calendar keeps busy. */
export interface BusyTime extends Interval {
  /** UID of the event that we wrote and whose own time it is; null for all else, its repetitions and copies too. */
  ownUid: string | null
}

/** What stands in the calendar, as one reading found it. */
export interface Reading {
  /** The events with a UID of ours that we could have written, whenever they are after the interval's start. */
  events: RemoteEvent[]
  /** Whatever keeps the owner busy during the interval, those events included. */
  busy: BusyTime[]
  /** UIDs of what could not be read, or for want of them the names. */
  unreadable: string[]
}

/** A calendar on somebody else's server, in which the owner works too. Everything here may throw. */
export interface RemoteCalendar {
  /** For the owner: where the calendar is. */
  where: string
  /** Tells calendars apart in our database. */
  id: string
  /**
   * @returns null for an event that is not there any more, or that the owner has marked as cancelled
   * @throws when the calendar itself is not there, or does not answer
   */
  find(event: KnownEvent, signal: AbortSignal): Promise<RemoteEvent | null>
  /** Adds the event, or does nothing when it stands there already. */
  create(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Moves the event and leaves what the owner has written into it.
   * @throws {ChangedMeanwhile} when it is not the given version any more
   */
  move(known: RemoteEvent, event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Takes out of the event everything that the given one does not say, what the owner has written into it too, and
   * leaves it and its repetitions at their times, or cancelled. One that is not there is left so.
   * @throws {ChangedMeanwhile} when the owner changes it in the same moment
   */
  reword(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /** @throws {ChangedMeanwhile} when it is not the given version any more */
  erase(known: RemoteEvent, signal: AbortSignal): Promise<void>
  /** @param interval - the same one for all readings of a day: what was read for it is kept and not read again */
  read(interval: Interval, signal: AbortSignal): Promise<Reading>
}

/** The owner has changed the event since we last looked; what the owner does is never overwritten unseen. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'

  constructor(options?: ErrorOptions) {
    super('The owner has changed the event in the calendar.', options)
  }
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

/** What it shows of an appointment, at the stored time: the length of a consultation may have changed since. */
export function ownersEvent(appointment: Omit<StoredAppointment, 'created_at'>, shop: Shop): OwnedEvent {
  const { id, sequence, status, startEpochMs, endEpochMs, full_name: name, email } = appointment
  const times = { startEpochMs, endEpochMs }
  const event = { ...businessEvent(appointment, shop), ...times, uid: eventUid(id), sequence, status }
  return email ? { ...event, attendee: { name, email } } : event
}

/** What it shows of a closure. */
export function closuresEvent(closure: StoredBlockedTime): OwnedEvent {
  const { id, sequence, status } = closure
  return { ...closureEvent(closure), uid: closureUid(id), sequence, status }
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
  remove(event: OwnedEvent, signal: AbortSignal): Promise<void>
}
