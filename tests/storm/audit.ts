import { overlaps, peakOverlap } from '../../booking/availability.ts'
import { messageId, shopDomain } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import { standingEvents } from './calendar-events.ts'
import type { CalendarPeer } from './calendar-peer.ts'
import type { Told } from './clients.ts'
import type { Row, StormDatabase } from './database.ts'
import type { Desk } from './desk.ts'
import type { MailPeer } from './mail-peer.ts'
import type { Owner } from './owner.ts'
import { isBookedInto, type Shut, type ShutTimes } from './shut-times.ts'

/** One line of the result: what must not have happened, and how often it has. */
export interface Finding {
  what: string
  count: number
  /** Which they are, where each has a name. */
  which?: readonly string[]
}

const found = (what: string, which: readonly string[]): Finding => ({ what, count: which.length, which })

interface Evidence {
  told: Told
  database: StormDatabase
  mail: MailPeer
  calendar: CalendarPeer
  owner: Owner
  desk: Desk
  shutTimes: ShutTimes
  /** When servers were ended or databases restored, as `performance.now` has it. */
  harmedAt: readonly number[]
  capacity: number
}

const intervalOf = (row: Row): Interval => ({
  startEpochMs: Number(row.start_ms),
  endEpochMs: Number(row.occupied_until_ms),
})

const mailKinds = ['business-notification', 'client-invitation'] as const

/** What follows from bookings, changes and closed times, as SQL lists it. */
export const whatFollows = "'calendar-event', 'closure-event', 'business-notification', 'client-invitation'"

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

/** How many times begin or end where only one of the two knows of them. */
function differences(these: readonly Interval[], those: readonly Interval[]): number {
  const isIn = (times: readonly Interval[], moment: number) =>
    times.some(({ startEpochMs, endEpochMs }) => startEpochMs <= moment && moment < endEpochMs)
  return [...these, ...those]
    .flatMap(({ startEpochMs, endEpochMs }) => [startEpochMs, endEpochMs - 1])
    .filter((moment) => isIn(these, moment) !== isIn(those, moment)).length
}

/** Two takings of one mail with nothing in between that could have made a server forget the first. */
function repeatedInPeace(taken: readonly number[], harmedAt: readonly number[]): number {
  return taken.filter((at, index) => {
    const before = taken[index - 1]
    return before !== undefined && !harmedAt.some((harm) => harm > before && harm < at)
  }).length
}

/** The owner is asked about what is gone together; of a calendar that is emptied event by event, so many may be followed. */
const followedMost = 2

