import { type ExpressionBuilder, sql, type Updateable } from 'kysely'
import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import { deviceNotice, type JobKind, jobKinds, orderedWith } from '../../booking/job-kinds.ts'
import { compileQuery, oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { getAppointments, getBlockedTimes, toAppointment, toBlockedTime } from './rows.ts'
import type { Db, Outcome, Row, Tables } from './schema.ts'

export type Subject = StoredAppointment | StoredBlockedTime

export const isBlockedTime = (subject: Subject): subject is StoredBlockedTime => 'reason' in subject

export interface NewJob {
  kind: JobKind
  dueAtMs: number
}

export interface Write {
  nowEpochMs: number
  jobs: readonly NewJob[]
}

export interface Job {
  id: number
  kind: JobKind
  subject: Subject
  attempts: number
  leaseEndsAtMs: number
}

export type JobOutcome =
  | { outcome: 'delivered'; reference: string }
  | { outcome: Exclude<Outcome, 'delivered'>; reference?: never }

export type Delivery = { status: 'done'; reference: string | null } | { status: 'failed' | 'unknown' }

export type JobState = Delivery | { status: 'pending'; isRunning: boolean }

/** The longest lease. A lease that ends later comes from a clock that was ahead, and doesn't count. */
export const leaseMs = 18_000

export const createLease = (nowEpochMs: number) => ({ nowEpochMs, endsAtMs: nowEpochMs + leaseMs })

type Lease = ReturnType<typeof createLease>

type Owner = { appointment_id: string } | { blocked_time_id: string }

// Literals, because SQLite wouldn't use the partial indexes for parameters.

export const pending = sql.lit('pending' as const)
export const failed = sql.lit('failed' as const)
const superseded = sql.lit('superseded' as const)

type NewRow = Pick<Row<'jobs'>, 'appointment_id' | 'blocked_time_id' | 'kind' | 'sequence' | 'due_at_ms'>

const inserts = jobKinds.map(() =>
  compileQuery<readonly NewRow[], unknown>((db, rows) => db.insertInto('jobs').values(rows)),
)

/** @param runningUntilMs - by kind, when running attempts at an earlier state end. The new job waits for them */
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
  if (!insert) throw new RangeError(`${rows.length} jobs are more than there are kinds.`)
  await insert(db, rows)
}

/** These go out even if the appointment has changed since then. */
const notices = [
  ...['client-ready', 'calendar-notice', 'booking-alert', 'trouble-mail', 'trouble-event'],
  deviceNotice,
] as const satisfies readonly JobKind[]

/** Deletes none: SQLite would reuse the number, and a running attempt would complete the wrong job. */
export const supersede = (db: Db, owner: Owner, nowEpochMs: number) =>
  db
    .updateTable('jobs')
    .set({ finished_at_ms: nowEpochMs, status: 'superseded' })
    .where((row) => row.and(owner))
    .where('status', '=', pending)
    .where('kind', 'not in', notices)

/** Supersedes the jobs of earlier states. New jobs wait for attempts that are still running. */
export async function replaceJobs(
  db: Db,
  leaseClock: Engine['leaseClock'],
  owner: Owner,
  sequence: number,
  { nowEpochMs, jobs }: Write,
): Promise<void> {
  await supersede(db, owner, nowEpochMs).where('sequence', '<', sequence).execute()
  const rows = await db
    .selectFrom('jobs')
    .where((row) => row.and(owner))
    .where('status', '=', superseded)
    .where('leased_until_ms', '>', leaseClock(nowEpochMs))
    .orderBy('leased_until_ms')
    // Selects the rest of a lease, because the database's clock may differ from this process's.
    .select(['kind', sql<number>`leased_until_ms - ${leaseClock(nowEpochMs)}`.as('left_ms')])
    .execute()
  const running = rows.flatMap(({ kind, left_ms }) =>
    orderedWith(kind).map((waiting) => [waiting, nowEpochMs + left_ms] as const),
  )
  await addJobs(db, owner, sequence, jobs, new Map(running))
}

