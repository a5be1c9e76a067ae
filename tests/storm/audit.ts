import { appointmentInterval, type Interval, peakOverlap } from '../../booking/interval.ts'
import { shop } from '../../booking/shop.ts'
import { eventUid, messageId } from '../../server/appointments/identity.ts'
import type { CalendarPeer } from './calendar-peer.ts'
import type { Told } from './clients.ts'
import type { Row, StormDatabase } from './database.ts'
import type { MailPeer } from './mail-peer.ts'

/** One line of the result: what must not have happened, and how often it has. */
export interface Finding {
  what: string
  count: number
}

interface Evidence {
  told: Told
  database: StormDatabase
  mail: MailPeer
  calendar: CalendarPeer
  capacity: number
}

const intervalOf = (row: Row): Interval => ({
  startEpochMs: Number(row.start_ms),
  endEpochMs: Number(row.occupied_until_ms),
})

const mailKinds = ['business-notification', 'client-invitation'] as const

/** An insert past the application, on a seat and a time that are taken. @returns whether the database let it pass */
async function takesTwins({ query }: StormDatabase): Promise<boolean> {
  try {
    await query(`insert into appointments
      (id, full_name, email, phone, appointment_date, appointment_time, referral_source, created_at_ms, seat,
        start_ms, end_ms, occupied_until_ms)
      select 'past-the-application', 'Other', email, phone, appointment_date, appointment_time, referral_source,
        created_at_ms, seat, start_ms, end_ms, occupied_until_ms from appointments limit 1`)
    return true
  } catch {
    return false
  }
}

export async function audit({ told, database, mail, calendar, capacity }: Evidence): Promise<Finding[]> {
  const stored = await database.query('select * from appointments')
  const ids = new Set(stored.map((row) => String(row.id)))
  const acknowledged = new Set(told.acknowledged.values())
  const intervals = stored.map(intervalOf)
  const owed = await database.query(
    "select * from outbox where kind in ('calendar-event', 'business-notification', 'client-invitation')",
  )
  const peaks = intervals.map((interval) => peakOverlap(intervals, interval))
  const sameSeat = stored.filter((row, index) =>
    stored.some((other, otherIndex) => {
      if (otherIndex <= index || other.seat !== row.seat) return false
      const [a, b] = [intervalOf(row), intervalOf(other)]
      return a.startEpochMs < b.endEpochMs && b.startEpochMs < a.endEpochMs
    }),
  )
  const refusedThoughFree = told.refused.filter(
    ({ fields }) => peakOverlap(intervals, appointmentInterval(fields, shop)) < capacity,
  )
  const mailsWanted = [...ids].flatMap((id) => mailKinds.map((kind) => messageId(id, kind, 0)))
  const eventsWanted = [...ids].map((id) => `${eventUid(id).split('@')[0]}.ics`)
  const unwanted = (names: Iterable<string>, wanted: readonly string[]) => {
    const known = new Set(wanted)
    return [...names].filter((name) => !known.has(name)).length
  }
  const bookingMails = [...mail.taken.keys()].filter((id) =>
    mailKinds.some((kind) => id.includes(`.${kind}.`)),
  )

  return [
    { what: 'acknowledged, but not stored', count: [...acknowledged].filter((id) => !ids.has(id)).length },
    { what: 'stored, but never acknowledged', count: [...ids].filter((id) => !acknowledged.has(id)).length },
    { what: 'stored twice for one request', count: ids.size - new Set(stored.map((row) => row.email)).size },
    { what: 'moments with more clients than fitters', count: peaks.filter((peak) => peak > capacity).length },
    { what: 'two appointments on one seat', count: sameSeat.length },
    { what: 'refused, though a seat was free', count: refusedThoughFree.length },
    { what: 'jobs not written with their appointment', count: 3 * ids.size - owed.length },
    { what: 'jobs not done', count: owed.filter((row) => row.done_at_ms === null).length },
    { what: 'mails missing', count: mailsWanted.filter((id) => !mail.taken.has(id)).length },
    { what: 'mails of nobody', count: unwanted(bookingMails, mailsWanted) },
    { what: 'events missing', count: eventsWanted.filter((name) => !calendar.objects.has(name)).length },
    { what: 'events repeated', count: calendar.overwritten },
    { what: 'inserts past the application that passed', count: (await takesTwins(database)) ? 1 : 0 },
    { what: 'answers that no client should get', count: told.wrong.length },
  ]
}
