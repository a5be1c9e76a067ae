import type { StoredAppointment } from '../../booking/appointment.ts'
import type { ClockReadings } from './clock-readings.ts'

/** By what a client asks to be forgotten; by the id of the appointment where it has neither address nor number. */
export type KnownBy = { email: string } | { phone: string } | { id: string }

/** Those who have been clients, for as long as they may be known. */
export interface ClientStore {
  /** Ids of the oldest appointments that ended before that moment and whose client is known; more may be left. */
  endedBefore(epochMs: number): Promise<string[]>
  /** All appointments of the client who is known by this, however the address or the number is written. */
  appointmentsOf(client: KnownBy): Promise<StoredAppointment[]>
  /** Of these appointments, those whose clients still wait for a mail that says how they stand. */
  untold(ids: readonly string[]): Promise<string[]>
  /** Makes those anonymous that ended before that moment or are cancelled: what is left is when somebody came. */
  forget(ids: readonly string[], epochMs: number): Promise<void>
  forgottenAmong(ids: readonly string[]): Promise<string[]>
  /** Makes sure that those who were forgotten since the last time are left in no corner of the database's files. */
  purge(): Promise<void>
  /** Notes what the clock shows. @param next - from what was known of it, null at first, to what is known now */
  readClock(next: (known: ClockReadings | null) => ClockReadings): Promise<ClockReadings>
}
