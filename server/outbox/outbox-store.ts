import type { EffectKind, TroubleKind } from '../appointments/follow-up-kinds.ts'
import type { StoredAppointment } from '../storage/appointment-row.ts'

/** From that many failed attempts on, which takes a little over half an hour, an effect counts as stuck. */
export const stuckAfterAttempts = 8

/** An effect that one attempt owns until its lease ends. */
export interface Job {
  id: number
  kind: EffectKind
  appointment: StoredAppointment
  /** This one included. */
  attempts: number
  /** By the clock of the store. */
  leaseEndsAtMs: number
}

/** What is known of an effect: never owed; owed, with an attempt under way or not; done, with this result. */
export type EffectState =
  | { status: 'unknown' }
  | { status: 'owed'; attempted: boolean }
  | { status: 'done'; result: string }

/** An effect that has failed so often that its owner should know. */
export interface StuckEffect {
  id: number
  kind: EffectKind
  /** Start of the appointment. */
  startEpochMs: number
  /** Kind of the last failure, without personal data. */
  fault: string
}

/** An effect that is owed, as the owner sees it. */
export interface OwedRow extends StuckEffect {
  appointmentId: string
  attempts: number
  /** When it was first to be done, as far as that is known: when the appointment was booked. */
  bookedAtMs: number
  nextAttemptAtMs: number
}

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
  /** Effects of these kinds that keep failing, the oldest first; of those the owner was told already, too. */
  stuck(kinds: readonly EffectKind[]): Promise<StuckEffect[]>
  /**
   * Owes the owner a notice that this effect keeps failing, unless one that tells of it was sent or waits.
   * @param quietSinceMs - a notice of that kind after this moment is recent enough to send no other
   */
  oweNotice(job: Job, notice: TroubleKind, nowEpochMs: number, quietSinceMs: number): Promise<void>
  /** Notes that the owner was told of these. */
  markTold(stuck: readonly StuckEffect[], nowEpochMs: number): Promise<void>
  /** Everything that is owed, the next to be tried first. */
  owed(): Promise<OwedRow[]>
  /** Makes rows due now, as if they had never been tried; all that are owed or the one. @returns how many */
  retry(nowEpochMs: number, id?: number): Promise<number>
  /** When the next row that nobody is doing has to be looked at; null when there is none. */
  nextDueAtMs(nowEpochMs: number): Promise<number | null>
}
