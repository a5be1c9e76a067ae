import { type ExpressionBuilder, sql, type Updateable } from 'kysely'
import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import { type JobKind, jobKinds, orderedWith } from '../../booking/job-kinds.ts'
import { compiledQuery, oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { appointmentsOf, blockedTimesOf, toAppointment, toBlockedTime } from './rows.ts'
import type { Db, Outcome, Row, Tables } from './schema.ts'

/** What something follows from. */
export type Subject = StoredAppointment | StoredBlockedTime

export const isBlockedTime = (subject: Subject): subject is StoredBlockedTime => 'reason' in subject

/** Which of the two a kind is about; notices of trouble tell of both. */
export const subjectOf = (kind: JobKind) => (kind === 'closure-event' ? 'blocked-time' : 'appointment')

/** Something that has to be done, and from when on the outbox may do it. */
export interface NewJob {
  kind: JobKind
  dueAtMs: number
}

/** What every change of what is booked is stored with, in the same transaction. */
export interface Write {
  nowEpochMs: number
  jobs: readonly NewJob[]
}

export type AppointmentJob = Job<JobKind, Subject>

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

/** What became of a job: done, with what it delivered, if anything; failed, for now or for good; never there. */
export type Delivery =
  | { status: 'done'; reference: string | null }
  | { status: 'failed' }
  | { status: 'unknown' }

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
  complete(job: Job<Kind, Subject>, outcome: JobOutcome, nowEpochMs: number): Promise<void>
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

/** What something is owed for. */
type Owner = { appointment_id: string } | { blocked_time_id: string }

/** How a job ended that is done. */
export type JobOutcome =
  | { outcome: 'delivered'; reference: string }
  | { outcome: Exclude<Outcome, 'delivered'>; reference?: never }

// Written out in conditions: with parameters in their place SQLite leaves the partial indexes.

export const pending = sql.lit('pending' as const)

export const failed = sql.lit('failed' as const)

const superseded = sql.lit('superseded' as const)

type OwedRow = Pick<Row<'jobs'>, 'appointment_id' | 'blocked_time_id' | 'kind' | 'sequence' | 'due_at_ms'>

/** For one row and each number more; nothing is owed twice for one state of an appointment. */
const inserts = jobKinds.map(() =>
  compiledQuery<readonly OwedRow[], unknown>((db, rows) => db.insertInto('jobs').values(rows)),
)

/**
 * Notes what follows from the state of an appointment or a closure with that sequence.
 *
 * @param runningUntilMs - until when a follow-up waits for attempts at an earlier state, so that they arrive in order
 */
export async function addJobs(
  db: Db,
  owner: Owner,
  sequence: number,
  jobs: readonly NewJob[],
  runningUntilMs: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(({ kind, dueAtMs }) => ({
    appointment_id: null,
    blocked_time_id: null,
    ...owner,
    kind,
    sequence,
    due_at_ms: Math.max(dueAtMs, runningUntilMs.get(kind) ?? 0),
  }))
  const insert = inserts[rows.length - 1]
  if (!insert) throw new RangeError(`${rows.length} follow-ups are more than there are kinds of them.`)
  await insert(db, rows)
}

/** These tell of more than the appointment that they are owed for. */
const notices = ['calendar-notice', 'trouble-mail', 'trouble-event'] as const

/**
 * Settles what is still owed without doing it. No row is deleted: SQLite would give its number to the next one, and an
 * attempt under way would note there that it is done.
 */
export const settle = (db: Db, owner: Owner, nowEpochMs: number) =>
  db
    .updateTable('jobs')
    .set({ finished_at_ms: nowEpochMs, status: 'superseded' })
    .where((row) => row.and(owner))
    .where('status', '=', pending)
    .where('kind', 'not in', notices)

/**
 * Stores what follows from a change. What is still owed for earlier states is settled, and what follows waits for the
 * attempts at them that are under way; each renewal of theirs puts it off.
 */
export async function replaceJobs(
  db: Db,
  leaseClock: Engine['leaseClock'],
  owner: Owner,
  sequence: number,
  { nowEpochMs, jobs }: Write,
): Promise<void> {
  await settle(db, owner, nowEpochMs).where('sequence', '<', sequence).execute()
  const rows = await db
    .selectFrom('jobs')
    .where((row) => row.and(owner))
    .where('status', '=', superseded)
    .where('leased_until_ms', '>', leaseClock(nowEpochMs))
    .orderBy('leased_until_ms')
    // What is left of a lease, because the store may have another clock than we.
    .select(['kind', sql<number>`leased_until_ms - ${leaseClock(nowEpochMs)}`.as('left_ms')])
    .execute()
  const running = rows.flatMap(({ kind, left_ms }) =>
    orderedWith(kind).map((waiting) => [waiting, nowEpochMs + left_ms] as const),
  )
  await addJobs(db, owner, sequence, jobs, new Map(running))
}

/**
 * Stores once more what follows from a state that stays: what was done for it is to be done anew, under a new number.
 * An attempt that is under way has not heard of it, and what it notes at the old number is lost.
 */
export async function addJobsAgain(db: Db, owner: Owner, sequence: number, jobs: readonly NewJob[]) {
  const again = {
    attempts: 0,
    status: 'pending' as const,
    outcome: null,
    reference: null,
    leased_until_ms: null,
    finished_at_ms: null,
    alerted_at_ms: null,
    last_error: null,
  }
  await db
    .insertInto('jobs')
    .values(jobs.map(({ kind, dueAtMs }) => ({ ...owner, sequence, kind, due_at_ms: dueAtMs, ...again })))
    .onConflict((conflict) => {
      const same =
        'blocked_time_id' in owner
          ? // The index of closures holds theirs alone.
            conflict.columns(['blocked_time_id', 'kind', 'sequence']).where('blocked_time_id', 'is not', null)
          : conflict.columns(['appointment_id', 'kind', 'sequence'])
      return same.doUpdateSet((excluded) => ({
        ...again,
        id: excluded.ref('excluded.id'),
        due_at_ms: excluded.ref('excluded.due_at_ms'),
      }))
    })
    .execute()
}

const subjectColumn = (kind: JobKind) =>
  subjectOf(kind) === 'blocked-time' ? 'blocked_time_id' : 'appointment_id'

/** The latest change of an appointment is the one the page asks about. */
function effectOf(db: Db, subjectId: string, kind: JobKind) {
  return db
    .selectFrom('jobs')
    .where(subjectColumn(kind), '=', subjectId)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .limit(oneRow)
}

async function toJobs(db: Db, rows: Row<'jobs'>[]): Promise<AppointmentJob[]> {
  const idsIn = (column: 'appointment_id' | 'blocked_time_id') => rows.flatMap((row) => row[column] ?? [])
  const appointments = await appointmentsOf(db, idsIn('appointment_id'))
  const blockedTimes = await blockedTimesOf(db, idsIn('blocked_time_id'))
  const subjects: Subject[] = [...appointments.map(toAppointment), ...blockedTimes.map(toBlockedTime)]
  const byId = new Map<string | null, Subject>(subjects.map((subject) => [subject.id, subject]))
  return rows.flatMap(({ id, kind, attempts, appointment_id, blocked_time_id, leased_until_ms }) => {
    const subject = byId.get(appointment_id ?? blocked_time_id)
    const leaseEndsAtMs = leased_until_ms ?? 0
    return subject ? [{ id, kind, attempts, subject, leaseEndsAtMs }] : []
  })
}

/** Its lease is over, or there is none. */
export const freeBy =
  (leaseClock: Engine['leaseClock']) => (nowEpochMs: number) => (row: ExpressionBuilder<Tables, 'jobs'>) =>
    row.or([row('leased_until_ms', 'is', null), row('leased_until_ms', '<=', leaseClock(nowEpochMs))])

/**
 * The row while it is ours: after the lease another attempt may own it, whose lease ends later than ours by a whole one
 * at least. By less it is later where the answer to a renewal of ours was lost.
 */
const attemptedBy = (db: Db, job: AppointmentJob) =>
  db
    .updateTable('jobs')
    .where('id', '=', job.id)
    .where('leased_until_ms', '>=', job.leaseEndsAtMs)
    .where('leased_until_ms', '<', job.leaseEndsAtMs + leaseMs)

/** The same while it is owed. */
const ofJob = (db: Db, job: AppointmentJob) => attemptedBy(db, job).where('status', '=', pending)

export function jobStore({ db, write, skipLocked, leaseClock }: Engine): JobStore<JobKind, Subject> {
  /** A lease's end is also when the row falls due again, should its owner die. */
  function owned({ nowEpochMs, endsAtMs }: Lease) {
    const claimedUntil = sql<number>`${leaseClock(nowEpochMs)} + ${sql.lit(endsAtMs - nowEpochMs)}`
    return { leased_until_ms: claimedUntil, due_at_ms: endsAtMs }
  }

  const free = freeBy(leaseClock)
  /** Nobody is doing it at the moment; a lease that no clock of now can have given binds nobody. */
  const unclaimed = (nowEpochMs: number) => (row: ExpressionBuilder<Tables, 'jobs'>) =>
    row.or([
      free(nowEpochMs)(row),
      row('leased_until_ms', '>', sql<number>`${leaseClock(nowEpochMs)} + ${sql.lit(leaseMs)}`),
    ])

  const claimed = (transaction: Db, lease: Lease) =>
    transaction
      .updateTable('jobs')
      .set((column) => ({ ...owned(lease), attempts: column('attempts', '+', 1) }))
      .where('status', '=', pending)
      .where(unclaimed(lease.nowEpochMs))
      .returningAll()

  /** Ends the lease of a row that is still ours. */
  const release = async (job: AppointmentJob, columns: Updateable<Tables['jobs']>) => {
    const back = { leased_until_ms: null, ...columns }
    await write((transaction) => ofJob(transaction, job).set(back).execute())
  }

  /** What a later change owes waits for the attempt at the earlier state. */
  const putOff = (transaction: Db, { subject, kind }: AppointmentJob, { nowEpochMs, endsAtMs }: Lease) =>
    transaction
      .updateTable('jobs')
      .set({ due_at_ms: endsAtMs })
      .where(subjectColumn(kind), '=', subject.id)
      .where('kind', 'in', orderedWith(kind))
      .where('status', '=', pending)
      .where('due_at_ms', '<', endsAtMs)
      .where(free(nowEpochMs))
      .execute()

  return {
    claimDue: (lease, limit, kinds) =>
      write(async (transaction) => {
        const due = await skipLocked(
          transaction
            .selectFrom('jobs')
            .select('id')
            .where('status', '=', pending)
            .where('due_at_ms', '<=', lease.nowEpochMs)
            .where(unclaimed(lease.nowEpochMs))
            .where('kind', 'in', kinds)
            .orderBy('due_at_ms')
            .limit(sql.lit(limit)),
        ).execute()
        if (due.length === 0) return []
        const ids = due.map((row) => row.id)
        return toJobs(transaction, await claimed(transaction, lease).where('id', 'in', ids).execute())
      }),

    claim: (subjectId, kind, lease) =>
      write(async (transaction) => {
        const latest = effectOf(transaction, subjectId, kind).select('id')
        const rows = await claimed(transaction, lease).where('id', 'in', latest).execute()
        const [job] = await toJobs(transaction, rows)
        return job ?? null
      }),

    async state(subjectId, kind, nowEpochMs) {
      const row = await effectOf(db, subjectId, kind)
        .select(['status', 'reference'])
        .select((row) => row.case().when(unclaimed(nowEpochMs)(row)).then(0).else(1).end().as('attempted'))
        .executeTakeFirst()
      if (!row) return { status: 'unknown' }
      switch (row.status) {
        case 'pending':
          return { status: 'owed', attempted: row.attempted === 1 }
        case 'failed':
          return { status: 'failed' }
        default:
          return { status: 'done', reference: row.reference }
      }
    },

    async complete(job, outcome, nowEpochMs) {
      await write((transaction) =>
        transaction
          .updateTable('jobs')
          .set({
            status: 'done',
            ...outcome,
            finished_at_ms: nowEpochMs,
            leased_until_ms: null,
            last_error: null,
          })
          .where('id', '=', job.id)
          .where('status', '=', pending)
          .execute(),
      )
    },

    renew: (job, lease) =>
      write(async (transaction) => {
        const row = await attemptedBy(transaction, job)
          .where((row) => row.or([row('status', '=', pending), row('status', '=', superseded)]))
          .set(owned(lease))
          .returning(['leased_until_ms', 'status'])
          .executeTakeFirst()
        if (row?.status === 'superseded') await putOff(transaction, job, lease)
        return row?.leased_until_ms ?? null
      }),

    postpone: (job, dueAtMs, fault) => release(job, { due_at_ms: dueAtMs, last_error: fault }),

    putBack: (job, dueAtMs) => release(job, { due_at_ms: dueAtMs, attempts: job.attempts - 1 }),

    giveUp: (job, nowEpochMs, fault) =>
      release(job, { status: 'failed', finished_at_ms: nowEpochMs, last_error: fault }),

    async nextDueAtMs(nowEpochMs, kinds) {
      const next = await db
        .selectFrom('jobs')
        .select('due_at_ms')
        .where('status', '=', pending)
        .where(unclaimed(nowEpochMs))
        .where('kind', 'in', kinds)
        .orderBy('due_at_ms')
        .limit(oneRow)
        .executeTakeFirst()
      return next?.due_at_ms ?? null
    },

    async pullIn(nowEpochMs, latestMs, planned) {
      await write((transaction) =>
        transaction
          .updateTable('jobs')
          .set({ due_at_ms: nowEpochMs })
          .where('status', '=', pending)
          .where('due_at_ms', '>', latestMs)
          .where((row) => row.or([row('kind', 'not in', planned), row('attempts', '>', 0)]))
          .execute(),
      )
    },
  }
}
