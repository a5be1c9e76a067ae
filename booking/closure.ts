import type { StoredAppointment } from './appointment.ts'
import type { Closure } from './desk.ts'
import type { Interval } from './interval.ts'

/** A closure with the instants that its wall times meant when it was made; cancelled once the time is open again. */
export interface StoredClosure extends Closure, Interval, Pick<StoredAppointment, 'status' | 'sequence'> {}
