import { sql } from 'kysely'
import type { AppointmentFields } from '../../booking/appointment.ts'
import { phoneKey } from '../../booking/contact.ts'
import { isReported, type JobKind } from '../../booking/job-kinds.ts'
import type { DeskAppointment, FoundClient, OverdueJob } from '../../booking/owner-api.ts'
import type { Counted } from '../../booking/reports.ts'
import type { Interval } from '../../booking/time.ts'
import { areOneClient, ofClients, visitNumbers } from './clients.ts'
import { forAll } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { instant, isOverdue, type JobRow, overdueOf, owed } from './job-views.ts'
import { type AppointmentRow, appointmentsOf, confirmed, isKnown, rowsDuring } from './rows.ts'
import type { Db, Row } from './schema.ts'

/** What is known of a client, to tell whether it is the one who is looked for. */
export type ClientFacts = Pick<AppointmentFields, 'full_name' | 'email' | 'phone'>

/** Appointments with everything that the desk shows of them; what is owed is told as of the given moment. */
export interface OwnerViews {
  /** Those that begin in the interval, in the order of their starts, cancelled ones too. */
  startingDuring(interval: Interval, nowEpochMs: number): Promise<DeskAppointment[]>
  /** Those that stand at some moment of the interval. */
  confirmedDuring(interval: Interval, nowEpochMs: number): Promise<DeskAppointment[]>
  find(id: string, nowEpochMs: number): Promise<DeskAppointment | null>
  /** Clients whom `isWanted` finds, those who booked last first, each with all their appointments. */
  clients(
    isWanted: (client: ClientFacts) => boolean,
    most: number,
    nowEpochMs: number,
  ): Promise<FoundClient[]>
  countedDuring(interval: Interval): Promise<(Omit<Counted, 'booked_on'> & { bookedAtMs: number })[]>
  /** All that is overdue, the oldest first, and what it is owed for. */
  overdue(nowEpochMs: number): Promise<{ subjectId: string; kind: JobKind; entry: OverdueJob }[]>
  /** What is overdue for closed times in the interval, open again or not, and everything that is for other days. */
  overdueBeside(
    interval: Interval,
    nowEpochMs: number,
  ): Promise<{ ofBlockedTimes: OverdueJob[]; elsewhere: OverdueJob[] }>
}

type ChangeRow = Row<'appointment_changes'>

const rowsAtOnce = 1000

const cancelled = sql.lit('cancelled' as const)

/** Comes after every id. */
const afterAllIds = 'z'

interface Around {
  changes: readonly ChangeRow[]
  jobs: readonly JobRow[]
  visit: number
  nowEpochMs: number
}

function toDesk(row: AppointmentRow, { changes, jobs, visit, nowEpochMs }: Around): DeskAppointment {
  const changedAtMs = (sequence: number) =>
    changes.find((change) => change.sequence === sequence)?.changed_at_ms ?? row.created_at_ms
  return {
    id: row.id,
    created_at: instant(row.created_at_ms),
    full_name: row.full_name,
    email: row.email || null,
    phone: row.phone || null,
    appointment_date: row.appointment_date,
    appointment_time: row.appointment_time,
    referral_source: row.referral_source || null,
    starts_at: instant(row.start_ms),
    ends_at: instant(row.end_ms),
    status: row.status,
    attendance: row.attendance,
    booked_by: row.booked_by === 'client' ? 'client' : 'shop',
    visit,
    note: row.note,
    sequence: row.sequence,
    history: changes.map(({ what, changed_by, changed_at_ms, from_ms }) => ({
      what,
      by: changed_by === 'client' ? 'client' : 'shop',
      at: instant(changed_at_ms),
      from: instant(from_ms),
    })),
    owed: jobs
      .filter((job) => isOverdue(job, row, nowEpochMs))
      .map((job) => owed(job, changedAtMs(job.sequence), nowEpochMs)),
    delivered: jobs
      .filter(({ outcome }) => outcome === 'delivered')
      .toSorted((a, b) => (a.finished_at_ms ?? 0) - (b.finished_at_ms ?? 0))
      .flatMap(({ kind, finished_at_ms }) =>
        isReported(kind) ? [{ kind, at: instant(finished_at_ms ?? 0) }] : [],
      ),
  }
}

