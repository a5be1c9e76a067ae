import type { CalendarPeer } from './calendar-peer.ts'
import type { createClients } from './clients.ts'
import type { StormDatabase } from './database.ts'
import type { Desk } from './desk.ts'
import type { Owner } from './owner.ts'
import { runCommand } from './owners-command.ts'
import type { Fault, planBookings } from './plan.ts'
import { between } from './random.ts'
import type { ServerPool } from './server-pool.ts'

const clientsAtOnce = 40
const clockJumpMaxMs = 40_000

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
export async function weather(
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
    'send hostile invitations': owner.invite,
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
