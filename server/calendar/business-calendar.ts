import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import { businessEvent, closureEvent, type OwnedEvent } from '../../booking/calendar-event.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { closureUid, eventUid } from '../appointments/identity.ts'

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
