import { sql } from 'kysely'
import type { Agenda, SimilarBooking } from '../../booking/owner-api.ts'
import { msPerDay, msPerHour } from '../../booking/time.ts'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { instant } from './job-views.ts'
import { addJobs } from './jobs.ts'
import { areSameClient, ofClients, shareNumber } from './one-client.ts'
import { type AppointmentRow, confirmed, getAppointments } from './rows.ts'
import type { Db } from './schema.ts'

export interface BookingSurge {
  inHour: number
  fromNetwork: number
  /** The median of the previous weeks, without canceled bookings. */
  usualWeek: number
}

/** Bookings from the page that have something in common, and the alert about more of them than usual. */
export type SimilarBookingStore = ReturnType<typeof createSimilarBookingStore>

const weeks = 5

interface Placed {
  id: string
  network: string
  /** When the client booked it, or moved it with the link. */
  atMs: number
}

/** The upcoming bookings from the page, by the moment when the client chose their time. */
async function placedBookings(db: Db, nowEpochMs: number): Promise<Placed[]> {
  const rows = await db
    .selectFrom('appointments')
    .leftJoin('appointment_changes as change', (join) =>
      join
        .onRef('change.appointment_id', '=', 'appointments.id')
        .onRef('change.sequence', '=', 'appointments.sequence'),
    )
    .where('status', '=', confirmed)
    .where('start_ms', '>', nowEpochMs)
    .where('booked_from', 'is not', null)
    .select(['appointments.id', 'booked_from', 'created_at_ms', 'changed_by', 'changed_at_ms'])
    .execute()
  return rows.map(({ id, booked_from, created_at_ms, changed_by, changed_at_ms }) => {
    const atMs = changed_by === 'client' && changed_at_ms !== null ? changed_at_ms : created_at_ms
    return { id, network: booked_from ?? '', atMs }
  })
}

async function usualWeekBefore(db: Db, epochMs: number): Promise<number> {
  const beganMs = epochMs - weeks * 7 * msPerDay
  const rows = await db
    .selectFrom('appointments')
    .select('created_at_ms')
    .where('booked_from', 'is not', null)
    .where('created_at_ms', '>', beganMs)
    .where('created_at_ms', '<=', epochMs)
    .where('status', '=', confirmed)
    .execute()
  const counts = Array<number>(weeks).fill(0)
  for (const { created_at_ms } of rows) {
    const week = Math.min(weeks - 1, Math.floor((created_at_ms - beganMs) / (7 * msPerDay)))
    counts[week] = (counts[week] ?? 0) + 1
  }
  return counts.toSorted((a, b) => a - b)[weeks >> 1] ?? 0
}

interface Alert {
  /** The booking that raised it. */
  id: string
  network: string
  sinceMs: number
  endedAtMs: number | null
}

async function alertsOf(db: Db): Promise<Alert[]> {
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('appointments', 'appointments.id', 'jobs.appointment_id')
    .where('jobs.kind', '=', alertKind)
    .where('booked_from', 'is not', null)
    .select(['appointments.id', 'booked_from', 'created_at_ms', 'alerted_at_ms'])
    .execute()
  return rows.map(({ id, booked_from, created_at_ms, alerted_at_ms }) => {
    return { id, network: booked_from ?? '', sinceMs: created_at_ms - msPerHour, endedAtMs: alerted_at_ms }
  })
}

/** The upcoming bookings of an alert, until the owner says that they're real. */
const bookingsOf = ({ network, sinceMs, endedAtMs }: Alert, placed: readonly Placed[]) =>
  endedAtMs === null ? placed.filter((booking) => booking.network === network && booking.atMs > sinceMs) : []

async function hourOf(db: Db, id: string, nowEpochMs: number) {
  const placed = await placedBookings(db, nowEpochMs)
  const own = placed.find((booking) => booking.id === id)
  if (!own) return null
  const sinceMs = own.atMs - msPerHour
  const hour = placed.filter(({ atMs }) => atMs > sinceMs && atMs <= own.atMs)
  return { own, placed, hour, usualWeek: await usualWeekBefore(db, sinceMs) }
}