/** Adds the jobs of a state again with new numbers, so a running attempt at an old one completes nothing. */
export async function addJobsAgain(db: Db, owner: Owner, sequence: number, jobs: readonly NewJob[]) {
  const notFinished = { outcome: null, reference: null, finished_at_ms: null, last_error: null }
  const notBegun = { status: 'pending', attempts: 0, leased_until_ms: null, alerted_at_ms: null } as const
  const fresh = { ...notBegun, ...notFinished }
  await db
    .insertInto('jobs')
    .values(jobs.map(({ kind, dueAtMs }) => ({ ...owner, sequence, kind, due_at_ms: dueAtMs, ...fresh })))
    .onConflict((conflict) => {
      const same =
        'blocked_time_id' in owner
          ? // Their index has no other rows.
            conflict.columns(['blocked_time_id', 'kind', 'sequence']).where('blocked_time_id', 'is not', null)
          : conflict.columns(['appointment_id', 'kind', 'sequence'])
      return same.doUpdateSet((excluded) => ({
        ...fresh,
        id: excluded.ref('excluded.id'),
        due_at_ms: excluded.ref('excluded.due_at_ms'),
      }))
    })
    .execute()
}

const ownerColumn = (kind: JobKind) => (kind === 'closure-event' ? 'blocked_time_id' : 'appointment_id')

const latestJob = (db: Db, subjectId: string, kind: JobKind) =>
  db
    .selectFrom('jobs')
    .where(ownerColumn(kind), '=', subjectId)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .limit(oneRow)

async function toJobs(db: Db, rows: Row<'jobs'>[]): Promise<Job[]> {
  const idsIn = (column: 'appointment_id' | 'blocked_time_id') => rows.flatMap((row) => row[column] ?? [])
  const appointments = await getAppointments(db, idsIn('appointment_id'))
  const blockedTimes = await getBlockedTimes(db, idsIn('blocked_time_id'))
  const subjects: Subject[] = [...appointments.map(toAppointment), ...blockedTimes.map(toBlockedTime)]
  const byId = new Map<string | null, Subject>(subjects.map((subject) => [subject.id, subject]))
  return rows.flatMap(({ id, kind, attempts, appointment_id, blocked_time_id, leased_until_ms }) => {
    const subject = byId.get(appointment_id ?? blocked_time_id)
    return subject ? [{ id, kind, attempts, subject, leaseEndsAtMs: leased_until_ms ?? 0 }] : []
  })
}

type JobRows = ExpressionBuilder<Tables, 'jobs'>

export const isUnleased = (leaseClock: Engine['leaseClock']) => (nowEpochMs: number) => (row: JobRows) =>
  row.or([row('leased_until_ms', 'is', null), row('leased_until_ms', '<=', leaseClock(nowEpochMs))])

/** Another attempt's lease ends a full lease later; less if the answer to this attempt's renewal was lost. */
const ownedBy = (db: Db, job: Job) =>
  db
    .updateTable('jobs')
    .where('id', '=', job.id)
    .where((row) => row.between('leased_until_ms', job.leaseEndsAtMs, job.leaseEndsAtMs + leaseMs - 1))

export const dueAgain = (db: Db, due_at_ms: number, latestMs = due_at_ms) =>
  db.updateTable('jobs').set({ due_at_ms }).where('status', '=', pending).where('due_at_ms', '>', latestMs)

export type JobStore = ReturnType<typeof createJobStore>

