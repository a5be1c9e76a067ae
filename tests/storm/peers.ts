import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import ICAL from 'ical.js'
import { Pool, types } from 'pg'
import { onTestFinished } from 'vitest'
import { parseAppointmentId, shopDomain } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import { startProxy } from '../contract/support/behind.ts'
import { listenForMail } from '../contract/support/mail-server.ts'
import { openRadicale } from '../contract/support/radicale.ts'
import { startPostgres } from '../support/postgres-server.ts'
import type { Random } from './clients.ts'

export type Row = Record<string, string | number | null>

export const toInterval = ({ start_ms, occupied_until_ms }: Row): Interval => ({
  startEpochMs: Number(start_ms),
  endEpochMs: Number(occupied_until_ms),
})

/** A restore replaces the file, so each query opens it again. */
const sqlite = (dataDir: string) => ({
  settings: {},
  async query(sql: string): Promise<Row[]> {
    using database = new DatabaseSync(join(dataDir, 'appointments.sqlite'), { timeout: 5000 })
    return database.prepare(sql).all() as Row[]
  },
  crash: async () => {},
})

const getTypeParser = (oid: number, format?: string) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')

async function postgres() {
  const server = await startPostgres()
  onTestFinished(server.remove)
  const connectionString = await server.createDatabase()
  const pool = new Pool({ connectionString, types: { getTypeParser } })
  // The server crashes while connections are idle.
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  return {
    settings: { DATABASE_URL: connectionString },
    query: async (sql: string): Promise<Row[]> => (await pool.query(sql)).rows,
    async crash() {
      await server.crash()
      await server.start()
    },
  }
}

/** The database, bypassing the application. A crash ends its server as a power cut would, and restarts it. */
export async function openStormDatabase(engine: 'sqlite' | 'postgres', dataDir: string) {
  const database = engine === 'sqlite' ? sqlite(dataDir) : await postgres()
  return {
    ...database,
    /** Repeats until there are that many rows. A crashed database comes back. */
    async until(sql: string, atLeast = 0): Promise<Row[]> {
      for (;;) {
        const rows = await database.query(sql).catch(() => null)
        if (rows && rows.length >= atLeast) return rows
        await sleep(100)
      }
    },
  }
}

export type StormDatabase = Awaited<ReturnType<typeof openStormDatabase>>

/** A connection to a peer, slow and failing for a while. */
function lineOf(random: Random) {
  const line = {
    isCalm: false,
    fails: (share: number) => !line.isCalm && random() < share,
    async delay(): Promise<void> {
      const luck = random()
      if (line.isCalm) return
      if (luck < 0.02) await sleep(4000 + random() * 5000)
      else await sleep(luck < 0.12 ? 200 + random() * 800 : random() * 20)
    },
  }
  return line
}

/** A mail server that acknowledges late, and rejects some emails for a while. */
export async function openMailPeer(random: Random) {
  const line = lineOf(random)
  /** When the server accepted each Message-ID (`performance.now()`): once, if all is well. */
  const taken = new Map<string, number[]>()
  const url = await listenForMail({
    onData(stream, _session, done) {
      stream.toArray().then(async (chunks) => {
        const fails = line.fails(0.1)
        const id = /^message-id:\s*<([^>]+)>/im.exec(Buffer.concat(chunks).toString())?.[1] ?? 'none'
        if (!fails) taken.set(id, [...(taken.get(id) ?? []), performance.now()])
        await line.delay()
        done(fails ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null)
      }, done)
    },
  })
  return { url, line, taken }
}

export type MailPeer = Awaited<ReturnType<typeof openMailPeer>>

/** A real calendar server. Requests are slow, and fail before they arrive or after they're done. */
export async function openCalendarPeer(random: Random) {
  const { url, env, objects, request } = await openRadicale()
  const line = lineOf(random)
  let underWay = 0
  const CALDAV_URL = await startProxy(url, {
    async waits() {
      underWay += 1
      await line.delay()
    },
    answerTo: () => (line.fails(0.05) ? { status: 500 } : null),
    async delays() {
      if (line.fails(0.05)) throw new Error('The connection is lost.')
    },
    ends() {
      underWay -= 1
    },
  })
  return {
    line,
    settings: { ...env, CALDAV_URL },
    objects,
    /** Writes as the owner's phone does. */
    async put(href: string, text: string): Promise<void> {
      const { ok, status } = await request('PUT', href, text)
      if (!ok) throw new Error(`The calendar rejected an entry of its owner: ${status}`)
    },
    remove: (href: string) => request('DELETE', href),
    /** Waits until no request is in progress, such as those of servers that have since ended. */
    async untilQuiet() {
      while (underWay > 0) await sleep(20)
    },
  }
}

export type CalendarPeer = Awaited<ReturnType<typeof openCalendarPeer>>

/** The name of the stranger's entry that blocks no time. */
export const hostile = 'hostile'

/** The events, read with another library than the one that wrote them. The owner's have no appointment. */
export async function eventsIn(calendar: CalendarPeer) {
  const readable = (await calendar.objects()).filter(({ href }) => !href.includes(`/${hostile}`))
  return readable.flatMap((object) =>
    new ICAL.Component(ICAL.parse(object.text)).getAllSubcomponents('vevent').map((component) => {
      const { uid, startDate, endDate } = new ICAL.Event(component)
      const [startEpochMs = 0, endEpochMs = 0] = [startDate, endDate].map((time) => time.toUnixTime() * 1000)
      return { ...object, startEpochMs, endEpochMs, appointmentId: parseAppointmentId(uid, shopDomain) }
    }),
  )
}

export type CalendarEvent = Awaited<ReturnType<typeof eventsIn>>[number]
