import type { Agenda, SimilarBookings as Counts } from '../../booking/owner-api.ts'
import { msPerDay, msPerHour } from '../../booking/time.ts'
import { haveOneNumber } from './clients.ts'
import { forAll, oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { recentAlerts } from './job-views.ts'
import { addJobs } from './jobs.ts'
import { type AppointmentRow, appointmentsOf, confirmed } from './rows.ts'
import type { Db } from './schema.ts'

/** The trait that bookings from the page share. */
export type Likeness = keyof Counts

/** Bookings from the page that look like one of them. */
export interface SimilarBookings {
  id: string
  by: Likeness
  /** Booked since then, epoch milliseconds. */
  sinceMs: number
  nowEpochMs: number
}

/** How many bookings came from the page in the hour up to one of them, with it. */
export interface BookingSurge {
  inHour: number
  /** How many of them came from its network. */
  fromNetwork: number
  /** How many came in a week on average, in the four weeks before that hour, canceled ones aside. */
  usualWeek: number
}

/** Bookings from the page that have something in common, and the alert to more of them than usual. */
export type SimilarBookingStore = ReturnType<typeof similarBookingStore>

const weeks = 4

const fromPage = (db: Db) => db.selectFrom('appointments').where('booked_from', 'is not', null)

/** Returns upcoming bookings that share the trait with that booking, or none if it lacks the trait. */
export async function similarBookings(
  db: Db,
  { id, by, sinceMs, nowEpochMs }: SimilarBookings,
): Promise<AppointmentRow[]> {
  const [like] = await appointmentsOf(db, [id])
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

/** Returns those of the mailboxes from which someone opened a link. */
export async function openedMailboxes(db: Db, rows: readonly AppointmentRow[]): Promise<Set<string | null>> {
  const mailboxes = [...new Set(rows.flatMap(({ mailbox }) => mailbox ?? []))]
  const opened = await forAll(mailboxes, (some) =>
    db
      .selectFrom('appointments')
      .innerJoin('opened_links', 'opened_links.appointment_id', 'appointments.id')
      .select('mailbox')
      .distinct()
      .where('mailbox', 'in', some)
      .execute(),
  )
  return new Set(opened.map(({ mailbox }) => mailbox))
}

async function surgeAt(db: Db, id: string): Promise<BookingSurge> {
  const [booking] = await appointmentsOf(db, [id])
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

/** One email covers every booking up to then. */
const alertEveryMs = msPerHour

export function similarBookingStore({ db, write, lockNotices }: Engine) {
  const recentAlert = (db: Db, nowEpochMs: number) =>
    recentAlerts(db, 'booking-alert', nowEpochMs, alertEveryMs).limit(oneRow).executeTakeFirst()

  return {
    /** How many bookings still take place that look like this one. */
    async count(of: SimilarBookings): Promise<number> {
      return (await similarBookings(db, of)).filter(({ status }) => status === 'confirmed').length
    },

    surgeAt: (id: string) => surgeAt(db, id),

    /** Alerts the owner to the bookings up to this one, unless an alert waits or went out within the last hour. */
    async addAlert(id: string, isUnusual: (surge: BookingSurge) => boolean, nowEpochMs: number) {
      if ((await recentAlert(db, nowEpochMs)) || !isUnusual(await surgeAt(db, id))) return
      await write(async (transaction) => {
        await lockNotices(transaction)
        const known = transaction.selectFrom('jobs').where('appointment_id', '=', id)
        const own = await known.where('kind', '=', 'booking-alert').select('id').executeTakeFirst()
        if (own || (await recentAlert(transaction, nowEpochMs))) return
        const alert = { kind: 'booking-alert', dueAtMs: nowEpochMs } as const
        await addJobs(transaction, { appointment_id: id }, 0, [alert])
      })
    },

    /** The newest alert of the last day whose booking still takes place. */
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