const fromNetwork = (hour: readonly Placed[], network: string) =>
  hour.filter((booking) => booking.network === network)

/**
 * How the shop knows the clients, and whether an email would reach a person.
 * @param listed - bookings that don't count, because all of them may be one stranger's
 */
export async function loadContacts(db: Db, rows: readonly AppointmentRow[], listed: ReadonlySet<string>) {
  const ids = rows.map(({ id }) => id)
  const others = (await ofClients(db.selectFrom('appointments').selectAll(), rows)).filter(
    (row) => !listed.has(row.id) && row.status === 'confirmed',
  )
  const changes = db.selectFrom('appointment_changes').select(['appointment_id', 'changed_by'])
  const moves = await runInBatches(ids, (batch) => changes.where('appointment_id', 'in', batch).execute())
  const moved = new Set(moves.flatMap((row) => (row.changed_by === 'client' ? [] : row.appointment_id)))
  const mailboxes = [...new Set(rows.flatMap(({ mailbox }) => mailbox ?? []))]
  const ofOpened = db
    .selectFrom('opened_links')
    .innerJoin('appointments', 'appointments.id', 'opened_links.appointment_id')
    .select('mailbox')
  const opened = await runInBatches(mailboxes, (batch) => ofOpened.where('mailbox', 'in', batch).execute())
  const readers = new Set(opened.map(({ mailbox }) => mailbox))

  return (row: AppointmentRow): Pick<SimilarBooking, 'known' | 'gets_email'> => {
    const visits = others.filter((other) => areSameClient(other, row))
    const [came] = visits
      .filter(({ attendance }) => attendance === 'came')
      .sort((a, b) => b.start_ms - a.start_ms)
    const [visit] = visits
    const reason = came ? 'came' : visit ? 'visit' : moved.has(row.id) ? 'moved' : row.note ? 'noted' : null
    const date = (came ?? visit)?.appointment_date
    const known: SimilarBooking['known'] = reason && (date ? { by: reason, date } : { by: reason })
    return { known, gets_email: row.email !== '' && (known !== null || readers.has(row.mailbox)) }
  }
}

