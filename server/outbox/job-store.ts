/** Something owed that one attempt owns until its lease ends. */
export interface Job<Kind extends string, Subject extends { id: string }> {
  id: number
  kind: Kind
  /** What it is owed for, as it is when the attempt begins. */
  subject: Subject
  /** This one included. */
  attempts: number
  /** By the clock of the store. */
  leaseEndsAtMs: number
}

/** What became of something owed: it is done, with this result; it failed for now, or was given up; it never was owed. */
export type Delivery = { status: 'done'; result: string } | { status: 'failed' } | { status: 'unknown' }

/** How it stands with something owed: as a delivery has left it, or still owed, with an attempt under way or not. */
export type JobState = Delivery | { status: 'owed'; attempted: boolean }

/** No lease is longer: one that ends later was taken by a clock that was ahead, and binds nobody. */
export const leaseMs = 18_000

export interface Lease {
  nowEpochMs: number
  endsAtMs: number
}

export const leaseFrom = (nowEpochMs: number): Lease => ({ nowEpochMs, endsAtMs: nowEpochMs + leaseMs })

/** The outbox as it is kept. Of all attempts in all processes, at most one owns a row at a time. */
export interface JobStore<Kind extends string, Subject extends { id: string }> {
  /** Takes rows whose time has come and that nobody owns. */
  claimDue(lease: Lease, limit: number, kinds: readonly Kind[]): Promise<Job<Kind, Subject>[]>
  /** Takes one row ahead of its time; null when it is done, owned by another attempt, or not there. */
  claim(subjectId: string, kind: Kind, lease: Lease): Promise<Job<Kind, Subject> | null>
  /**
   * Goes on owning a row. Where a later change has superseded it, what that one owes waits as long.
   * @returns when the lease ends now; null when it is not ours any more
   */
  renew(job: Job<Kind, Subject>, lease: Lease): Promise<number | null>
  state(subjectId: string, kind: Kind, nowEpochMs: number): Promise<JobState>
  complete(job: Job<Kind, Subject>, result: string, nowEpochMs: number): Promise<void>
  /** Gives the row back to be tried again. @param fault - kind of the failure, without personal data */
  postpone(job: Job<Kind, Subject>, dueAtMs: number, fault: string): Promise<void>
  /** Gives the row back as if this attempt had not been: it is too early. */
  putBack(job: Job<Kind, Subject>, dueAtMs: number): Promise<void>
  /** Ends the attempts without success. @param fault - as above */
  giveUp(job: Job<Kind, Subject>, nowEpochMs: number, fault: string): Promise<void>
  /** When the next row that nobody is doing has to be looked at; null when there is none. */
  nextDueAtMs(nowEpochMs: number, kinds: readonly Kind[]): Promise<number | null>
  /**
   * Makes due what a clock that was ahead has put off beyond that moment. What waits for its first attempt because it
   * is planned for then goes on waiting.
   */
  pullIn(nowEpochMs: number, latestMs: number, planned: readonly Kind[]): Promise<void>
}
