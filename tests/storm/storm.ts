import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDistFixture } from '../contract/support/dist-fixture.ts'
import { audit, type Finding } from './audit.ts'
import { startCalendarPeer } from './calendar-peer.ts'
import { createClients } from './clients.ts'
import { type EngineName, openStormDatabase, type StormDatabase } from './database.ts'
import { startMailPeer } from './mail-peer.ts'
import { sleep } from './mood.ts'
import { type Fault, planBookings, planFaults } from './plan.ts'
import { between, seededRandom } from './random.ts'
import { type ServerPool, startServers } from './server-pool.ts'

export interface StormOptions {
  engine: EngineName
  /** How many server processes share the database. */
  processes: number
  bookings: number
  /** How often a server process is ended with SIGKILL. */
  kills: number
  /** The same seed wants the same bookings and does the same harm in the same order. */
  seed: number
}

export interface StormResult {
  /** What happened, for the reader. */
  facts: Record<string, string | number>
  /** What must not have happened. */
  findings: Finding[]
  /** Answers that no client should get, as they were. */
  wrong: string[]
}

const capacity = 2
const clientsAtOnce = 40
const clockJumpMaxMs = 40_000
/** Whatever waits for its next try is due by then. */
const drainAheadMs = 60 * 60_000
const drainTimeoutMs = 120_000

const undone = `select count(*) as count from outbox where done_at_ms is null
  and kind in ('calendar-event', 'business-notification', 'client-invitation')`

async function drained(database: StormDatabase): Promise<void> {
  const giveUpAt = Date.now() + drainTimeoutMs
  while (Date.now() < giveUpAt) {
    const [row] = await database.query(undone)
    if (Number(row?.count) === 0) return
    await sleep(200)
  }
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Bookings under faults on one engine, and what an audit finds afterwards. */
export async function storm(options: StormOptions): Promise<StormResult> {
  const random = seededRandom(options.seed)
  const planned = planBookings(random, options.bookings, capacity)
  const faults = planFaults(random, options.kills, options.engine === 'postgres')
  const folder = mkdtempSync(join(tmpdir(), 'storm-'))
  const dataDir = join(folder, 'data')
  const database = await openStormDatabase(options.engine, dataDir)
  const mail = await startMailPeer(random)
  const calendar = await startCalendarPeer(random)
  const startedAt = performance.now()
  let servers: ServerPool | undefined
  try {
    servers = await startServers(options.processes, {
      ...database.settings,
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      CALDAV_URL: calendar.url,
      CALDAV_USERNAME: 'shop',
      CALDAV_PASSWORD: 'shop',
      RATE_LIMIT_PER_MINUTE: '0',
      STORM_CAPACITY: String(capacity),
      STORM_DIST: writeDistFixture(folder),
    })
    const clients = createClients(servers.urls, random)
    // Its own chance, so that the harm is the same however the requests fall.
    const harmRandom = seededRandom(options.seed + 1)
    const done = await weather(planned, faults, { servers, database, random: harmRandom, book: clients.book })
    const bookedMs = performance.now() - startedAt
    mail.mood = 'works'
    calendar.mood = 'works'
    for (let index = 0; index < options.processes; index++) servers.setClock(index, drainAheadMs)
    await drained(database)

    const { told } = clients
    const findings = await audit({ told, database, mail, calendar, capacity })
    const repeatedMails = [...mail.taken.values()].reduce((sum, times) => sum + times - 1, 0)
    return {
      facts: {
        ...{ engine: options.engine, processes: options.processes, seed: options.seed },
        clients: planned.length,
        booked: told.acknowledged.size,
        refused: told.refused.length,
        requests: told.requests,
        'requests sent again': told.repeated,
        'servers killed': done.get('kill a server') ?? 0,
        // The first start of each makes the database or waits for it; no visitor waits for that.
        'median restart until it answers, ms': Math.round(
          median(servers.startsMs.slice(options.processes)) ?? 0,
        ),
        'database crashes': done.get('crash the database') ?? 0,
        'clocks set': done.get('set a clock') ?? 0,
        // Killed between the mail server's answer and our note; the Message-ID tells mail programs that it is one.
        'mails handed over twice under one Message-ID': repeatedMails,
        seconds: Math.round(bookedMs / 100) / 10,
      },
      findings,
      wrong: told.wrong,
    }
  } finally {
    await servers?.stop()
    await mail.close()
    calendar.close()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Scene {
  servers: ServerPool
  database: StormDatabase
  random: () => number
  book: (planned: ReturnType<typeof planBookings>[number]) => Promise<unknown>
}

/** Books everything, while the faults happen at even distances. @returns how often each fault has happened */
async function weather(
  planned: ReturnType<typeof planBookings>,
  faults: readonly Fault[],
  { servers, database, random, book }: Scene,
): Promise<Map<Fault, number>> {
  const done = new Map<Fault, number>()
  const waiting = [...planned]
  const toCome = [...faults]
  let harm = Promise.resolve()

  async function strike(fault: Fault): Promise<void> {
    const index = between(random, 0, servers.urls.length)
    if (fault === 'kill a server') await servers.kill(index)
    else if (fault === 'crash the database') await database.crash?.()
    else servers.setClock(index, Math.round((random() - 0.5) * 2 * clockJumpMaxMs))
    done.set(fault, (done.get(fault) ?? 0) + 1)
  }

  async function client(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const shareLeft = waiting.length / planned.length
      while (toCome.length > shareLeft * faults.length) {
        const fault = toCome.shift()
        if (fault) harm = harm.then(() => strike(fault))
      }
      await book(next)
    }
  }

  await Promise.all(Array.from({ length: clientsAtOnce }, client))
  await harm
  return done
}
