import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import {
  blockedTimeEvent,
  blockedTimeUid,
  eventUid,
  type OwnedEvent,
  toOwnerEvent,
} from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { type Interval, msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'

/** Drops the seconds, which appointments don't have: an event with seconds would count as moved at each poll. */
export const toWholeMinute = (epochMs: number) => epochMs - (epochMs % msPerMinute)

/** Three a day in the two years that the shop looks ahead. Anyone can send an invitation with more, which would fill the database. */
export const timesMax = 2000

/** Anyone can send an invitation. Until the owner answers, it blocks at most its first day. */
export function limitToADay(inOrder: readonly Interval[]): Interval[] {
  const untilMs = (inOrder[0]?.startEpochMs ?? 0) + msPerDay
  return inOrder.flatMap(({ startEpochMs, endEpochMs }) =>
    startEpochMs < untilMs ? [{ startEpochMs, endEpochMs: Math.min(endEpochMs, untilMs) }] : [],
  )
}

/** An event of this server, at its last known time. */
export interface KnownEvent extends Interval {
  uid: string
}

/** An event of this server, as it is in the owner's calendar. For a series, the first time. */
export interface RemoteEvent extends KnownEvent {
  /** The entity tag (RFC 9110, 8.8.3): it changes with the event. */
  version: string
  allDay: boolean
}

export interface BusyTime extends Interval {
  /** The UID of this server's event, at its own time; null for everything else, including repetitions and copies. */
  ownUid: string | null
}

/** Whether to tell the owner when the last complete poll was. */
export const isLongAgo = (polledAtMs: number, nowEpochMs: number) => nowEpochMs - polledAtMs > msPerHour

export interface PollResult {
  /** This server's events, any time after the interval's start. */
  events: RemoteEvent[]
  /** All busy times during the interval, those events included. */
  busy: BusyTime[]
  /** The UIDs, or the names, of unreadable entries. */
  unreadable: string[]
}

/** A calendar on another server, in which the owner also works. Every call may throw. */
export interface RemoteCalendar {
  /** The calendar's address, for the owner. */
  where: string
  id: string
  /**
   * @returns null for a deleted or canceled event
   * @throws if the calendar itself is gone or doesn't answer
   */
  find(event: KnownEvent, signal: AbortSignal): Promise<RemoteEvent | null>
  create(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Keeps the owner's edits. Like `erase`:
   * @throws {ChangedMeanwhile} if the event has another version by now
   */
  move(known: RemoteEvent, event: OwnedEvent, signal: AbortSignal): Promise<void>
  /**
   * Removes all other text, including the owner's notes. If the event exists, it and its repetitions stay at their
   * times, or are canceled.
   * @throws {ChangedMeanwhile} if the owner changes it at the same time
   */
  reword(event: OwnedEvent, signal: AbortSignal): Promise<void>
  erase(known: RemoteEvent, signal: AbortSignal): Promise<void>
  /** @param interval - the same for all polls of a day, so unchanged entries don't have to be read again */
  read(interval: Interval, signal: AbortSignal): Promise<PollResult>
}

/** The owner changed the event. The next poll must see that before the server writes anything. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'

  constructor(options?: ErrorOptions) {
    super('The owner has changed the event in the calendar.', options)
  }
}

export class CalendarRejected extends Error {
  override name = 'CalendarRejected'
  /** For logs. Contains no text of an event. */
  code: string

  constructor(code: string, options?: ErrorOptions) {
    super(`The calendar rejected the request: ${code}`, options)
    this.code = code
  }
}

export function buildOwnerEvent(
  appointment: Omit<StoredAppointment, 'created_at'>,
  shop: Shop,
  uidDomain: string,
): OwnedEvent {
  const { id, sequence, status, full_name: name, email } = appointment
  const event = { ...toOwnerEvent(appointment, shop), uid: eventUid(id, uidDomain), sequence, status }
  return email ? { ...event, attendee: { name, email } } : event
}

export function buildBlockedEvent(blocked: StoredBlockedTime, uidDomain: string): OwnedEvent {
  const { id, sequence, status } = blocked
  return { ...blockedTimeEvent(blocked), uid: blockedTimeUid(id, uidDomain), sequence, status }
}

/** The owner's calendar, of any kind. Every call may throw, and can be repeated. */
export interface BusinessCalendar {
  where: string
  put(event: OwnedEvent, signal: AbortSignal): Promise<void>
  /** Removes all text from an existing event that the given one doesn't have. */
  forget(event: OwnedEvent, signal: AbortSignal): Promise<void>
  remove(event: OwnedEvent, signal: AbortSignal): Promise<void>
}