export function ownerViews({ db, snapshot }: Engine): OwnerViews {
  async function withAround(db: Db, rows: readonly AppointmentRow[], nowEpochMs: number) {
    const ids = rows.map(({ id }) => id)
    const changes = await forAll(ids, (some) =>
      db.selectFrom('appointment_changes').selectAll().where('appointment_id', 'in', some).execute(),
    )
    const jobs = await forAll(ids, (some) =>
      db.selectFrom('jobs').selectAll().where('appointment_id', 'in', some).execute(),
    )
    const visitOf = await visitNumbers(db, rows)
    const changesOf = Map.groupBy(changes, (row) => row.appointment_id)
    const jobsOf = Map.groupBy(jobs, (row) => row.appointment_id)
    return rows
      .toSorted((a, b) => a.start_ms - b.start_ms || (a.id < b.id ? -1 : 1))
      .map((row) => {
        const ownChanges = (changesOf.get(row.id) ?? []).toSorted((a, b) => a.sequence - b.sequence)
        const ownJobs = jobsOf.get(row.id) ?? []
        return toDesk(row, { changes: ownChanges, jobs: ownJobs, visit: visitOf(row), nowEpochMs })
      })
  }

  /** One query for each status: each has an index of its own. */
  const starting = (db: Db, { startEpochMs, endEpochMs }: Interval) =>
    [confirmed, cancelled].map((status) =>
      db
        .selectFrom('appointments')
        .where('status', '=', status)
        .where('start_ms', '>=', startEpochMs)
        .where('start_ms', '<', endEpochMs),
    )

  return {
    startingDuring: (interval, nowEpochMs) =>
      snapshot(async (db) => {
        const rows: AppointmentRow[] = []
        for (const some of starting(db, interval)) rows.push(...(await some.selectAll().execute()))
        return withAround(db, rows, nowEpochMs)
      }),

    async confirmedDuring(interval, nowEpochMs) {
      const { startEpochMs } = interval
      const rows = (await rowsDuring(db, interval)).filter((row) => row.end_ms > startEpochMs)
      return withAround(db, rows, nowEpochMs)
    },

    async find(id, nowEpochMs) {
      const [appointment] = await withAround(db, await appointmentsOf(db, [id]), nowEpochMs)
      return appointment ?? null
    },

    async clients(isWanted, most, nowEpochMs) {
      const newest: (ClientFacts & { id: string; phone_key: string | null })[] = []
      // Page by page in the order of their key, newest first: no index finds a part of a name.
      for (let before = afterAllIds; newest.length < most; ) {
        const page = await db
          .selectFrom('appointments')
          .select(['id', 'full_name', 'email', 'phone'])
          .where('id', '<', before)
          .where(isKnown)
          .orderBy('id', 'desc')
          .limit(sql.lit(rowsAtOnce))
          .execute()
        for (const row of page.filter(isWanted)) {
          const client = { ...row, phone_key: phoneKey(row.phone) }
          const isKnownAlready = newest.some((one) => areOneClient(one, client))
          if (newest.length < most && !isKnownAlready) newest.push(client)
        }
        const last = page.at(-1)
        if (page.length < rowsAtOnce || !last) break
        before = last.id
      }
      const rows = await ofClients(db.selectFrom('appointments').selectAll(), newest)
      // Whoever has neither an address nor a number is known by the one appointment alone.
      const found = new Set(rows.map(({ id }) => id))
      const others = newest.flatMap(({ id }) => (found.has(id) ? [] : [id]))
      const appointments = await withAround(db, [...rows, ...(await appointmentsOf(db, others))], nowEpochMs)
      return newest.map((client): FoundClient => {
        const own = appointments.filter(({ id, email, phone }) => {
          const ways = { email: email ?? '', phone: phone ?? '', phone_key: phoneKey(phone ?? '') }
          return id === client.id || areOneClient(client, ways)
        })
        const { full_name, email, phone } = client
        return { full_name, email: email || null, phone: phone || null, appointments: own.toReversed() }
      })
    },

    overdue: (nowEpochMs) => snapshot((db) => overdueOf(db, nowEpochMs)),

    async overdueBeside({ startEpochMs, endEpochMs }, nowEpochMs) {
      const ofBlockedTimes: OverdueJob[] = []
      const elsewhere: OverdueJob[] = []
      for (const { isOfBlockedTime, start_ms, end_ms, entry } of await snapshot((db) =>
        overdueOf(db, nowEpochMs),
      )) {
        // An appointment is of the day on which it starts.
        const isOfDays =
          start_ms < endEpochMs && (isOfBlockedTime ? end_ms > startEpochMs : start_ms >= startEpochMs)
        if (!isOfDays) elsewhere.push(entry)
        else if (isOfBlockedTime) ofBlockedTimes.push(entry)
      }
      return { ofBlockedTimes, elsewhere }
    },

    countedDuring: (interval) =>
      snapshot(async (db) => {
        const counted: Awaited<ReturnType<OwnerViews['countedDuring']>> = []
        for (const some of starting(db, interval)) {
          const columns = ['appointment_date', 'referral_source', 'attendance', 'status'] as const
          counted.push(...(await some.select([...columns, 'created_at_ms as bookedAtMs']).execute()))
        }
        return counted
      }),
  }
}
