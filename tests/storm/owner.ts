import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { overlaps } from '../../booking/availability.ts'
import { kindIds } from '../../booking/kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment, DeskCalls } from '../../booking/owner-api.ts'
import type { Json } from '../../booking/owner-json.ts'
import { type Interval, msPerDay, msPerHour, toBasicInstant } from '../../booking/time.ts'
import type { Opening } from '../../demo/types.ts'
import { wallStretchToInterval } from '../../server/appointments/blocked-times.ts'
import { runCommand } from '../contract/support/run-command.ts'
import { calendarObject, hostileEntries } from '../support/hostile-entries.ts'
import { everyDay } from '../support/week.ts'
import { ask, type Clients, during, type PlannedBooking, pickAny, type Random } from './clients.ts'
import { type CalendarEvent, type CalendarPeer, eventsIn, hostile, type StormDatabase } from './peers.ts'

/** With fewer missing events, the servers would cancel the seemingly deleted appointments. */
const emptiedMin = 6
/** Days that no client requests. */
const markersBeginInDays = 500
/** Fewer than a day has, so the storm goes on. */
const togetherMax = 3
const shortLastStart = '15:00'

const onHold = "select uid from synced_events where suspected_change = 'on-hold'"

/** Only one, because it keeps a server busy up to the time limit of an entry. */
const invitation = calendarObject(hostile, hostileEntries['a rule that takes long'])

export interface Scene {
  urls: readonly string[]
  clients: Clients
  database: StormDatabase
  calendar: CalendarPeer
  planned: readonly PlannedBooking[]
  random: Random
  settings: Record<string, string>
}

/** The owner, who works in the calendar while clients book. */
export function createOwner({ calendar, database, clients, planned, random }: Scene) {
  const putBack = new Set<string>()
  let markers = 0

  /** Writes an event, and waits until the servers know that the owner is busy then. */
  async function enterAt({ startEpochMs, endEpochMs }: Interval): Promise<void> {
    const name = `own-${randomUUID()}`
    const event = [`DTSTART:${toBasicInstant(startEpochMs)}`, `DTEND:${toBasicInstant(endEpochMs)}`]
    await calendar.put(`${name}.ics`, calendarObject(name, { event }))
    const busy = `select 1 from busy_times where start_ms <= ${startEpochMs} and end_ms >= ${endEpochMs}`
    await database.until(busy, 1)
  }

  /** Waits until that many syncs have seen their own marker. The last sync may still be applying its results. */
  async function untilRead(syncs: number): Promise<void> {
    for (let sync = 0; sync < syncs; sync++) {
      markers += 1
      const hour = Math.floor(Date.now() / msPerHour) * msPerHour
      const startEpochMs = hour + markersBeginInDays * msPerDay + 2 * markers * msPerHour
      await enterAt({ startEpochMs, endEpochMs: startEpochMs + msPerHour })
    }
  }

  return {
    putBack,
    untilRead,

    async enter(): Promise<void> {
      const { interval } = pickAny(random, planned) as PlannedBooking
      await enterAt(interval)
      clients.shut('entered', during(interval))
    },

    /** A stranger sends an invitation that keeps a parser busy forever. The servers must keep syncing. */
    async invite(): Promise<void> {
      await calendar.put(`${hostile}.ics`, invitation)
      await untilRead(1)
    },

    /** All events disappear, one by one, until the servers put changes on hold. Then they come back. */
    async empty(): Promise<void> {
      const toCome = `select 1 from synced_events where status = 'confirmed' and start_ms > ${Date.now()}`
      await database.until(toCome, emptiedMin)
      const objects = await calendar.objects()
      const shut = clients.open('entered', 'lost')
      for (const { href } of objects) await calendar.remove(href)
      await clients.come()
      await database.until(onHold, 1)
      for (const { href, text } of objects) {
        await calendar.put(href, text)
        putBack.add(href)
      }
      await untilRead(1)
      for (const { why, closes } of shut) clients.shut(why, closes)
    },

    /** Two clients trade places, and keep their lengths. */
    async reorder(): Promise<void> {
      const toCome = `select id from appointments where status = 'confirmed' and start_ms > ${Date.now()}`
      const known = new Set((await database.until(toCome)).map(({ id }) => id))
      const ours = (await eventsIn(calendar)).filter(({ appointmentId }) => known.has(appointmentId))
      const [first, second] = [pickAny(random, ours), pickAny(random, ours)]
      if (!first || !second || overlaps(first, second)) return
      const move = ({ href, text, startEpochMs: from, endEpochMs }: CalendarEvent, to: number) => {
        const end = `DTEND:${toBasicInstant(to + endEpochMs - from)}`
        const moved = text.replace(/(BEGIN:VEVENT[\s\S]*?)DTSTART[^\r\n]*/, `$1DTSTART:${toBasicInstant(to)}`)
        return calendar.put(href, moved.replace(/DTEND[^\r\n]*/, end))
      }
      await Promise.all([move(first, second.startEpochMs), move(second, first.startEpochMs)])
      await untilRead(1)
    },

    /** Events of appointments that a restore lost still block their times. */
    async findLost(): Promise<void> {
      const known = new Set((await database.query('select id from appointments')).map(({ id }) => id))
      for (const event of await eventsIn(calendar))
        if (event.appointmentId !== null && !known.has(event.appointmentId))
          clients.shut('lost', during(event))
    },
  }
}

