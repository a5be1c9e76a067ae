import type { AppointmentStatus } from './appointment.ts'
import type { Closure } from './desk.ts'
import type { Interval } from './interval.ts'

/** A closure with the instants that its wall times meant when it was made. */
export interface StoredClosure extends Closure, Interval {
  /** Cancelled once the time is open again. */
  status: AppointmentStatus
  /** Counts its changes, as iCalendar's SEQUENCE does (RFC 5545, 3.8.7.4). */
  sequence: number
}
