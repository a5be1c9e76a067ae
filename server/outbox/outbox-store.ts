import type { StoredAppointment } from '../storage/appointment-row.ts'
import type { EffectKind } from './effect-kind.ts'

/** An effect that one attempt owns until its lease ends. */
export interface Job {
  id: number
  kind: EffectKind
  appointment: StoredAppointment
  /** This one included. */
  attempts: number
  leaseEndsAtMs: number
}

/** What is known of an effect: never owed; owed, with an attempt under way or not; done, with this result. */
export type EffectState =
  | { status: 'unknown' }
  | { status: 'owed'; attempted: boolean }
  | { status: 'done'; result: string }

export interface Lease {
  nowEpochMs: number
  endsAtMs: number
}

/** The outbox as it is kept. Of all attempts in all processes, at most one owns a row at a time. */
export interface OutboxStore {
  /** Takes rows whose time has come and that nobody owns. */
  claimDue(lease: Lease, limit: number): Promise<Job[]>
  /** Takes one row ahead of its time; null when it is done, owned by another attempt, or not there. */
  claim(appointmentId: string, kind: EffectKind, lease: Lease): Promise<Job | null>
  state(appointmentId: string, kind: EffectKind, nowEpochMs: number): Promise<EffectState>
  complete(job: Job, result: string, nowEpochMs: number): Promise<void>
  /** Gives the row back to be tried again. @param fault - kind of the failure, without personal data */
  postpone(job: Job, dueAtMs: number, fault: string): Promise<void>
  /** When the next row has to be looked at; null when nothing is owed. */
  nextDueAtMs(): Promise<number | null>
}
