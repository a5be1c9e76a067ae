import { peakOverlap } from '../../booking/availability.ts'
import { messageId, shopDomain } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import { type Away, capacity, during, type Shut } from './clients.ts'
import type { Desk, Owner, Scene } from './owner.ts'
import { type CalendarEvent, eventsIn, type MailPeer, type Row, toInterval } from './peers.ts'

interface Evidence extends Scene {
  mail: MailPeer
  owner: Owner
  desk: Desk
  harmedAt: readonly number[]
}

const mailKinds = ['business-notification', 'client-invitation'] as const

/** The jobs of bookings, changes, and closed times, for SQL. */
export const auditedKinds = "'calendar-event', 'closure-event', 'business-notification', 'client-invitation'"

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id))

const hrefsOf = (events: readonly CalendarEvent[]) => events.map(({ href }) => href)

const repeatedIn = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) < index)

/** Items that overlap more others than fit. */
const crowded = <Item>(all: readonly Item[], interval: (item: Item) => Interval, most = capacity) =>
  all.filter((item) => peakOverlap(all.map(interval), interval(item)) > most)

/** The moments when a time begins or ends in only one of two lists. */
function differences(these: readonly Interval[], those: readonly Interval[]): string[] {
  const isIn = (times: readonly Interval[], moment: number) =>
    times.some(({ startEpochMs, endEpochMs }) => startEpochMs <= moment && moment < endEpochMs)
  return [...these, ...those]
    .flatMap(({ startEpochMs, endEpochMs }) => [startEpochMs, endEpochMs - 1])
    .filter((moment) => isIn(these, moment) !== isIn(those, moment))
    .map((moment) => new Date(moment).toISOString())
}

/** If more events disappear, the servers ask the owner. */
const followedMax = 2

