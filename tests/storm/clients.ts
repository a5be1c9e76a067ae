import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppointmentFields } from '../../booking/appointment.ts'
import { appointmentInterval, overlaps, peakOverlap } from '../../booking/availability.ts'
import { shop, weekStarts } from '../../booking/opening-hours.ts'
import {
  addDays,
  epochMsToWallTime,
  type Interval,
  minutesToTime,
  timeToMinutes,
} from '../../booking/time.ts'
import { ann } from '../contract/support/shop-server.ts'
import { type StormDatabase, toInterval } from './peers.ts'

/** Randomness that a seed repeats, from 0 to 1, exclusive. */
export type Random = () => number

export function seededRandom(seed: number): Random {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha1').update(`${seed} ${drawn}`).digest().readUInt32LE() / 2 ** 32
  }
}

const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from))

export const pickAny = <Item>(random: Random, items: readonly Item[]) =>
  items[between(random, 0, items.length)]

/** How many clients may come at the same time. */
export const capacity = 2

export interface PlannedBooking {
  fields: AppointmentFields
  interval: Interval
}

/** Far enough ahead that clocks that jump by minutes don't change what clients may book. */
const firstDay = 10
/** About half of the clients get their time. */
const bookingsPerDayAndSeat = 10

/** Any minute of any hour, on days that fill up. Some requests come twice, as from a proxy that retries. */
export function planBookings(random: Random, count: number): PlannedBooking[] {
  const today = epochMsToWallTime(Date.now(), shop.timeZone).date
  const days = Math.max(1, Math.ceil(count / (bookingsPerDayAndSeat * capacity)))
  const [first, last] = weekStarts(shop.opening).map(timeToMinutes) as [number, number]
  return Array.from({ length: count }, (_, index) => {
    const fields = {
      ...{ ...ann, full_name: `Client ${index}`, email: `client-${index}@example.com` },
      appointment_date: addDays(today, firstDay + between(random, 0, days)),
      appointment_time: minutesToTime(between(random, first, last + 1)),
    }
    const planned = { fields, interval: appointmentInterval(fields, shop) }
    return random() < 0.1 ? [planned, planned] : [planned]
  }).flat()
}

/** A confirmed booking, and the moments between which the servers decided it (`performance.now()`). */
interface Booking extends Pick<PlannedBooking, 'fields' | 'interval'> {
  sentAtMs: number
  answeredAtMs: number
}

/** Times that no client may book, for as long as the servers must know of them. */
export interface Shut {
  why: 'entered' | 'lost' | 'closed' | 'hours'
  closes: (booking: Booking) => boolean
  sinceMs: number
  untilMs: number
}

/** A time when one fitter is away. Clients get the other places. */
export interface Away {
  interval: Interval
  sinceMs: number
  untilMs: number
}

export const during = (interval: Interval) => (booking: Booking) => overlaps(booking.interval, interval)

