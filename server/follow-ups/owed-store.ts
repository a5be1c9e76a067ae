import type { AlertKind, JobKind, ReportedKind } from '../../booking/job-kinds.ts'
import type { Subject } from '../appointments/follow-ups.ts'
import type { Job } from '../outbox/job-store.ts'

/** From that many failed attempts on, which takes a little over half an hour, a follow-up counts as stuck. */
export const stuckAfterAttempts = 8

/** One notice tells of everything that is stuck; the next of what has joined it. */
export const noticeEveryMs = 6 * 60 * 60_000

export type FollowUpJob = Job<JobKind, Subject>

/** A follow-up that has failed so often that the owner should know. */
export interface StuckFollowUp {
  id: number
  kind: ReportedKind
  /** Start of the appointment, or of the closure. */
  startEpochMs: number
  /** Kind of the last failure, without personal data; empty while there was none. */
  fault: string
  /** Nobody tries it again by itself. */
  isGivenUp: boolean
  isTold: boolean
}

/** A follow-up that is owed, as the owner sees it. */
export interface OwedFollowUp extends Omit<StuckFollowUp, 'kind'> {
  kind: JobKind
  subjectId: string
  attempts: number
  /** When the appointment was booked; null for a closure. */
  bookedAtMs: number | null
  nextAttemptAtMs: number
}

/** What is owed and not done, for the owner's eyes. */
export interface OwedStore {
  /**
   * The follow-ups that a notice tells of: that keep failing or were given up while the appointment is still to come,
   * the oldest first; of those the owner was told already, too.
   */
  stuck(notice: AlertKind, nowEpochMs: number): Promise<StuckFollowUp[]>
  /**
   * Owes the owner a notice that this follow-up keeps failing, unless one that tells of it was sent or waits.
   * @param quietMs - so long after a notice of that kind there is no other; it waits until then
   */
  addNotice(job: FollowUpJob, notice: AlertKind, nowEpochMs: number, quietMs: number): Promise<void>
  markTold(stuck: readonly { id: number }[], nowEpochMs: number): Promise<void>
  /** Everything that is owed, the next to be tried first, and after it what was given up. */
  owed(nowEpochMs: number): Promise<OwedFollowUp[]>
  /** Makes rows due now, as if they had never been tried, given up or not; all or the one. @returns how many */
  retry(nowEpochMs: number, id?: number): Promise<number>
}
