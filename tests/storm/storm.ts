import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDistFixture } from '../contract/support/dist-fixture.ts'
import { audit, type Finding, whatFollows } from './audit.ts'
import { startCalendarPeer } from './calendar-peer.ts'
import { createClients } from './clients.ts'
import { type EngineName, openStormDatabase, type StormDatabase } from './database.ts'
import { createDesk } from './desk.ts'
import { startMailPeer } from './mail-peer.ts'
import { sleep } from './mood.ts'
import { createOwner } from './owner.ts'
import { runCommand } from './owners-command.ts'
import { planBookings, planFaults } from './plan.ts'
import { seededRandom } from './random.ts'
import { createReasons } from './reasons.ts'
import { type ServerPool, startServers } from './server-pool.ts'
import { createShutTimes } from './shut-times.ts'
import { weather } from './weather.ts'

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
}

const capacity = 2
/** One for all processes, as behind a proxy; nobody follows it. */
const publicUrl = 'https://tailor.example'
/** Whatever waits for its next try is due by then. */
const drainAheadMs = 60 * 60_000
/** What has not become less for so long does not any more. */
const stuckAfterMs = 120_000

const undone = `select count(*) as count from jobs where status = 'pending' and kind in (${whatFollows})`

async function drained(database: StormDatabase): Promise<void> {
  let left = Number.POSITIVE_INFINITY
  let since = performance.now()
  while (left > 0 && performance.now() - since < stuckAfterMs) {
    const [row] = await database.query(undone)
    const count = Number(row?.count)
    if (count !== left) since = performance.now()
    left = count
    await sleep(200)
  }
}

async function newestJob(database: StormDatabase): Promise<number> {
  const [row] = await database.query('select max(id) as id from jobs')
  return Number(row?.id)
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
  const calendarFolder = join(folder, 'calendar')
  mkdirSync(calendarFolder)
  const calendar = await startCalendarPeer(random, calendarFolder)
  const startedAt = performance.now()
  let servers: ServerPool | undefined
  try {
    const settings = { ...database.settings, DATA_DIR: dataDir, PUBLIC_URL: publicUrl }
    servers = await startServers(options.processes, {
      ...settings,
      ...calendar.settings,
      SMTP_URL: mail.url,
      RATE_LIMIT_PER_MINUTE: '0',
      STORM_DIST: writeDistFixture(folder),
    })
    const clients = createClients(servers.urls, createReasons(database, capacity), random)
    // Its own chance, so that the harm is the same however the requests fall.
    const harmRandom = seededRandom(options.seed + 1)
    const shutTimes = createShutTimes()
    const owner = createOwner({ calendar, database, planned, shutTimes, random: harmRandom })
    const printLink = async () => (await runCommand('desk', [], settings)).stdout
    const { urls, setClock, whileStopped } = servers
    const desk = createDesk({ urls, printLink, clients, planned, shutTimes, random: harmRandom })
    // In the database, where the owner's commands find it, too.
    await desk.setOpening({ capacity })
    const { done, harmedAt } = await weather(planned, faults, {
      servers,
      database,
      calendar,
      owner,
      desk,
      clients,
      backup: { file: join(folder, 'backup.sqlite'), settings },
      random: harmRandom,
    })
    const bookedMs = performance.now() - startedAt
    mail.mood = 'works'
    calendar.mood = 'works'
    // A request that is under way to the calendar would arrive after what another clock lets begin before its time.
    harmedAt.push(performance.now())
    await whileStopped(async () => {
      await calendar.untilQuiet()
      for (let index = 0; index < options.processes; index++) setClock(index, drainAheadMs)
    })
    harmedAt.push(performance.now())
    // What is read may have to be done, and what was done is to be read: until nothing comes of it any more.
    let before: number
    let newest = 0
    do {
      before = newest
      await drained(database)
      // The first may still be at what it has found.
      await owner.untilRead()
      await owner.untilRead()
      await drained(database)
      newest = await newestJob(database)
    } while (newest !== before)

    const { told } = clients
    const findings = await audit({
      told,
      database,
      mail,
      calendar,
      owner,
      desk,
      shutTimes,
      harmedAt,
      capacity,
    })
    const repeatedMails = [...mail.taken.values()].reduce((sum, times) => sum + times.length - 1, 0)
    return {
      facts: {
        ...{ engine: options.engine, processes: options.processes, seed: options.seed },
        clients: planned.length,
        booked: told.acknowledged.size,
        refused: told.refused,
        'refused once without a reason that lasted': told.unexplained,
        requests: told.requests,
        'requests sent again': told.repeated,
        'servers killed': done.get('kill a server') ?? 0,
        // The first start of each makes the database or waits for it; no visitor waits for that.
        'median restart until it answers, ms': Math.round(
          median(servers.startsMs.slice(options.processes)) ?? 0,
        ),
        'database crashes': done.get('crash the database') ?? 0,
        'clocks set': done.get('set a clock') ?? 0,
        'pairs of clients who changed places': done.get('let two clients change places') ?? 0,
        'entered by the owner': owner.entries(),
        'hostile entries in the calendar': owner.unreadable(),
        'booked, moved, cancelled, received at the desk': Object.values(desk.done).join(', '),
        'times closed and hours shortened': `${done.get('close a time') ?? 0}, ${done.get('shorten the hours') ?? 0}`,
        'restored from a backup': done.get('restore the backup') ?? 0,
        'calendar emptied and restored': done.get('empty the calendar and restore it') ?? 0,
        // Killed between the mail server's answer and our note; the Message-ID tells mail programs that it is one.
        'mails handed over twice under one Message-ID': repeatedMails,
        seconds: Math.round(bookedMs / 100) / 10,
      },
      findings,
    }
  } finally {
    await servers?.stop()
    await mail.close()
    await calendar.close()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