export async function findSimilar(db: Db, id: string, nowEpochMs: number): Promise<AppointmentRow[]> {
  const [like] = await getAppointments(db, [id])
  if (like?.booked_by !== 'client') return []
  const same = (column: 'booked_from' | 'mailbox' | 'phone_key') =>
    db
      .selectFrom('appointments')
      .selectAll()
      .where(column, '=', like[column])
      .where('booked_by', '=', 'client')
      .where('status', '=', confirmed)
      .where('start_ms', '>', nowEpochMs)
      .execute()
  const rows = [
    ...(await same('booked_from')),
    ...(await same('mailbox')),
    ...(await same('phone_key')).filter((row) => shareNumber(row, like)),
  ]
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const alertKind = sql.lit('booking-alert' as const)

export function createSimilarBookingStore({ db, snapshot, write, lockNotices }: Engine) {
  return {
    /** The upcoming bookings of the same network, mailbox, or number, in the order of their starts. */
    similar: (id: string, nowEpochMs: number): Promise<SimilarBooking[]> =>
      snapshot(async (db) => {
        const rows = await findSimilar(db, id, nowEpochMs)
        const contactOf = await loadContacts(db, rows, new Set(rows.map((row) => row.id)))
        return rows
          .toSorted((a, b) => a.start_ms - b.start_ms || (a.id < b.id ? -1 : 1))
          .map((row) => ({
            id: row.id,
            full_name: row.full_name,
            starts_at: instant(row.start_ms),
            created_at: instant(row.created_at_ms),
            ...contactOf(row),
          }))
      }),

    async surgeAt(id: string, nowEpochMs: number): Promise<(BookingSurge & { isAlone: boolean }) | null> {
      const found = await hourOf(db, id, nowEpochMs)
      if (!found) return null
      const { own, placed, hour, usualWeek } = found
      const isOther = ({ network, atMs }: Placed) => network !== own.network && atMs > own.atMs - msPerDay
      const isAlone = !placed.some(isOther)
      return { inHour: hour.length, fromNetwork: fromNetwork(hour, own.network).length, usualWeek, isAlone }
    },

    /** Raises an alert for each network whose bookings in the last hour are unusual. */
    async addAlerts(id: string, isUnusual: (surge: BookingSurge) => boolean, nowEpochMs: number) {
      const wanted = async (db: Db) => {
        const found = await hourOf(db, id, nowEpochMs)
        if (!found) return []
        const { placed, hour, usualWeek } = found
        const alerts = await alertsOf(db)
        return [...new Set(hour.map(({ network }) => network))].flatMap((network) => {
          const own = alerts.filter((alert) => alert.network === network)
          if (own.some((alert) => bookingsOf(alert, placed).length > 0)) return []
          const endedAtMs = Math.max(...own.map((alert) => alert.endedAtMs ?? 0), 0)
          const counted = fromNetwork(hour, network).filter(({ atMs }) => atMs > endedAtMs)
          const last = counted.toSorted((a, b) => a.atMs - b.atMs).at(-1)
          const surge = { inHour: hour.length, fromNetwork: counted.length, usualWeek }
          return last && isUnusual(surge) ? [last.id] : []
        })
      }
      if ((await wanted(db)).length === 0) return
      await write(async (transaction) => {
        await lockNotices(transaction)
        for (const row of await getAppointments(transaction, await wanted(transaction)))
          await addJobs(transaction, { appointment_id: row.id }, row.sequence, [
            { kind: 'booking-alert', dueAtMs: nowEpochMs },
          ])
      })
    },

    /** One for each network, as long as any of its bookings is upcoming, in the order of their first bookings. */
    findAlerts: (nowEpochMs: number): Promise<Agenda['booking_alerts']> =>
      snapshot(async (db) => {
        const alerts = await alertsOf(db)
        if (alerts.length === 0) return []
        const placed = await placedBookings(db, nowEpochMs)
        const byNetwork = new Map<string, Placed[]>()
        for (const alert of alerts) {
          const bookings = bookingsOf(alert, placed)
          if (bookings.length > (byNetwork.get(alert.network)?.length ?? 0))
            byNetwork.set(alert.network, bookings)
        }
        const firsts = [...byNetwork.values()]
          .map((bookings) => bookings.toSorted((a, b) => a.atMs - b.atMs))
          .toSorted(([a], [b]) => (a?.atMs ?? 0) - (b?.atMs ?? 0))
          .map((bookings) => ({ count: bookings.length, ids: bookings.map(({ id }) => id) }))
        const rows = await getAppointments(
          db,
          firsts.flatMap(({ ids }) => ids.slice(0, 1)),
        )
        return firsts.flatMap(({ count, ids }) => {
          const row = rows.find(({ id }) => id === ids[0])
          return row ? [{ id: row.id, appointment_date: row.appointment_date, count }] : []
        })
      }),

    /** Records that the bookings of this one's network are real. */
    endAlert: (id: string, nowEpochMs: number) =>
      write(async (transaction) => {
        const [row] = await getAppointments(transaction, [id])
        const alerts = (await alertsOf(transaction)).filter(({ network }) => network === row?.booked_from)
        const ended = transaction.updateTable('jobs').set({ alerted_at_ms: nowEpochMs })
        for (const alert of alerts)
          await ended
            .where((job) => job.and({ appointment_id: alert.id, kind: 'booking-alert', alerted_at_ms: null }))
            .execute()
      }),
  }
}
