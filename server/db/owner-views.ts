import { sql } from 'kysely'
import { type SearchedClient, toPhoneKey } from '../../booking/contact.ts'
import { isReported } from '../../booking/job-kinds.ts'
import { consultation, getKind } from '../../booking/kinds.ts'
import type { DeskAppointment, FoundClient, OverdueJob } from '../../booking/owner-api.ts'
import type { Interval } from '../../booking/time.ts'
import { areOneClient, clientIndex, ofClients, visitNumbers } from './clients.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { instant, isOverdue, type JobRow, overdueEntry, overdueJobs } from './job-views.ts'
import {
  type AppointmentRow,
  busyDuring,
  confirmed,
  getAppointments,
  getBlockedTimesDuring,
  getRowsDuring,
  isKnown,
  toBlockedTime,
  toInterval,
} from './rows.ts'
import type { Db, Row } from './schema.ts'

type ChangeRow = Row<'appointment_changes'>

/** How many of the newest appointments a search reads: more than ten years' worth. */
const searchedMost = 50_000

const cancelled = sql.lit('cancelled' as const)

interface Related {
  changes: readonly ChangeRow[]
  jobs: readonly JobRow[]
  visit: number
  nowEpochMs: number
}

function toDesk(row: AppointmentRow, { changes, jobs, visit, nowEpochMs }: Related): DeskAppointment {
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
    kind: row.kind,
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
      .map((job) => overdueEntry(job, changedAtMs(job.sequence), nowEpochMs)),
    delivered: jobs
      .filter(({ outcome }) => outcome === 'delivered')
      .toSorted((a, b) => (a.finished_at_ms ?? 0) - (b.finished_at_ms ?? 0))
      .flatMap(({ kind, finished_at_ms }) =>
        isReported(kind) ? [{ kind, at: instant(finished_at_ms ?? 0) }] : [],
      ),
  }
}

const clientColumns = ['id', 'email', 'phone', 'phone_key', 'start_ms'] as const

type ClientRow = Pick<AppointmentRow, (typeof clientColumns)[number]>

async function ledToFitting(db: Db, consultations: readonly ClientRow[]): Promise<Set<string>> {
  const either = [consultation, getKind(consultation).next]
  const all = db.selectFrom('appointments').select([...clientColumns, 'kind'])
  const wanted = all.where('status', '=', confirmed).where('kind', 'in', either)
  const getAppointments = clientIndex(await ofClients(wanted, consultations))
  const led = consultations.filter((row) => {
    const later = getAppointments(row).filter(({ start_ms }) => start_ms > row.start_ms)
    const next = later.sort((a, b) => a.start_ms - b.start_ms)[0]
    return next !== undefined && next.kind !== consultation
  })
  return new Set(led.map(({ id }) => id))
}

export function createOwnerViews({ db, snapshot }: Engine) {
  async function withRelated(db: Db, rows: readonly AppointmentRow[], nowEpochMs: number) {
    const ids = rows.map(({ id }) => id)
    const allChanges = db.selectFrom('appointment_changes').selectAll()
    const changes = await runInBatches(ids, (some) =>
      allChanges.where('appointment_id', 'in', some).execute(),
    )
    const allJobs = db.selectFrom('jobs').selectAll()
    const jobs = await runInBatches(ids, (some) => allJobs.where('appointment_id', 'in', some).execute())
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

  async function startingIn(db: Db, { startEpochMs, endEpochMs }: Interval): Promise<AppointmentRow[]> {
    const all = db.selectFrom('appointments').selectAll()
    const starting = all.where('start_ms', '>=', startEpochMs).where('start_ms', '<', endEpochMs)
    const rows = await starting.where('status', '=', confirmed).execute()
    return [...rows, ...(await starting.where('status', '=', cancelled).execute())]
  }

  async function overdueBeside(db: Db, { startEpochMs, endEpochMs }: Interval, nowEpochMs: number) {
    const ofBlockedTimes: OverdueJob[] = []
    const elsewhere: OverdueJob[] = []
    for (const { isOfBlockedTime, start_ms, end_ms, entry } of await overdueJobs(db, nowEpochMs)) {
      const isOfDays =
        start_ms < endEpochMs && (isOfBlockedTime ? end_ms > startEpochMs : start_ms >= startEpochMs)
      if (!isOfDays) elsewhere.push(entry)
      else if (isOfBlockedTime) ofBlockedTimes.push(entry)
    }
    return { ofBlockedTimes, elsewhere }
  }

  return {
    /**
     * The appointments that start in the interval, including canceled ones, and overdue jobs that belong to none of
     * them.
     */
    agenda: (interval: Interval, nowEpochMs: number) =>
      snapshot(async (db) => {
        const rows = await startingIn(db, interval)
        const blocked = await getBlockedTimesDuring(db, interval).selectAll().orderBy('start_ms').execute()
        return {
          appointments: await withRelated(db, rows, nowEpochMs),
          blocked: blocked.map(toBlockedTime),
          busy: (await busyDuring(db, interval).execute()).map(toInterval),
          ...(await overdueBeside(db, interval, nowEpochMs)),
        }
      }),

    async confirmedDuring(interval: Interval, nowEpochMs: number): Promise<DeskAppointment[]> {
      const rows = (await getRowsDuring(db, interval)).filter((row) => row.end_ms > interval.startEpochMs)
      return withRelated(db, rows, nowEpochMs)
    },

    async find(id: string, nowEpochMs: number): Promise<DeskAppointment | null> {
      const [appointment] = await withRelated(db, await getAppointments(db, [id]), nowEpochMs)
      return appointment ?? null
    },

    async clients(
      isWanted: (client: SearchedClient) => boolean,
      most: number,
      nowEpochMs: number,
    ): Promise<FoundClient[]> {
      const all = await db
        .selectFrom('appointments')
        .select(['id', 'full_name', 'email', 'phone', 'phone_key'])
        .where(isKnown)
        .orderBy('id', 'desc')
        .limit(sql.lit(searchedMost))
        .execute()
      const found: typeof all = []
      for (const client of all.filter(isWanted)) {
        if (found.length === most) break
        if (!found.some((one) => areOneClient(one, client))) found.push(client)
      }
      const rows = await ofClients(db.selectFrom('appointments').selectAll(), found)
      // A client without an address or number has one appointment.
      const ids = new Set(rows.map(({ id }) => id))
      const others = found.flatMap(({ id }) => (ids.has(id) ? [] : [id]))
      const appointments = await withRelated(
        db,
        [...rows, ...(await getAppointments(db, others))],
        nowEpochMs,
      )
      return found.map((client): FoundClient => {
        const own = appointments.filter(({ id, email, phone }) => {
          const contact = { email: email ?? '', phone: phone ?? '', phone_key: toPhoneKey(phone ?? '') }
          return id === client.id || areOneClient(client, contact)
        })
        const { full_name, email, phone } = client
        return { full_name, email: email || null, phone: phone || null, appointments: own.toReversed() }
      })
    },

    overdue: (nowEpochMs: number) => snapshot((db) => overdueJobs(db, nowEpochMs)),

    countedDuring: (interval: Interval) =>
      snapshot(async (db) => {
        const rows = await startingIn(db, interval)
        const consultations = rows.filter((row) => row.kind === consultation && row.status === 'confirmed')
        const led = await ledToFitting(db, consultations)
        return rows.map(({ created_at_ms: bookedAtMs, ...row }) => ({
          ...row,
          bookedAtMs,
          came_back: led.has(row.id),
        }))
      }),
  }
}