/** The job queue. Among all attempts in all processes, at most one owns a row at a time. */
export function createJobStore({ db, write, skipLocked, leaseClock }: Engine) {
  function leased({ nowEpochMs, endsAtMs }: Lease) {
    const leasedUntil = sql<number>`${leaseClock(nowEpochMs)} + ${sql.lit(endsAtMs - nowEpochMs)}`
    return { leased_until_ms: leasedUntil, due_at_ms: endsAtMs }
  }

  const unleased = isUnleased(leaseClock)

  const unclaimed = (nowEpochMs: number) => (row: JobRows) =>
    row.or([
      unleased(nowEpochMs)(row),
      row('leased_until_ms', '>', sql<number>`${leaseClock(nowEpochMs)} + ${sql.lit(leaseMs)}`),
    ])

  const nextUnclaimed = (db: Db, nowEpochMs: number, kinds: readonly JobKind[], limit: number) =>
    db
      .selectFrom('jobs')
      .select(['id', 'due_at_ms'])
      .where('status', '=', pending)
      .where(unclaimed(nowEpochMs))
      .where('kind', 'in', kinds)
      .orderBy('due_at_ms')
      .limit(sql.lit(limit))

  const claimed = (transaction: Db, lease: Lease) =>
    transaction
      .updateTable('jobs')
      .set((column) => ({ ...leased(lease), attempts: column('attempts', '+', 1) }))
      .where('status', '=', pending)
      .where(unclaimed(lease.nowEpochMs))
      .returningAll()

  const endLease = async (job: Job, columns: Updateable<Tables['jobs']>) => {
    const back = { leased_until_ms: null, ...columns }
    await write((transaction) => ownedBy(transaction, job).where('status', '=', pending).set(back).execute())
  }

  const putOff = (transaction: Db, { subject, kind }: Job, { nowEpochMs, endsAtMs }: Lease) =>
    transaction
      .updateTable('jobs')
      .set({ due_at_ms: endsAtMs })
      .where(ownerColumn(kind), '=', subject.id)
      .where('kind', 'in', orderedWith(kind))
      .where('status', '=', pending)
      .where('due_at_ms', '<', endsAtMs)
      .where(unleased(nowEpochMs))
      .execute()

  return {
    claimDue: (lease: Lease, limit: number, kinds: readonly JobKind[]): Promise<Job[]> =>
      write(async (transaction) => {
        const next = nextUnclaimed(transaction, lease.nowEpochMs, kinds, limit)
        const due = await skipLocked(next.where('due_at_ms', '<=', lease.nowEpochMs)).execute()
        if (due.length === 0) return []
        const ids = due.map(({ id }) => id)
        return toJobs(transaction, await claimed(transaction, lease).where('id', 'in', ids).execute())
      }),

    /** Claims one row ahead of its time; null if it's done, owned by another attempt, or missing. */
    claim: (subjectId: string, kind: JobKind, lease: Lease): Promise<Job | null> =>
      write(async (transaction) => {
        const latest = latestJob(transaction, subjectId, kind).select('id')
        const rows = await claimed(transaction, lease).where('id', 'in', latest).execute()
        const [job] = await toJobs(transaction, rows)
        return job ?? null
      }),

    async state(subjectId: string, kind: JobKind, nowEpochMs: number): Promise<JobState> {
      const row = await latestJob(db, subjectId, kind)
        .select(['status', 'reference'])
        .select((row) => row.case().when(unclaimed(nowEpochMs)(row)).then(0).else(1).end().as('running'))
        .executeTakeFirst()
      if (!row) return { status: 'unknown' }
      if (row.status === 'pending') return { status: 'pending', isRunning: row.running === 1 }
      return row.status === 'failed' ? { status: 'failed' } : { status: 'done', reference: row.reference }
    },

    async complete({ id }: Job, outcome: JobOutcome, nowEpochMs: number): Promise<void> {
      const end = { finished_at_ms: nowEpochMs, leased_until_ms: null, last_error: null }
      await write(async (transaction) => {
        const job = transaction.updateTable('jobs').where('id', '=', id).where('status', '=', pending)
        await job.set({ status: 'done', ...outcome, ...end }).execute()
      })
    },

    /**
     * Delays the jobs of a change that superseded this one as long.
     * @returns null if another attempt owns the row
     */
    renew: (job: Job, lease: Lease): Promise<number | null> =>
      write(async (transaction) => {
        const row = await ownedBy(transaction, job)
          .where('status', 'in', [pending, superseded])
          .set(leased(lease))
          .returning(['leased_until_ms', 'status'])
          .executeTakeFirst()
        if (row?.status === 'superseded') await putOff(transaction, job, lease)
        return row?.leased_until_ms ?? null
      }),

    postpone: (job: Job, dueAtMs: number, error: string) =>
      endLease(job, { due_at_ms: dueAtMs, last_error: error }),

    putBack: (job: Job, dueAtMs: number) => endLease(job, { due_at_ms: dueAtMs, attempts: job.attempts - 1 }),

    fail: (job: Job, nowEpochMs: number, error: string) =>
      endLease(job, { status: 'failed', finished_at_ms: nowEpochMs, last_error: error }),

    async nextDueAtMs(nowEpochMs: number, kinds: readonly JobKind[]): Promise<number | null> {
      const next = await nextUnclaimed(db, nowEpochMs, kinds, 1).executeTakeFirst()
      return next?.due_at_ms ?? null
    },

    /**
     * Makes jobs due that a clock that was ahead postponed beyond that moment, except first attempts of `scheduled`
     * kinds.
     */
    async pullIn(nowEpochMs: number, latestMs: number, scheduled: readonly JobKind[]): Promise<void> {
      await write((transaction) =>
        dueAgain(transaction, nowEpochMs, latestMs)
          .where((row) => row.or([row('kind', 'not in', scheduled), row('attempts', '>', 0)]))
          .execute(),
      )
    },
  }
}
