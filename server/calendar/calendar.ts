import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import {
  blockedTimeEvent,
  blockedTimeUid,
  eventUid,
  type OwnedEvent,
  ownersEventOf,
} from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { type Interval, msPerHour, msPerMinute } from '../../booking/time.ts'

/** Drops the seconds, which no appointment has: an event with seconds would count as moved at each poll. */
export const wholeMinute = (epochMs: number) => epochMs - (epochMs % msPerMinute)

/** An event that this server wrote, at its last known time. */
export interface KnownEvent extends Interval {
  uid: string
}

/** An event that this server wrote, as it is in the owner's calendar. In a series it is the first time. */
export interface RemoteEvent extends KnownEvent {
  /** The entity tag (RFC 9110, 8.8.3): it changes with the event. */
  version: string
  /** A day without a time. */
  allDay: boolean
}

/** A time that something in the calendar keeps busy. */
export interface BusyTime extends Interval {
  /**
   * The UID of an event that this server wrote, at its own time; null for the rest, repetitions and copies included.
   */
  ownUid: string | null
}

/** Whether the last whole poll is so long ago that the owner should know; the calendar's server may be restarting. */
export const isLongAgo = (polledAtMs: number, nowEpochMs: number) => nowEpochMs - polledAtMs > msPerHour

/** The calendar's content, as one poll found it. */
export interface PollResult {
  /** This server's events, any time after the interval's start. */
  events: RemoteEvent[]
  /** All times that keep the owner busy during the interval, those events included. */
  busy: BusyTime[]
  /** The UIDs, or the names where they are unknown, of the entries that could not be read. */
  unreadable: string[]
}

/** A calendar on another server, in which the owner works also. Each call may throw. */
export interface RemoteCalendar {
  /** The calendar's address, for the owner. */
  where: string
  /** Distinguishes calendars in the database. */
  id: string
  /**
   * @returns null for an event that is no longer there, or that the owner marked as canceled
   * @throws when the calendar itself is not there, or does not answer
   */
  find(event: KnownEvent, signal: AbortSignal): Promise<RemoteEvent | null>
  /** Adds the event, or does nothing if the calendar has it. */
  create(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Moves the event and keeps what the owner wrote into it.
   * @throws {ChangedMeanwhile} when it is no longer the given version
   */
  move(known: RemoteEvent, event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Removes everything that the given event does not say, the owner's notes included. The event and its repetitions
   * stay at their times, or are canceled. Does nothing where there is no such event.
   * @throws {ChangedMeanwhile} when the owner changes it at the same time
   */
  reword(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /** @throws {ChangedMeanwhile} when it is no longer the given version */
  erase(known: RemoteEvent, signal: AbortSignal): Promise<void>
  /** @param interval - the same one for all polls of a day, so unchanged entries are not read again */
  read(interval: Interval, signal: AbortSignal): Promise<PollResult>
}

/** The owner changed the event since the last poll; no change of the owner's is overwritten unseen. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'

  constructor(options?: ErrorOptions) {
    super('The owner has changed the event in the calendar.', options)
  }
}

/** The calendar's server answered with an error. */
export class CalendarRejected extends Error {
  override name = 'CalendarRejected'
  /** For logs: it holds no text of an event. */
  code: string

  constructor(code: string, options?: ErrorOptions) {
    super(`The calendar rejected the request: ${code}`, options)
    this.code = code
  }
}

/** The event of an appointment, at its stored time. */
export function ownersEvent(
  appointment: Omit<StoredAppointment, 'created_at'>,
  shop: Shop,
  uidDomain: string,
): OwnedEvent {
  const { id, sequence, status, full_name: name, email } = appointment
  const event = { ...ownersEventOf(appointment, shop), uid: eventUid(id, uidDomain), sequence, status }
  return email ? { ...event, attendee: { name, email } } : event
}

/** The event of a blocked time. */
export function blockedEvent(blocked: StoredBlockedTime, uidDomain: string): OwnedEvent {
  const { id, sequence, status } = blocked
  return { ...blockedTimeEvent(blocked), uid: blockedTimeUid(id, uidDomain), sequence, status }
}

/** The owner's calendar, of any kind. */
export interface BusinessCalendar {
  /** The calendar's address, for the owner. */
  where: string
  // Each call throws when the calendar cannot be reached or rejects it, and can be repeated.

  /** Makes the calendar show the event. The same event again changes nothing. */
  put(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /** Leaves of an event in the calendar only what the given one says. Adds none. */
  forget(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /** Removes an event, if it is there. */
  remove(event: OwnedEvent, signal: AbortSignal): Promise<void>
}