/** Sends JSON, if there is any. No answer counts as a request to retry. */
export async function ask(url: string, body?: unknown, more: Record<string, string> = {}) {
  try {
    const response = await fetch(url, {
      headers: { apikey: 'public-demo-key', 'content-type': 'application/json', ...more },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: response.status, body: await response.text(), isLost: false }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return { status: 503, body: '', isLost: cause?.code !== 'ECONNREFUSED' }
  }
}

/** Clients that retry: they resend if unanswered or asked to try again. */
export function createClients(
  urls: readonly string[],
  { until }: StormDatabase,
  random: Random,
  planned: readonly PlannedBooking[],
  atOnce: number,
) {
  const waiting = [...planned]
  const insisting: Promise<void>[] = []
  /** The ids that clients and callers got, by name. */
  const acknowledged = new Map<string, string>()
  const bookings = new Map<string, Booking>()
  /** Ids that a restore can lose: acknowledged after the backup began. */
  const atRisk = new Set<string>()
  const shutTimes: Shut[] = []
  const away: Away[] = []
  /** Starts of clients who were rejected twice although nothing was in the way. */
  const rejectedThoughFree: string[] = []
  /** Answers that no client or owner should ever get. */
  const wrong: string[] = []

  async function send(path: string, body: unknown, more: Record<string, string> = {}) {
    const { doomed } = clients
    const url = `${doomed ?? pickAny(random, urls)}${path}`
    const answer = await ask(url, body, doomed ? { ...more, 'x-storm': 'end' } : more)
    if (answer.isLost) clients.unanswered += 1
    return answer
  }

  function acknowledge(name: string, id: string): void {
    const known = acknowledged.get(name)
    if (known !== undefined && known !== id && !atRisk.has(known))
      wrong.push('two appointments for one request')
    acknowledged.set(name, id)
    if (clients.isBackedUp) atRisk.add(id)
  }

  /** Whether the database now shows why a server rejected the booking. */
  async function isExplained(status: number, { fields, interval }: PlannedBooking): Promise<boolean> {
    if (status === 400) {
      const [row] = await until('select opening from opening_hours', 1)
      return fields.appointment_time > weekStarts(JSON.parse(String(row?.opening)))[1]
    }
    const overlapping = (end: string) =>
      `start_ms < ${interval.endEpochMs} and ${end} > ${interval.startEpochMs}`
    const rows = await until(`
      select start_ms, occupied_until_ms, 0 as is_shut from appointments
        where status = 'confirmed' and ${overlapping('occupied_until_ms')}
      union all select start_ms, end_ms, 1 from blocked_times
        where status = 'confirmed' and ${overlapping('end_ms')}
      union all select start_ms, end_ms, 1 from busy_times where ${overlapping('end_ms')}`)
    return rows.some((row) => row.is_shut === 1) || peakOverlap(rows.map(toInterval), interval) >= capacity
  }

  async function insist(planned: PlannedBooking): Promise<void> {
    const { fields, interval } = planned
    const firstSentAtMs = performance.now()
    for (let unexplained = 0; unexplained < 2; ) {
      const sentAtMs = performance.now()
      const prefer = 'return=representation'
      const { status, body } = await send('/rest/v1/appointments', fields, { prefer })
      if (status === 201 || status === 200) {
        const [{ id }] = JSON.parse(body)
        acknowledge(fields.full_name, id)
        const booking = { fields, interval, sentAtMs, answeredAtMs: performance.now() }
        // Status 200: an attempt without an answer, or this request's twin, stored it.
        if (status === 201) bookings.set(id, booking)
        else if (!bookings.has(id)) bookings.set(id, { ...booking, sentAtMs: firstSentAtMs })
        // The page also requests the notification, which the server sends in any case.
        const notification = { appointmentData: fields, calendarLink: '' }
        await send('/functions/v1/send-appointment-notification', notification)
        return
      }
      if (status === 503) await sleep(50 + random() * 200)
      else if (status !== 409 && status !== 400) return void wrong.push(`status ${status}: ${body}`)
      else if (await isExplained(status, planned)) return
      // Someone else may have had the time for a moment, and the hours come and go.
      else unexplained += 1
    }
    rejectedThoughFree.push(`${fields.appointment_date} ${fields.appointment_time}`)
  }

  const clients = {
    ...{ acknowledged, bookings, atRisk, shutTimes, away, rejectedThoughFree, wrong, acknowledge },
    shut(why: Shut['why'], closes: Shut['closes']): void {
      shutTimes.push({ why, closes, sinceMs: performance.now(), untilMs: Number.POSITIVE_INFINITY })
    },
    /**
     * Opens times, before anyone can know of it.
     * @returns those that were closed
     */
    open(...whys: Shut['why'][]): Shut[] {
      const shut = shutTimes.filter(({ why, untilMs }) => whys.includes(why) && untilMs > performance.now())
      for (const server of shut) server.untilMs = performance.now()
      return shut
    },
    /**
     * The next in the queue come.
     * @returns when the first of them gets an answer; the others book on
     */
    async come(): Promise<void> {
      const coming = waiting.splice(0, atOnce).map(insist)
      insisting.push(...coming)
      await Promise.race(coming)
    },
    /**
     * All the others come.
     * @returns when all have answers
     */
    async finish(): Promise<void> {
      await Promise.all([...insisting, ...waiting.splice(0).map(insist)])
    },
    /** The server that everyone now calls, and that ends as it answers one of them. */
    doomed: null as string | null,
    /** Requests that reached a server, and got no answer. */
    unanswered: 0,
    /** Whether a restore can lose bookings acknowledged from now on. */
    isBackedUp: false,
  }
  return clients
}

export type Clients = ReturnType<typeof createClients>