export async function audit(evidence: Evidence): Promise<Finding[]> {
  const { told, database, mail, calendar, owner, desk, shutTimes, harmedAt, capacity } = evidence
  const stored = await database.query('select * from appointments')
  const byId = new Map(stored.map((row) => [String(row.id), row]))
  const standing = stored.filter((row) => row.status === 'confirmed')
  const isConfirmed = (id: string | null) => byId.get(id ?? '')?.status === 'confirmed'
  const acknowledged = new Set(told.acknowledged.values())
  const isLost = (id: string) => told.atRisk.has(id) && !byId.has(id)
  const intervals = standing.map(intervalOf)
  const owed = await database.query(`select * from jobs where kind in (${whatFollows})`)
  const peaks = intervals.map((interval) => peakOverlap(intervals, interval))
  const sameSeat = standing.filter((row, index) =>
    standing.some(
      (other, otherIndex) =>
        otherIndex > index && other.seat === row.seat && overlaps(intervalOf(row), intervalOf(other)),
    ),
  )
  const events = await standingEvents(calendar)
  const ours = events.filter(({ appointmentId }) => appointmentId !== null)
  const eventOf = new Map(ours.map((event) => [event.appointmentId, event]))
  // Where a restore has lost one of them, nobody is booked any more: that is another line.
  const known = ours.filter(({ appointmentId }) => isConfirmed(appointmentId))
  const crowded = known.filter((event) => peakOverlap(known, event) > capacity)
  const nameOf = ({ href }: (typeof events)[number]) => href
  const isWhereBooked = ({ appointmentId, startEpochMs }: (typeof events)[number]) =>
    isConfirmed(appointmentId) && byId.get(appointmentId ?? '')?.start_ms === startEpochMs
  const busy = await database.query('select start_ms, end_ms as occupied_until_ms from busy_times')
  const [poll] = await database.query('select unreadable from calendar_polls')
  const busyAlone = differences(
    events.filter((event) => !isWhereBooked(event)),
    busy.map(intervalOf),
  )
  const ofCancelled = ours.filter(
    ({ appointmentId, href }) =>
      byId.get(appointmentId ?? '')?.status === 'cancelled' && !owner.putBack.has(href),
  )
  const bookedInto = (why: Shut['why']) =>
    shutTimes.all
      .filter((shut) => shut.why === why)
      .flatMap((shut) => [...told.bookings.values()].filter((booking) => isBookedInto(shut, booking))).length
  const undone = [...desk.changes()].filter(([id, { sequence, status, starts_at, ends_at }]) => {
    const row = byId.get(id)
    const isAsLeft =
      row?.status === status && row.start_ms === Date.parse(starts_at) && row.end_ms === Date.parse(ends_at)
    return !row || Number(row.sequence) < sequence || (row.sequence === sequence && !isAsLeft)
  })
  const mailsWanted = stored.flatMap(({ id, sequence, email, booked_by, status }) => {
    // Of what the owner does, only the client is told.
    const isOwners = Number(sequence) > 0 || booked_by === 'desk' || status === 'cancelled'
    const kinds = isOwners ? (['client-invitation'] as const) : mailKinds
    return email ? kinds.map((kind) => messageId(String(id), kind, Number(sequence), shopDomain)) : []
  })
  const mailsOfNobody = [...mail.taken.keys()].filter((id) => {
    const [appointmentId = '', kind] = id.split('.')
    return mailKinds.some((known) => known === kind) && !byId.has(appointmentId) && !isLost(appointmentId)
  })
  const repeated = [...mail.taken].flatMap(([id, times]) =>
    Array<string>(repeatedInPeace(times, harmedAt)).fill(`${id} at ${times.map(Math.round).join(', ')}`),
  )
  const jobsWanted = stored.reduce((sum, { booked_by }) => sum + (booked_by === 'desk' ? 2 : 3), 0)
  const cancelled = stored.filter(
    ({ id, status }) => status === 'cancelled' && !desk.cancelled.has(String(id)),
  )
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id))
  const jobsUndone = owed.filter((row) => row.status === 'pending')

  return [
    found(
      'acknowledged, but not stored',
      [...acknowledged].filter((id) => !byId.has(id) && !isLost(id)),
    ),
    found(
      'stored, but never acknowledged',
      [...byId.keys()].filter((id) => !acknowledged.has(id)),
    ),
    {
      what: 'stored twice for one request',
      count: byId.size - new Set(stored.map((row) => row.full_name)).size,
    },
    {
      what: 'cancelled, though nobody has cancelled',
      count: Math.max(0, cancelled.length - followedMost),
      which: idsOf(cancelled),
    },
    {
      what: 'moments with more clients than fitters',
      count: peaks.filter((peak) => peak > capacity).length,
    },
    found('two appointments on one seat', idsOf(sameSeat)),
    found('hours in the calendar with more clients than fitters', crowded.map(nameOf)),
    { what: 'booked over what the owner had entered', count: bookedInto('entered') },
    { what: 'booked over what a restore had lost', count: bookedInto('lost') },
    { what: 'booked into what the owner had closed', count: bookedInto('closed') },
    { what: 'booked outside the hours that the owner had set', count: bookedInto('hours') },
    { what: 'busy in the calendar or in the database alone', count: busyAlone },
    {
      what: 'entries that no server can read, and none counts',
      count: owner.unreadable() - Number(poll?.unreadable),
    },
    found(
      'events at another time than their appointment',
      known.filter((event) => !isWhereBooked(event)).map(nameOf),
    ),
    found('events of what was cancelled', ofCancelled.map(nameOf)),
    found(
      'refused, though a seat was free',
      told.refusedThoughFree.map(({ fields }) => `${fields.appointment_date} ${fields.appointment_time}`),
    ),
    found(
      'changes at the desk that do not hold',
      undone.map(([id]) => id),
    ),
    found(
      'attendances that do not hold',
      [...desk.attended()].filter(([id, came]) => byId.get(id)?.attendance !== came).map(([id]) => id),
    ),
    {
      what: 'jobs not written with their appointment',
      count: jobsWanted - owed.filter((row) => row.sequence === 0 && row.appointment_id !== null).length,
    },
    found(
      'jobs not done',
      jobsUndone.map(({ kind, attempts, last_error }) => `${kind}, tried ${attempts} times, ${last_error}`),
    ),
    found(
      'mails missing',
      mailsWanted.filter((id) => !mail.taken.has(id)),
    ),
    found('mails of nobody', mailsOfNobody),
    found('mails repeated without a reason', repeated),
    found('events missing', idsOf(standing.filter((row) => !eventOf.has(String(row.id))))),
    { what: 'events repeated', count: ours.length - eventOf.size },
    { what: 'inserts past the application that passed', count: (await takesTwins(database)) ? 1 : 0 },
    found('answers that no client and no owner should get', told.wrong),
  ]
}
