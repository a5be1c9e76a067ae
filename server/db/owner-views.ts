import { sql } from 'kysely'
import { type SearchedClient, toPhoneKey } from '../../booking/contact.ts'
import { isReported } from '../../booking/job-kinds.ts'
import { consultation, getKind } from '../../booking/kinds.ts'
import type {
  Agenda,
  ClientMatch,
  DeskAppointment,
  DeskClient,
  FoundClient,
  OverdueJob,
} from '../../booking/owner-api.ts'
import { type Interval, msPerDay } from '../../booking/time.ts'
import { loadClientNotes } from './client-notes.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { instant, isOverdue, type JobRow, overdueEntry, overdueJobs } from './job-views.ts'
import {
  areSameClient,
  clientGroups,
  clientIndex,
  getAllOfClients,
  ofClients,
  visitNumbers,
} from './one-client.ts'
import {
  type AppointmentRow,
  confirmed,
  getAppointments,
  getBlockedTimesDuring,
  getBusyDuring,
  getRowsDuring,
  isKnown,
  toBlockedTime,
  toInterval,
} from './rows.ts'
import type { Db, Row } from './schema.ts'
import { getTellings, listTold } from './tellings.ts'

type ChangeRow = Row<'appointment_changes'>

/** How many of the newest appointments a search reads: more than ten years' worth. */
const searchedMax = 50_000

/** How many new bookings the desk can list: more than a good week has. */
const latestMax = 50

const cancelled = sql.lit('cancelled' as const)

interface Related {
  changes: readonly ChangeRow[]
  corrections: readonly Row<'appointment_corrections'>[]
  jobs: readonly JobRow[]
  tellings: readonly Row<'tellings'>[]
  visit: number
  clientNote: string
  nowEpochMs: number
}

function toDesk(row: AppointmentRow, related: Related): DeskAppointment {
  const { changes, corrections, jobs, tellings, visit, clientNote, nowEpochMs } = related
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
    confirmed_at: row.confirmed_at_ms === null ? null : instant(row.confirmed_at_ms),
    booked_by: row.booked_by === 'client' ? 'client' : 'shop',
    visit,
    note: row.note,
    client_note: clientNote,
    sequence: row.sequence,
    history: changes.map(({ what, changed_by, changed_at_ms, from_ms }) => ({
      what,
      by: changed_by === 'client' ? 'client' : 'shop',
      at: instant(changed_at_ms),
      from: instant(from_ms),
    })),
    corrections: corrections.map(({ what, corrected_at_ms }) => ({ what, at: instant(corrected_at_ms) })),
    told: listTold(row, tellings, jobs),
    pending: jobs
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
  const appointmentsOf = clientIndex(await ofClients(wanted, consultations))
  const led = consultations.filter((row) => {
    const later = appointmentsOf(row).filter(({ start_ms }) => start_ms > row.start_ms)
    const next = later.sort((a, b) => a.start_ms - b.start_ms)[0]
    return next !== undefined && next.kind !== consultation
  })
  return new Set(led.map(({ id }) => id))
}