/** @returns violations, each with its place */
export async function audit({ clients, database, calendar, mail, owner, desk, harmedAt }: Evidence) {
  const stored = await database.query('select * from appointments')
  const byId = new Map(stored.map((row) => [String(row.id), row]))
  const confirmed = stored.filter((row) => row.status === 'confirmed')
  const rowOf = ({ appointmentId }: CalendarEvent) => byId.get(appointmentId ?? '')
  const isConfirmed = (event: CalendarEvent) => rowOf(event)?.status === 'confirmed'
  // The owner's extra booking has a seat beyond the fitters'.
  const beyond = confirmed.filter(({ seat }) => Number(seat) >= capacity)
  const isBeyond = (row: Row | undefined) => Number(row?.seat) >= capacity
  const acknowledged = new Set(clients.acknowledged.values())
  const isLost = (id: string) => clients.atRisk.has(id) && !byId.has(id)
  const jobs = await database.query(`select * from jobs where kind in (${auditedKinds})`)
  const events = await eventsIn(calendar)
  const ours = events.filter(({ appointmentId }) => appointmentId !== null)
  const known = ours.filter(isConfirmed)
  const isWhereBooked = (event: CalendarEvent) =>
    isConfirmed(event) && rowOf(event)?.start_ms === event.startEpochMs
  const busy = await database.query('select start_ms, end_ms as occupied_until_ms from busy_times')
  const [poll] = await database.query('select unreadable from calendar_polls')
  const cancelled = idsOf(stored.filter(({ status }) => status === 'cancelled')).filter(
    (id) => !desk.cancelled.has(id),
  )
  const bookedInto = ({ why, sinceMs, untilMs, closes }: Shut) =>
    [...clients.bookings].flatMap(([id, booking]) => {
      const isDuring = booking.sentAtMs > sinceMs && booking.answeredAtMs < untilMs
      return isDuring && closes(booking) ? [`${id}: ${why}`] : []
    })
  /** Clients booked while one fitter was away, and still booked. */
  const bookedBeside = ({ interval, sinceMs, untilMs }: Away) => {
    const there = [...clients.bookings].flatMap(([id, booking]) => {
      const { sentAtMs, answeredAtMs } = booking
      const row = byId.get(id)
      const isThere =
        sentAtMs > sinceMs && answeredAtMs < untilMs && row?.status === 'confirmed' && row.sequence === 0
      if (!isThere || !during(interval)(booking)) return []
      const { startEpochMs, endEpochMs } = booking.interval
      return {
        id,
        startEpochMs: Math.max(startEpochMs, interval.startEpochMs),
        endEpochMs: Math.min(endEpochMs, interval.endEpochMs),
      }
    })
    return crowded(there, (time) => time, capacity - 1).map(({ id }) => id)
  }
  const undone = [...desk.changes].filter(([id, { sequence, status, starts_at, ends_at }]) => {
    const row = byId.get(id)
    const isAsLeft =
      row?.status === status && row.start_ms === Date.parse(starts_at) && row.end_ms === Date.parse(ends_at)
    return !row || Number(row.sequence) < sequence || (row.sequence === sequence && !isAsLeft)
  })
  const mailsWanted = stored.flatMap(({ id, sequence, email, booked_by, status }) => {
    // Only the client gets an email about what the owner did.
    const isOwners = Number(sequence) > 0 || booked_by === 'desk' || status === 'cancelled'
    const kinds = isOwners ? (['client-invitation'] as const) : mailKinds
    return email ? kinds.map((kind) => messageId(String(id), kind, Number(sequence), shopDomain)) : []
  })
  const firstJobs = (id: string) =>
    jobs.filter(({ appointment_id, sequence }) => appointment_id === id && sequence === 0)

  const found: Record<string, readonly string[]> = {
    'acknowledged, but not stored': [...acknowledged].filter((id) => !byId.has(id) && !isLost(id)),
    'stored, but never acknowledged': [...byId.keys()].filter((id) => !acknowledged.has(id)),
    'canceled, though no one did it': cancelled.length > followedMax ? cancelled : [],
    'moments with more clients than fitters': idsOf(
      crowded(
        confirmed.filter((row) => !isBeyond(row)),
        toInterval,
      ),
    ),
    'beyond the fitters, though the owner did not want it': idsOf(beyond).filter(
      (id) => !desk.overbooked.has(id),
    ),
    'booked into the place of a fitter who was away': clients.away.flatMap(bookedBeside),
    // A restore may have lost an appointment whose event is still there.
    'hours in the calendar with more clients than fitters': hrefsOf(
      crowded(
        known.filter((event) => !isBeyond(rowOf(event))),
        (event) => event,
      ),
    ),
    'booked into a time that was not open': clients.shutTimes.flatMap(bookedInto),
    'busy in the calendar or in the database alone': differences(
      events.filter((event) => !isWhereBooked(event)),
      busy.map(toInterval),
    ),
    'unreadable entries, miscounted': poll?.unreadable === 1 ? [] : [`${poll?.unreadable}`],
    'events at another time than their appointment': hrefsOf(known.filter((event) => !isWhereBooked(event))),
    'events of canceled appointments': hrefsOf(
      ours.filter((event) => rowOf(event)?.status === 'cancelled' && !owner.putBack.has(event.href)),
    ),
    'rejected, though a seat was free': clients.rejectedThoughFree,
    'changes at the desk that do not hold': undone.map(([id]) => id),
    'jobs not written with their appointment': idsOf(
      stored.filter(({ id, booked_by }) => firstJobs(String(id)).length !== (booked_by === 'desk' ? 2 : 3)),
    ),
    'jobs not done': jobs
      .filter((row) => row.status === 'pending')
      .map(({ kind, attempts, last_error }) => `${kind}, tried ${attempts} times, ${last_error}`),
    'emails missing': mailsWanted.filter((id) => !mail.taken.has(id)),
    'emails about unknown appointments': [...mail.taken.keys()].filter((id) => {
      const [appointmentId = '', kind] = id.split('.')
      return mailKinds.some((name) => name === kind) && !byId.has(appointmentId) && !isLost(appointmentId)
    }),
    // A failure in between made a server forget that it sent the first.
    'emails repeated without a reason': [...mail.taken].flatMap(([id, times]) => {
      const isInPeace = (at: number, index: number) =>
        index > 0 && !harmedAt.some((harm) => harm > (times[index - 1] ?? 0) && harm < at)
      return times.some(isInPeace) ? [id] : []
    }),
    'events missing': idsOf(confirmed).filter((id) => !ours.some((event) => event.appointmentId === id)),
    'events repeated': repeatedIn(ours.map(({ appointmentId }) => String(appointmentId))),
    'answers that no client and no owner should get': clients.wrong,
  }
  return Object.entries(found).filter(([, where]) => where.length > 0)
}