export type Owner = ReturnType<typeof createOwner>

/** The owner, who works at the desk while clients book, with each call to any process. */
export function createDesk({ urls, settings, clients, database, planned, random }: Scene) {
  const cancelled = new Set<string>()
  let token = ''
  let blockedDate = ''
  let awayDate = ''
  const overbooked = new Set<string>()

  const anyUrl = () => pickAny(random, urls) ?? ''
  const anyDate = () => (pickAny(random, planned) as PlannedBooking).fields.appointment_date

  async function signIn(): Promise<void> {
    while (token === '') {
      const token_hash = (await runCommand('desk', [], settings)).output.split('#')[1]?.split('\n')[0]
      const { status, body } = await ask(`${anyUrl()}/auth/v1/verify`, { type: 'magiclink', token_hash })
      if (status === 200) token = JSON.parse(body).access_token
      else await sleep(100)
    }
  }

  /**
   * Retries, as clients do.
   * @param afterLost - an expected status after a lost answer
   */
  async function call(name: keyof DeskCalls & string, taken: object, expected?: number, afterLost?: number) {
    for (let isRepeated = false; ; isRepeated = true) {
      await signIn()
      const authorization = `Bearer ${token}`
      const { status, body } = await ask(`${anyUrl()}/rest/v1/rpc/${name}`, taken, { authorization })
      if (status === 200) return JSON.parse(body)
      // Another link opens another session.
      if (status === 401) token = ''
      else if (status !== 503) {
        const isExpected = status === expected || (isRepeated && status === afterLost)
        if (!isExpected) clients.wrong.push(`the desk, ${name}: ${status} ${body}`)
        return null
      }
      await sleep(100)
    }
  }

  const agendaOf = (date: string): Promise<Json<Agenda>> => call('agenda', { from: date, to: date })

  async function openTime(): Promise<Pick<DeskAppointment, 'appointment_date' | 'appointment_time'> | null> {
    const appointment_date = anyDate()
    const { status, body } = await ask(`${anyUrl()}/rest/v1/rpc/open_times?on=${appointment_date}`)
    const appointment_time = pickAny<string>(random, status === 200 ? JSON.parse(body) : [])
    return appointment_time === undefined ? null : { appointment_date, appointment_time }
  }

  async function bookCaller(): Promise<void> {
    const time = await openTime()
    if (!time) return
    const caller = randomUUID()
    // Fittings, pickups, and other lengths among the consultations that clients book.
    const kind = pickAny(random, kindIds)
    const durationMinutes = pickAny(random, [undefined, 15, 20, 90, 240])
    const wanted = { ...time, kind, durationMinutes, full_name: caller, email: `${caller}@example.com` }
    const appointment: DeskAppointment | null = await call('book_for_client', wanted, 409)
    if (appointment) clients.acknowledge(caller, appointment.id)
  }

  /** One more than there are fitters, while clients want the same time. */
  async function overbook(): Promise<void> {
    const { appointments } = await agendaOf(anyDate())
    const confirmed = appointments.filter(({ status }) => status === 'confirmed')
    const existing = pickAny(random, confirmed)
    if (!existing) return
    const { appointment_date, appointment_time } = existing
    const caller = randomUUID()
    const wanted = { appointment_date, appointment_time, full_name: caller, email: `${caller}@example.com` }
    const appointment: DeskAppointment = await call('book_for_client', { ...wanted, overbook: true })
    clients.acknowledge(caller, appointment.id)
    overbooked.add(appointment.id)
  }

  /** Reopens each, because there are several if the first answer was lost. */
  async function reopenAll(date: string, wanted: string): Promise<void> {
    const { closures } = await agendaOf(date)
    const all = closures.filter(({ reason }) => reason === wanted)
    if (all.length === 0) clients.wrong.push('the desk, reopen_time: the blocked time is open already')
    for (const { id } of all) await call('reopen_time', { id }, undefined, 404)
  }

  async function change(name: 'move_appointment' | 'cancel_appointment'): Promise<void> {
    const to = name === 'move_appointment' ? await openTime() : {}
    const { appointments } = await agendaOf(anyDate())
    const confirmed = appointments.filter(({ status }) => status === 'confirmed')
    const appointment = pickAny(random, confirmed)
    if (!appointment || !to) return
    const { id, sequence } = appointment
    if (name === 'cancel_appointment') cancelled.add(id)
    // Status 409: the time was taken in the meantime, or the first answer was lost.
    const after: DeskAppointment | null = await call(name, { id, sequence, ...to }, 409)
    if (after) desk.changes.set(id, after)
  }

  /** As on a sick day: several clients of one day, with one call. */
  async function cancelTogether(): Promise<void> {
    const { appointments } = await agendaOf(anyDate())
    const together = appointments.filter(({ status }) => status === 'confirmed').slice(0, togetherMax)
    if (together.length === 0) return
    for (const { id } of together) cancelled.add(id)
    const seen = together.map(({ id, sequence }) => ({ id, sequence }))
    const done: DeskCalls['cancel_appointments']['answers'] = await call('cancel_appointments', {
      appointments: seen,
    })
    for (const after of done.cancelled) desk.changes.set(after.id, after)
  }

  const setOpening = (opening: Partial<Opening>) => call('set_opening', opening)

  const desk = {
    /** Appointments after the owner's last change. */
    changes: new Map<string, DeskAppointment>(),
    cancelled,
    /** Appointments that the owner put into a possibly full time. */
    overbooked,
    setOpening,
    async work(): Promise<void> {
      await bookCaller()
      await overbook()
      await change('move_appointment')
      await change('cancel_appointment')
      await cancelTogether()
    },
    /**
     * A restore brings back clients who were canceled since the backup, without their events. If there are many, the
     * servers ask the owner about them.
     */
    async putBackVanished(): Promise<void> {
      while ((await database.until(onHold)).length > 0) {
        const { vanished } = await agendaOf(anyDate())
        const ids = vanished.map(({ id }) => id)
        if (ids.length > 0) await call('answer_vanished', { ids, answer: 'put_back' })
        await sleep(100)
      }
    },
    async close(): Promise<void> {
      blockedDate = anyDate()
      const stretch = { from: `${blockedDate}T11:00`, to: `${blockedDate}T14:00` }
      await call('close_time', { ...stretch, reason: 'Fair' })
      clients.shut('closed', during(wallStretchToInterval(stretch, shop.timeZone)))
    },
    async reopen(): Promise<void> {
      clients.open('closed')
      await reopenAll(blockedDate, 'Fair')
    },
    async closeOne(): Promise<void> {
      awayDate = anyDate()
      const stretch = { from: `${awayDate}T09:00`, to: `${awayDate}T18:00` }
      await call('close_time', { ...stretch, reason: 'Dentist', places: 1 })
      const interval = wallStretchToInterval(stretch, shop.timeZone)
      clients.away.push({ interval, sinceMs: performance.now(), untilMs: Number.POSITIVE_INFINITY })
    },
    async reopenOne(): Promise<void> {
      for (const client of clients.away) client.untilMs = Math.min(client.untilMs, performance.now())
      await reopenAll(awayDate, 'Dentist')
    },
    async shorten(): Promise<void> {
      await setOpening({ week: everyDay([`09:00-${shortLastStart}`]) })
      clients.shut('hours', ({ fields }) => fields.appointment_time > shortLastStart)
    },
    async lengthen(): Promise<void> {
      clients.open('hours')
      await setOpening({ week: shop.opening.week })
    },
  }
  return desk
}

export type Desk = ReturnType<typeof createDesk>