export function createOwnerViews({ db, snapshot }: Engine) {
  async function withRelated(db: Db, rows: readonly AppointmentRow[], nowEpochMs: number) {
    const ids = rows.map(({ id }) => id)
    const allChanges = db.selectFrom('appointment_changes').selectAll()
    const changes = await runInBatches(ids, (batch) =>
      allChanges.where('appointment_id', 'in', batch).execute(),
    )
    const allJobs = db.selectFrom('jobs').selectAll()
    const jobs = await runInBatches(ids, (batch) => allJobs.where('appointment_id', 'in', batch).execute())
    const allCorrections = db.selectFrom('appointment_corrections').selectAll().orderBy('corrected_at_ms')
    const corrections = await runInBatches(ids, (batch) =>
      allCorrections.where('appointment_id', 'in', batch).execute(),
    )
    const ofThem = await getAllOfClients(db, rows)
    const visitOf = visitNumbers(ofThem)
    const clientNoteOf = await loadClientNotes(db, ofThem)
    const tellingsById = Map.groupBy(await getTellings(db, ids), (row) => row.appointment_id)
    const correctionsOf = Map.groupBy(corrections, (row) => row.appointment_id)
    const changesOf = Map.groupBy(changes, (row) => row.appointment_id)
    const jobsOf = Map.groupBy(jobs, (row) => row.appointment_id)
    return rows
      .toSorted((a, b) => a.start_ms - b.start_ms || (a.id < b.id ? -1 : 1))
      .map((row) => {
        const ownChanges = (changesOf.get(row.id) ?? []).toSorted((a, b) => a.sequence - b.sequence)
        const ownJobs = jobsOf.get(row.id) ?? []
        return toDesk(row, {
          changes: ownChanges,
          corrections: correctionsOf.get(row.id) ?? [],
          jobs: ownJobs,
          tellings: tellingsById.get(row.id) ?? [],
          visit: visitOf(row),
          clientNote: clientNoteOf(row.id),
          nowEpochMs,
        })
      })
  }

  /** The newest appointment of each matching client. */
  async function search(isWanted: (client: SearchedClient) => boolean, most: number) {
    const all = await db
      .selectFrom('appointments')
      .select(['id', 'full_name', 'email', 'phone', 'phone_key', 'status', 'start_ms'])
      .where(isKnown)
      .orderBy('id', 'desc')
      .limit(sql.lit(searchedMax))
      .execute()
    const found: typeof all = []
    for (const client of all.filter(isWanted)) {
      if (found.length === most) break
      if (!found.some((known) => areSameClient(known, client))) found.push(client)
    }
    return found
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
          busy: (await getBusyDuring(db, interval).execute()).map(toInterval),
          ...(await overdueBeside(db, interval, nowEpochMs)),
        }
      }),

    async latestBookings(nowEpochMs: number): Promise<Agenda['latest_bookings']> {
      const rows = await db
        .selectFrom('appointments')
        .select(['id', 'full_name', 'appointment_date', 'appointment_time'])
        .where('status', '=', confirmed)
        .where('start_ms', '>', nowEpochMs - msPerDay)
        .where('booked_by', '=', 'client')
        .execute()
      // Ids begin with the time of the booking.
      return rows.toSorted((a, b) => (a.id > b.id ? -1 : 1)).slice(0, latestMax)
    },

    async confirmedDuring(interval: Interval, nowEpochMs: number): Promise<DeskAppointment[]> {
      const rows = (await getRowsDuring(db, interval)).filter((row) => row.end_ms > interval.startEpochMs)
      return withRelated(db, rows, nowEpochMs)
    },

    async find(id: string, nowEpochMs: number): Promise<DeskAppointment | null> {
      const [appointment] = await withRelated(db, await getAppointments(db, [id]), nowEpochMs)
      return appointment ?? null
    },

    /** In the order of their starts. */
    findAll: async (ids: readonly string[], nowEpochMs: number): Promise<DeskAppointment[]> =>
      withRelated(db, await getAppointments(db, ids), nowEpochMs),

    /** The client with this appointment, and all of their appointments. */
    async client(id: string, nowEpochMs: number): Promise<DeskClient | null> {
      const [row] = await getAppointments(db, [id])
      if (!row) return null
      const ids = (await getAllOfClients(db, [row])).map((appointment) => appointment.id)
      const appointments = (await withRelated(db, await getAppointments(db, ids), nowEpochMs)).toReversed()
      const note = appointments[0]?.client_note ?? ''
      const { full_name, email, phone } = row
      return { full_name, email: email || null, phone: phone || null, note, appointments }
    },

    async matches(isWanted: (client: SearchedClient) => boolean, most: number): Promise<ClientMatch[]> {
      const found = await search(isWanted, most)
      const all = await getAllOfClients(db, found)
      const groupOf = clientGroups(all)
      const noteOf = await loadClientNotes(db, all)
      // Two matches can turn out to be one client through a third appointment.
      const each = [
        ...new Map(found.toReversed().map((client) => [groupOf(client.id), client])).values(),
      ].toReversed()
      const lastOnes = each.flatMap(({ id }) => {
        const visits = groupOf(id).filter(({ status }) => status === 'confirmed')
        return visits.toSorted((a, b) => b.start_ms - a.start_ms).slice(0, 1)
      })
      const rows = await getAppointments(
        db,
        lastOnes.map(({ id }) => id),
      )
      return each.map(({ id, full_name, email, phone }): ClientMatch => {
        const group = groupOf(id)
        const last = rows.find((row) => group.some((appointment) => appointment.id === row.id))
        return {
          id,
          full_name,
          email: email || null,
          phone: phone || null,
          referral_source: last?.referral_source || null,
          note: noteOf(id),
          visits: group.filter(({ status }) => status === 'confirmed').length,
          last: last
            ? { id: last.id, kind: last.kind, starts_at: instant(last.start_ms), attendance: last.attendance }
            : null,
        }
      })
    },

    async clients(
      isWanted: (client: SearchedClient) => boolean,
      most: number,
      nowEpochMs: number,
    ): Promise<FoundClient[]> {
      const found = await search(isWanted, most)
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
          return id === client.id || areSameClient(client, contact)
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
