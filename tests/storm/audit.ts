import { appointmentInterval, type Interval, overlaps, peakOverlap } from '../../booking/interval.ts'
import { shop } from '../../booking/shop.ts'
import { messageId } from '../../server/appointments/identity.ts'
import { standingEvents } from './calendar-events.ts'
import type { CalendarPeer } from './calendar-peer.ts'
import type { Told } from './clients.ts'
import type { Row, StormDatabase } from './database.ts'
import type { MailPeer } from './mail-peer.ts'
import type { Entered } from './owner.ts'

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
  entered: readonly Entered[]
  /** When servers were ended or databases restored, as `performance.now` has it. */
  harmedAt: readonly number[]
  capacity: number
}

const intervalOf = (row: Row): Interval => ({
  startEpochMs: Number(row.start_ms),
  endEpochMs: Number(row.occupied_until_ms),
})

const mailKinds = ['business-notification', 'client-invitation'] as const

/** An insert past the application, on a seat and a time that are taken. @returns whether the database let it pass */
async function takesTwins({ query }: StormDatabase): Promise<boolean> {
  const twin = "'past-the-application'"
  await query(`insert into appointments
    (id, full_name, email, phone, appointment_date, appointment_time, referral_source, created_at_ms, seat,
      start_ms, end_ms, occupied_until_ms)
    select ${twin}, 'Other', email, phone, appointment_date, appointment_time, referral_source,
      created_at_ms, seat, start_ms, end_ms, occupied_until_ms from appointments
    where status = 'confirmed' limit 1`).catch(() => {
    // As it should.
  })
  return (await query(`select id from appointments where id = ${twin}`)).length > 0
}

/** Two takings of one mail with nothing in between that could have made a server forget the first. */
function repeatedInPeace(taken: readonly number[], harmedAt: readonly number[]): number {
  return taken.filter((at, index) => {
    const before = taken[index - 1]
    return before !== undefined && !harmedAt.some((harm) => harm > before && harm < at)
  }).length
}

export async function audit(evidence: Evidence): Promise<Finding[]> {
  const { told, database, mail, calendar, entered, harmedAt, capacity } = evidence
  const stored = await database.query('select * from appointments')
  const byId = new Map(stored.map((row) => [String(row.id), row]))
  const acknowledged = new Set(told.acknowledged.values())
  const lost = [...told.atRisk].filter(([id]) => !byId.has(id))
  const lostIds = new Set(lost.map(([id]) => id))
  const intervals = stored.map(intervalOf)
  const owed = await database.query(
    "select * from outbox where kind in ('calendar-event', 'business-notification', 'client-invitation')",
  )
  const peaks = intervals.map((interval) => peakOverlap(intervals, interval))
  const sameSeat = stored.filter((row, index) =>
    stored.some(
      (other, otherIndex) =>
        otherIndex > index && other.seat === row.seat && overlaps(intervalOf(row), intervalOf(other)),
    ),
  )
  // What a restore has lost stands in the calendar, where it goes on to close its time.
  const taken = [...intervals, ...lost.map(([, { fields }]) => appointmentInterval(fields, shop))]
  const refusedThoughFree = told.refused.filter(({ fields }) => {
    const wanted = appointmentInterval(fields, shop)
    return peakOverlap(taken, wanted) < capacity && !entered.some((own) => overlaps(own, wanted))
  })
  const events = await standingEvents(calendar)
  const ours = events.filter(({ appointmentId }) => appointmentId !== null)
  const eventOf = new Map(ours.map((event) => [event.appointmentId, event]))
  const crowded = ours.filter((event) => peakOverlap(ours, event) > capacity)
  const bookedOver = stored.filter((row) =>
    entered.some(
      (own) => row.sequence === 0 && !own.bookedBefore.has(String(row.id)) && overlaps(own, intervalOf(row)),
    ),
  )
  const elsewhere = [...byId].filter(([id, row]) => {
    const event = eventOf.get(id)
    return event !== undefined && event.startEpochMs !== Number(row.start_ms)
  })
  const mailsWanted = [...byId].flatMap(([id, { sequence }]) =>
    // Of a move by the owner only the client is told.
    (sequence === 0 ? mailKinds : (['client-invitation'] as const)).map((kind) =>
      messageId(id, kind, Number(sequence)),
    ),
  )
  const mailsOfNobody = [...mail.taken.keys()].filter((id) => {
    const [appointmentId = '', kind] = id.split('.')
    return (
      mailKinds.some((known) => known === kind) && !byId.has(appointmentId) && !lostIds.has(appointmentId)
    )
  })
  const repeated = [...mail.taken.values()].map((times) => repeatedInPeace(times, harmedAt))
  const count = (things: readonly unknown[]) => things.length

  return [
    {
      what: 'acknowledged, but not stored',
      count: count([...acknowledged].filter((id) => !byId.has(id) && !lostIds.has(id))),
    },
    {
      what: 'stored, but never acknowledged',
      count: count([...byId.keys()].filter((id) => !acknowledged.has(id))),
    },
    { what: 'stored twice for one request', count: byId.size - new Set(stored.map((row) => row.email)).size },
    {
      what: 'cancelled, though nobody has cancelled',
      count: count(stored.filter((row) => row.status !== 'confirmed')),
    },
    { what: 'moments with more clients than fitters', count: count(peaks.filter((peak) => peak > capacity)) },
    { what: 'two appointments on one seat', count: count(sameSeat) },
    { what: 'hours in the calendar with more clients than fitters', count: count(crowded) },
    { what: 'booked over what the owner had entered', count: count(bookedOver) },
    { what: 'events at another time than their appointment', count: count(elsewhere) },
    { what: 'refused, though a seat was free', count: count(refusedThoughFree) },
    {
      what: 'jobs not written with their appointment',
      count: 3 * byId.size - count(owed.filter((row) => row.sequence === 0)),
    },
    { what: 'jobs not done', count: count(owed.filter((row) => row.done_at_ms === null)) },
    { what: 'mails missing', count: count(mailsWanted.filter((id) => !mail.taken.has(id))) },
    { what: 'mails of nobody', count: count(mailsOfNobody) },
    { what: 'mails repeated without a reason', count: repeated.reduce((sum, times) => sum + times, 0) },
    { what: 'events missing', count: count([...byId.keys()].filter((id) => !eventOf.has(id))) },
    { what: 'events repeated', count: ours.length - eventOf.size },
    { what: 'inserts past the application that passed', count: (await takesTwins(database)) ? 1 : 0 },
    { what: 'answers that no client should get', count: told.wrong.length },
  ]
}
