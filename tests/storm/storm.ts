import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { writeDistFixture } from '../contract/support/dist-fixture.ts'
import { runCommand } from '../contract/support/run-command.ts'
import { createTemporaryFolder } from '../contract/support/shop-server.ts'
import { audit, auditedKinds } from './audit.ts'
import { capacity, createClients, pickAny, planBookings, seededRandom } from './clients.ts'
import { createDesk, createOwner } from './owner.ts'
import { openCalendarPeer, openMailPeer, openStormDatabase, type StormDatabase } from './peers.ts'
import { startServers } from './servers.ts'

interface Options {
  engine: 'sqlite' | 'postgres'
  processes: number
  bookings: number
  kills: number
  /** The same seed plans the same bookings and the same faults in the same order. */
  seed: number
}

/** The owner's actions, in this order, among all the failures. */
const byOwner = [
  'enter something of the owner’s',
  'work at the desk',
  'close a time',
  'close one place',
  'make a backup',
  'let two clients change places',
  'work at the desk',
  'enter something of the owner’s',
  'restore the backup',
  'shorten the hours',
  'let two clients change places',
  'work at the desk',
  'lengthen the hours',
  'empty the calendar and restore it',
  // Late, because each start of a server reads it again, up to the time limit of an entry.
  'send a hostile invitation',
  'open it again',
  'open that place',
  'enter something of the owner’s',
  'work at the desk',
] as const

type Fault = (typeof byOwner)[number] | 'kill a server' | 'crash the database' | 'set a clock'

/** All faults in order, with kills spread evenly among the owner's actions. */
function planFaults(kills: number, hasDatabaseServer: boolean): Fault[] {
  const others = Array.from({ length: kills }, (_, kill): Fault[] => [
    'kill a server',
    ...(hasDatabaseServer && kill % 5 === 4 ? ['crash the database' as const] : []),
    ...(kill % 2 === 0 ? ['set a clock' as const] : []),
  ]).flat()
  const share = (index: number) => Math.round((index * others.length) / byOwner.length)
  return byOwner.flatMap((fault, index) => [...others.slice(share(index), share(index + 1)), fault])
}

const clockJumpMaxMs = 40_000
/** By then, any retry is due. */
const drainAheadMs = 60 * 60_000
/** If no job finished for this long, none will. */
const stuckAfterMs = 120_000

const pending = `select 1 from jobs where status = 'pending' and kind in (${auditedKinds})`

async function untilDone({ query }: StormDatabase): Promise<void> {
  let left = Number.POSITIVE_INFINITY
  let since = performance.now()
  while (left > 0 && performance.now() - since < stuckAfterMs) {
    const { length } = await query(pending)
    if (length !== left) since = performance.now()
    left = length
    await sleep(100)
  }
}

/**
 * Bookings under faults on one engine.
 * @returns events and violations
 */
