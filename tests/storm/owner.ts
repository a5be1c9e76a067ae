import { randomUUID } from 'node:crypto'
import { overlaps } from '../../booking/availability.ts'
import { type Interval, msPerDay, msPerHour } from '../../booking/time.ts'
import { hostileEntries, hostileObject } from '../support/hostile-entries.ts'
import { hostilePrefix, type StandingEvent, standingEvents } from './calendar-events.ts'
import type { CalendarPeer } from './calendar-peer.ts'
import type { Row, StormDatabase } from './database.ts'
import { sleep } from './mood.ts'
import type { PlannedBooking } from './plan.ts'
import { between, type Random } from './random.ts'
import { open, type ShutTimes } from './shut-times.ts'

const lookAgainMs = 100
/** How many events stand at least in a calendar that is emptied. */
const emptiedLeast = 6
/** Days that no client asks for. */
const markersBeginInDays = 500

const utc = (epochMs: number) => new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')

interface Scene {
  calendar: CalendarPeer
  database: StormDatabase
  planned: readonly PlannedBooking[]
  shutTimes: ShutTimes
  random: Random
}

/** The owner, who works in the calendar while clients book. */
export function createOwner({ calendar, database, planned, shutTimes, random }: Scene) {
  const putBack = new Set<string>()
  let markers = 0
  let entries = 0
  let unreadable = 0

  /** Asks again until it is so; a database that is down comes back. */
  async function until(sql: string, isSo: (rows: Row[]) => boolean): Promise<void> {
    while (!isSo(await database.query(sql).catch(() => []))) await sleep(lookAgainMs)
  }

  async function write(interval: Interval): Promise<void> {
    const name = `own-${randomUUID()}`
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', 'BEGIN:VEVENT', `UID:${name}`]
    lines.push(`DTSTAMP:20260101T000000Z`, `DTSTART:${utc(interval.startEpochMs)}`)
    lines.push(`DTEND:${utc(interval.endEpochMs)}`, 'END:VEVENT', 'END:VCALENDAR', '')
    await calendar.put(`${name}.ics`, lines.join('\r\n'))
  }

  /** Waits until the servers know that the owner is busy then. */
  const untilBusy = ({ startEpochMs, endEpochMs }: Interval) =>
    until(
      `select start_ms from busy_times where start_ms <= ${startEpochMs} and end_ms >= ${endEpochMs}`,
      (rows) => rows.length > 0,
    )

  /** Waits until the servers have read the calendar as it stands now: a marker in it closes a time of its own. */
  async function untilRead(): Promise<void> {
    markers += 1
    const hour = Math.floor(Date.now() / msPerHour) * msPerHour
    const startEpochMs = hour + markersBeginInDays * msPerDay + 2 * markers * msPerHour
    const marker = { startEpochMs, endEpochMs: startEpochMs + msPerHour }
    await write(marker)
    await untilBusy(marker)
  }

  async function enter(): Promise<void> {
    const interval = planned[between(random, 0, planned.length)]?.interval
    if (!interval) return
    entries += 1
    await write(interval)
    await untilBusy(interval)
    shutTimes.shutInterval('entered', interval)
  }

  /** Strangers send invitations that take a parser forever. The servers must go on reading the calendar. */
  async function invite(): Promise<void> {
    for (const entry of Object.values(hostileEntries).filter(({ isUnreadable }) => isUnreadable)) {
      unreadable += 1
      const name = `${hostilePrefix}${unreadable}`
      await calendar.put(`${name}.ics`, hostileObject(name, entry))
    }
    await untilRead()
  }

  /** All is gone, one by one, until the servers hold back what they have missed; then it is there again. */
  async function empty(): Promise<void> {
    // What a restore has brought back without its event is missed twice before, and not held back with the others.
    for (let reading = 0; reading < 3; reading++) await untilRead()
    // Fewer would be followed as what the owner calls off by hand.
    const standing = `select uid from synced_events where status = 'confirmed' and start_ms > ${Date.now()}`
    await until(standing, (rows) => rows.length >= emptiedLeast)
    const objects = await calendar.objects()
    const shut = shutTimes.standing('entered', 'lost')
    for (const one of shut) open(one)
    for (const { href } of objects) await calendar.remove(href)
    await until("select uid from synced_events where suspected_change = 'on-hold'", (rows) => rows.length > 0)
    for (const { href, text } of objects) {
      await calendar.put(href, text)
      putBack.add(href)
    }
    await untilRead()
    for (const { why, closes } of shut) shutTimes.shut(why, closes)
  }

  /** Two clients change places. */
  async function reorder(): Promise<void> {
    // Who has come already changes places with nobody: what was noted of it would not hold at another time.
    const toCome = `select id from appointments where status = 'confirmed' and start_ms > ${Date.now()}`
    const rows = await database.query(toCome).catch(() => [])
    const known = new Set(rows.map(({ id }) => id))
    const ours = (await standingEvents(calendar)).filter(({ appointmentId }) => known.has(appointmentId))
    const one = ours[between(random, 0, ours.length)]
    const other = ours[between(random, 0, ours.length)]
    if (!one || !other || overlaps(one, other)) return
    const at = ({ text }: StandingEvent, { startEpochMs, endEpochMs }: Interval) =>
      text
        .replace(/(BEGIN:VEVENT[\s\S]*?)DTSTART[^\r\n]*/, `$1DTSTART:${utc(startEpochMs)}`)
        .replace(/DTEND[^\r\n]*/, `DTEND:${utc(endEpochMs)}`)
    await Promise.all([calendar.put(one.href, at(one, other)), calendar.put(other.href, at(other, one))])
    await untilRead()
  }

  /** What the database that was just restored does not know: it stands in the calendar and closes its time. */
  async function findLost(): Promise<void> {
    const known = new Set((await database.query('select id from appointments')).map(({ id }) => id))
    for (const event of await standingEvents(calendar)) {
      if (event.appointmentId !== null && !known.has(event.appointmentId))
        shutTimes.shutInterval('lost', event)
    }
  }

  return {
    putBack,
    entries: () => entries,
    unreadable: () => unreadable,
    untilRead,
    invite,
    empty,
    enter,
    reorder,
    findLost,
  }
}

export type Owner = ReturnType<typeof createOwner>
