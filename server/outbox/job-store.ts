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

/** What is known of something owed: never was; owed, with an attempt under way or not; done, with this result. */
export type JobState =
  | { status: 'unknown' }
  | { status: 'owed'; attempted: boolean }
  | { status: 'done'; result: string }

export interface Lease {
  nowEpochMs: number
  endsAtMs: number
}

/** The outbox as it is kept. Of all attempts in all processes, at most one owns a row at a time. */
export interface JobStore<Kind extends string, Subject extends { id: string }> {
  /** Takes rows whose time has come and that nobody owns. */
  claimDue(lease: Lease, limit: number): Promise<Job<Kind, Subject>[]>
  /** Takes one row ahead of its time; null when it is done, owned by another attempt, or not there. */
  claim(subjectId: string, kind: Kind, lease: Lease): Promise<Job<Kind, Subject> | null>
  state(subjectId: string, kind: Kind, nowEpochMs: number): Promise<JobState>
  complete(job: Job<Kind, Subject>, result: string, nowEpochMs: number): Promise<void>
  /** Gives the row back to be tried again. @param fault - kind of the failure, without personal data */
  postpone(job: Job<Kind, Subject>, dueAtMs: number, fault: string): Promise<void>
  /** When the next row that nobody is doing has to be looked at; null when there is none. */
  nextDueAtMs(nowEpochMs: number): Promise<number | null>
}