export async function storm({ engine, processes, bookings, kills, seed }: Options) {
  const random = seededRandom(seed)
  const planned = planBookings(random, bookings)
  const faults = planFaults(kills, engine === 'postgres')
  const folder = createTemporaryFolder()
  const dataDir = join(folder, 'data')
  const database = await openStormDatabase(engine, dataDir)
  const calendar = await openCalendarPeer(random)
  const mail = await openMailPeer(random)
  const settings = {
    ...database.settings,
    ...calendar.settings,
    ...{ DATA_DIR: dataDir, SMTP_URL: mail.url, PUBLIC_URL: 'https://tailor.example' },
    // All clients share one address, which may hold only so many connections.
    ...{ RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'loopback', STORM_DIST: writeDistFixture(folder) },
  }
  const servers = await startServers(processes, settings)
  const { members, setClock } = servers
  const urls = members.map(({ url }) => url)
  // They come before each fault, and again in each kill, in the restore, and while the calendar is emptied.
  const atOnce = Math.floor(planned.length / (faults.length + kills + 2))
  if (atOnce === 0) throw new Error('More bookings are needed for so many faults.')
  const clients = createClients(urls, database, random, planned, atOnce)
  // Its own randomness, so the faults are the same in any order of requests.
  const harmRandom = seededRandom(seed + 1)
  const scene = { urls, clients, database, calendar, planned, random: harmRandom, settings }
  const owner = createOwner(scene)
  const desk = createDesk(scene)
  // In the database, where the owner's commands also find it.
  await desk.setOpening({ capacity })

  const done: Partial<Record<Fault, number>> = {}
  const harmedAt: number[] = []
  let unansweredInKills = 0
  const backup = join(folder, 'backup.sqlite')
  let changesInBackup = desk.changes
  const command = async (name: string, ...words: string[]) =>
    expect(await runCommand(name, words, settings)).toMatchObject({ code: 0 })
  const anyServer = () => pickAny(harmRandom, members) as (typeof members)[number]
  async function harming(harm: () => Promise<void>): Promise<void> {
    harmedAt.push(performance.now())
    await harm()
    harmedAt.push(performance.now())
  }
  const strikes: Record<Fault, () => Promise<void>> = {
    async 'kill a server'() {
      const { unanswered } = clients
      const server = anyServer()
      clients.doomed = server.url
      const booked = clients.come()
      await harming(() => servers.untilKilled(server))
      clients.doomed = null
      await booked
      unansweredInKills += clients.unanswered - unanswered
    },
    'crash the database': () => harming(database.crash),
    'set a clock': async () => setClock(anyServer(), Math.round((harmRandom() - 0.5) * 2 * clockJumpMaxMs)),
    'enter something of the owner’s': owner.enter,
    'send a hostile invitation': owner.invite,
    'let two clients change places': owner.reorder,
    async 'empty the calendar and restore it'() {
      // Settles appointments that a restore brought back without their events. Otherwise they would be on hold with the
      // others.
      await owner.untilRead(3)
      await desk.putBackVanished()
      await owner.empty()
    },
    'work at the desk': desk.work,
    'close a time': desk.close,
    'close one place': desk.closeOne,
    'open that place': desk.reopenOne,
    'open it again': desk.reopen,
    'shorten the hours': desk.shorten,
    'lengthen the hours': desk.lengthen,
    async 'make a backup'() {
      clients.isBackedUp = true
      changesInBackup = new Map(desk.changes)
      await command('backup', backup)
    },
    'restore the backup': () =>
      harming(async () => {
        await servers.whileStopped(async () => {
          // They find no server, and retry until the restore is done.
          void clients.come()
          // Requests in progress arrive first. Later, no one could know of them.
          await calendar.untilQuiet()
          await command('restore', backup, '--replace')
          clients.isBackedUp = false
          // The calendar may still show later changes.
          desk.changes = changesInBackup
          await owner.findLost()
          // The owner restores while the calendar works: servers also book without one.
          calendar.line.isCalm = true
        })
        calendar.line.isCalm = false
      }),
  }
  for (const fault of faults) {
    // Strikes after the first answer, with other requests in flight.
    await clients.come()
    await strikes[fault]()
    done[fault] = (done[fault] ?? 0) + 1
  }
  await clients.finish()

  mail.line.isCalm = true
  calendar.line.isCalm = true
  await harming(() =>
    servers.whileStopped(async () => {
      // Another clock would start later jobs before a request in progress arrives.
      await calendar.untilQuiet()
      for (const member of members) setClock(member, drainAheadMs)
    }),
  )
  // A sync may add jobs, and a job may change the next sync's results, until nothing more happens.
  for (let newest: unknown, before: unknown = 0; newest !== before; ) {
    before = newest
    await untilDone(database)
    await owner.untilRead(3)
    newest = (await database.query('select max(id) as id from jobs'))[0]?.id
  }

  const findings = await audit({ ...scene, mail, owner, desk, harmedAt })
  const { acknowledged, unanswered } = clients
  const overbooked = desk.overbooked.size
  return {
    facts: { booked: acknowledged.size, overbooked, unanswered, unansweredInKills, ...done },
    findings,
  }
}
