import type { Agenda, SimilarBookings as Counts } from '../../booking/owner-api.ts'
import { msPerDay, msPerHour } from '../../booking/time.ts'
import { haveOneNumber } from './clients.ts'
import { oneRow, runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { recentAlerts } from './job-views.ts'
import { addJobs } from './jobs.ts'
import { type AppointmentRow, confirmed, getAppointments } from './rows.ts'
import type { Db } from './schema.ts'

export type Likeness = keyof Counts

export interface SimilarBookings {
  id: string
  by: Likeness
  sinceMs: number
  nowEpochMs: number
}

export interface BookingSurge {
  inHour: number
  fromNetwork: number
  /** The median of the previous weeks, without canceled bookings. */
  usualWeek: number
}

/** Bookings from the page that have something in common, and the alert about more of them than usual. */
export type SimilarBookingStore = ReturnType<typeof createSimilarBookingStore>

const weeks = 4

const fromPage = (db: Db) => db.selectFrom('appointments').where('booked_from', 'is not', null)

export async function similarBookings(
  db: Db,
  { id, by, sinceMs, nowEpochMs }: SimilarBookings,
): Promise<AppointmentRow[]> {
  const [like] = await getAppointments(db, [id])
  if (like?.booked_by !== 'client') return []
  const column = { network: 'booked_from', email: 'mailbox', phone: 'phone_key' } as const
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where(column[by], '=', like[column[by]])
    .where('created_at_ms', '>=', sinceMs)
    .where('booked_by', '=', 'client')
    .where('start_ms', '>', nowEpochMs)
    .orderBy('start_ms')
    .execute()
  return by === 'phone' ? rows.filter((row) => haveOneNumber(row, like)) : rows
}

export async function openedMailboxes(db: Db, rows: readonly AppointmentRow[]): Promise<Set<string | null>> {
  const mailboxes = [...new Set(rows.flatMap(({ mailbox }) => mailbox ?? []))]
  const ofOpened = db
    .selectFrom('opened_links')
    .innerJoin('appointments', 'appointments.id', 'opened_links.appointment_id')
    .select('mailbox')
  const opened = await runInBatches(mailboxes, (some) => ofOpened.where('mailbox', 'in', some).execute())
  return new Set(opened.map(({ mailbox }) => mailbox))
}

async function surgeAt(db: Db, id: string): Promise<BookingSurge> {
  const [booking] = await getAppointments(db, [id])
  if (!booking || booking.booked_from === null) return { inHour: 0, fromNetwork: 0, usualWeek: 0 }
  const sinceMs = booking.created_at_ms - msPerHour
  const ofHour = await fromPage(db)
    .where('created_at_ms', '>', sinceMs)
    .where('created_at_ms', '<=', booking.created_at_ms)
    .groupBy('booked_from')
    .select((row) => ['booked_from', row.fn.countAll<number>().as('count')])
    .execute()
  const before = await fromPage(db)
    .where('created_at_ms', '>', sinceMs - weeks * 7 * msPerDay)
    .where('created_at_ms', '<=', sinceMs)
    .where('status', '=', confirmed)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    inHour: ofHour.reduce((sum, { count }) => sum + Number(count), 0),
    fromNetwork: Number(ofHour.find(({ booked_from }) => booked_from === booking.booked_from)?.count),
    usualWeek: Number(before.count) / weeks,
  }
}

const alertEveryMs = msPerHour

export function createSimilarBookingStore({ db, write, lockNotices }: Engine) {
  const recentAlert = (db: Db, nowEpochMs: number) =>
    recentAlerts(db, 'booking-alert', nowEpochMs, alertEveryMs).limit(oneRow).executeTakeFirst()

  return {
    async count(of: SimilarBookings): Promise<number> {
      return (await similarBookings(db, of)).filter(({ status }) => status === 'confirmed').length
    },

    surgeAt: (id: string) => surgeAt(db, id),

    async addAlert(id: string, isUnusual: (surge: BookingSurge) => boolean, nowEpochMs: number) {
      if ((await recentAlert(db, nowEpochMs)) || !isUnusual(await surgeAt(db, id))) return
      await write(async (transaction) => {
        await lockNotices(transaction)
        const jobs = transaction.selectFrom('jobs').select('id')
        const own = jobs.where((row) => row.and({ appointment_id: id, kind: 'booking-alert' }))
        if ((await own.executeTakeFirst()) || (await recentAlert(transaction, nowEpochMs))) return
        await addJobs(transaction, { appointment_id: id }, 0, [
          { kind: 'booking-alert', dueAtMs: nowEpochMs },
        ])
      })
    },

    async findAlert(nowEpochMs: number): Promise<Agenda['booking_alert'] | null> {
      const row = await recentAlerts(db, 'booking-alert', nowEpochMs, msPerDay)
        .innerJoin('appointments', 'appointments.id', 'jobs.appointment_id')
        .where('appointments.status', '=', confirmed)
        .orderBy('appointments.id', 'desc')
        .select(['appointments.id', 'appointment_date'])
        .executeTakeFirst()
      if (!row) return null
      const { id, appointment_date } = row
      return { id, appointment_date, in_hour: (await surgeAt(db, id)).inHour }
    },
  }
}
