import type { Interval } from '../../booking/interval.ts'
import { msPerHour } from '../../booking/milliseconds.ts'
import { shop } from '../../booking/shop.ts'
import { wallTimeToEpochMs } from '../../booking/wall-time.ts'
import { type StandingEvent, standingEvents } from './calendar-events.ts'
import type { CalendarPeer } from './calendar-peer.ts'
import type { StormDatabase } from './database.ts'
import { sleep } from './mood.ts'
import type { PlannedBooking } from './plan.ts'
import { between, type Random } from './random.ts'

/** Something of the owner's own in the calendar, and what was booked already when the servers had read of it. */
export interface Entered extends Interval {
  bookedBefore: ReadonlySet<string>
}

const readTimeoutMs = 60_000
const lookAgainMs = 100

const utc = (epochMs: number) => new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** The owner, who works in the calendar while clients book. */
export function createOwner(
  calendar: CalendarPeer,
  database: StormDatabase,
  planned: readonly PlannedBooking[],
  random: Random,
) {
  const entered: Entered[] = []

  const query = (text: string) => database.query(text).catch(() => [])

  /** Waits until the servers have read the calendar from beginning to end since now; after a while it does not matter. */
  async function untilRead(): Promise<void> {
    const giveUpAt = Date.now() + readTimeoutMs
    // The first of them may have begun before.
    for (let readings = 0; readings < 3; readings++) {
      const before = JSON.stringify(await query('select read_at_ms, cursor from calendar_reads'))
      let now = before
      while (now === before && Date.now() < giveUpAt) {
        await sleep(lookAgainMs)
        now = JSON.stringify(await query('select read_at_ms, cursor from calendar_reads'))
      }
    }
  }

  async function empty(): Promise<void> {
    const objects = await calendar.objects()
    for (const { href } of objects) await calendar.remove(href)
    await untilRead()
    for (const { href, text } of objects) await calendar.put(href, text)
    await untilRead()
  }

  async function enter(): Promise<void> {
    const { appointment_date, appointment_time } = planned[between(random, 0, planned.length)]?.fields ?? {}
    const startEpochMs = wallTimeToEpochMs(appointment_date ?? '', appointment_time ?? '', shop.timeZone)
    const endEpochMs = startEpochMs + msPerHour
    const name = `own-${entered.length}`
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', 'BEGIN:VEVENT', `UID:${name}`]
    lines.push('DTSTAMP:20260101T000000Z', `DTSTART:${utc(startEpochMs)}`, `DTEND:${utc(endEpochMs)}`)
    await calendar.put(`${name}.ics`, [...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
    await untilRead()
    const rows = await database.query('select id from appointments')
    entered.push({ startEpochMs, endEpochMs, bookedBefore: new Set(rows.map((row) => String(row.id))) })
  }

  /** Two clients change places. */
  async function reorder(): Promise<void> {
    const ours = (await standingEvents(calendar)).filter(({ appointmentId }) => appointmentId !== null)
    const one = ours[between(random, 0, ours.length)]
    const other = ours[between(random, 0, ours.length)]
    if (!one || !other || one === other) return
    const at = ({ text }: StandingEvent, { startEpochMs, endEpochMs }: Interval) =>
      text
        .replace(/(BEGIN:VEVENT[\s\S]*?)DTSTART[^\r\n]*/, `$1DTSTART:${utc(startEpochMs)}`)
        .replace(/DTEND[^\r\n]*/, `DTEND:${utc(endEpochMs)}`)
    await Promise.all([calendar.put(one.href, at(one, other)), calendar.put(other.href, at(other, one))])
    await untilRead()
  }

  return { entered, untilRead, empty, enter, reorder }
}

export type Owner = ReturnType<typeof createOwner>
