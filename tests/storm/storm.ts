import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeDistFixture } from '../contract/support/dist-fixture.ts'
import { audit, type Finding } from './audit.ts'
import { type CalendarPeer, startCalendarPeer } from './calendar-peer.ts'
import { createClients } from './clients.ts'
import { type EngineName, openStormDatabase, type StormDatabase } from './database.ts'
import { createDesk, type Desk } from './desk.ts'
import { startMailPeer } from './mail-peer.ts'
import { sleep } from './mood.ts'
import { createOwner, type Owner } from './owner.ts'
import { type Fault, planBookings, planFaults } from './plan.ts'
import { between, seededRandom } from './random.ts'
import { createReasons } from './reasons.ts'
import { type ServerPool, startServers } from './server-pool.ts'
import { createShutTimes } from './shut-times.ts'

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
/** One for all processes, as behind a proxy; nobody follows it. */
const publicUrl = 'https://tailor.example'
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

const commands = join(import.meta.dirname, '../../server/operations/commands')

/** An owner's command as it is typed. @throws what it has said, when it has failed */
const runCommand = (name: string, words: readonly string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(commands, `${name}.ts`), ...words], {
    env: { PATH: process.env.PATH ?? '', ...env },
  })

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
    const { urls } = servers
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
    for (let index = 0; index < options.processes; index++) servers.setClock(index, drainAheadMs)
    // What is read may have to be done, and what was done is to be read.
    for (let round = 0; round < 2; round++) {
      await drained(database)
      await owner.untilRead()
    }

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
        'booked, moved, cancelled, received at the desk': Object.values(desk.done).join(', '),
        'times closed and hours shortened': `${done.get('close a time') ?? 0}, ${done.get('shorten the hours') ?? 0}`,
        'restored from a backup': done.get('restore the backup') ?? 0,
        'calendar emptied and restored': done.get('empty the calendar and restore it') ?? 0,
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
    await calendar.close()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** After these a server cannot know what it has just done. */
const harmful: ReadonlySet<Fault> = new Set(['kill a server', 'crash the database', 'restore the backup'])

interface Scene {
  servers: ServerPool
  database: StormDatabase
  calendar: CalendarPeer
  owner: Owner
  desk: Desk
  clients: ReturnType<typeof createClients>
  backup: { file: string; settings: Record<string, string> }
  random: () => number
}

/** Books everything, while the faults happen at even distances. @returns how often each has happened, and when it hurt */
async function weather(
  planned: ReturnType<typeof planBookings>,
  faults: readonly Fault[],
  { servers, database, calendar, owner, desk, clients, backup, random }: Scene,
): Promise<{ done: Map<Fault, number>; harmedAt: number[] }> {
  const done = new Map<Fault, number>()
  const harmedAt: number[] = []
  const waiting = [...planned]
  const toCome = [...faults]
  let harm = Promise.resolve()
  let gate = harm
  const anyServer = () => between(random, 0, servers.urls.length)

  const strikes: Record<Fault, () => unknown> = {
    'kill a server': () => servers.kill(anyServer()),
    'crash the database': () => database.crash?.(),
    'set a clock': () => servers.setClock(anyServer(), Math.round((random() - 0.5) * 2 * clockJumpMaxMs)),
    'enter something of the owner’s': owner.enter,
    'let two clients change places': owner.reorder,
    'empty the calendar and restore it': owner.empty,
    'work at the desk': desk.work,
    'close a time': desk.close,
    'open it again': desk.reopen,
    'shorten the hours': desk.shorten,
    'lengthen the hours': desk.lengthen,
    async 'make a backup'() {
      clients.backupBegins()
      desk.backupBegins()
      await runCommand('backup', [backup.file], backup.settings)
    },
    async 'restore the backup'() {
      await servers.whileStopped(async () => {
        // What was under way arrives before the owner has found the backup; later, nobody could know of it.
        await calendar.untilQuiet()
        await runCommand('restore', [backup.file, '--replace'], backup.settings)
        clients.backupRestored()
        desk.backupRestored()
        await owner.findLost()
        // A calendar that is away keeps nobody from booking, not even then; the owner restores while it is there.
        calendar.mood = 'works'
      })
      calendar.mood = 'storms'
    },
  }

  async function strike(fault: Fault): Promise<void> {
    const harms = harmful.has(fault)
    if (harms) harmedAt.push(performance.now())
    await strikes[fault]()
    if (harms) harmedAt.push(performance.now())
    done.set(fault, (done.get(fault) ?? 0) + 1)
  }

  async function client(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const shareLeft = waiting.length / planned.length
      while (toCome.length > shareLeft * faults.length) {
        const fault = toCome.shift()
        if (!fault) continue
        // One of them is under way while clients book on; they do not run ahead of the next.
        gate = harm
        harm = harm.then(() => strike(fault))
        // Whoever waits for it next is told.
        harm.catch(() => {})
      }
      await gate
      await clients.book(next)
    }
  }

  await Promise.all(Array.from({ length: clientsAtOnce }, client))
  await harm
  return { done, harmedAt }
}
