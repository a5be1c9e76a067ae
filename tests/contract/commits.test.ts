import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bookingForm } from '#copy/booking-form.ts'
import { requestErrors } from '#copy/errors.ts'
import { type Engine, StorageConflict } from '../../server/db/engine.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { atDesk, getAgenda } from './support/desk.ts'
import { databaseSettings, engines, openDatabaseItself } from './support/engines.ts'
import { ann, createTemporaryFolder, openShop, waitFor } from './support/shop-server.ts'
import { cancel, getVisitToken, move } from './support/visits.ts'

type Moment = 'before the commit arrives' | 'after it was done'

/**
 * Between server and database: loses one connection at a commit. If it stays down, it also drops all others until it's
 * repaired.
 */
async function openFragileNetwork(databaseUrl: string) {
  const database = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let armed: { table: string; moment: Moment; staysDown: boolean } | null = null
  let isDown = false
  let losses = 0

  const server = createServer((client) => {
    const peer = connect(Number(database.port), database.hostname)
    const cut = () => {
      for (const socket of isDown ? sockets : [client, peer]) socket.destroy()
    }
    for (const socket of [client, peer]) sockets.add(socket.on('error', () => {}).on('close', cut))
    if (isDown) return cut()
    let hasInserted = false
    let losesAnswer = false
    client.on('data', (chunk) => {
      const sql = chunk.toString('latin1')
      if (armed && sql.includes(`insert into "${armed.table}"`)) hasInserted = true
      if (armed && hasInserted && /\bcommit\b/.test(sql)) {
        const { moment, staysDown } = armed
        armed = null
        losses += 1
        isDown = staysDown
        if (moment === 'before the commit arrives') return cut()
        losesAnswer = true
      }
      peer.write(chunk)
    })
    peer.on('data', (chunk) => {
      if (losesAnswer) cut()
      else client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const behind = new URL(databaseUrl)
  behind.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: behind.href,
    losses: () => losses,
    /** Waits for the commit of an insert into that table. */
    lose(table: 'appointments' | 'appointment_changes', moment: Moment, staysDown = false) {
      armed = { table, moment, staysDown }
    },
    mend() {
      isDown = false
    },
  }
}

async function openFragileShop() {
  const { DATABASE_URL = '' } = await databaseSettings('PostgreSQL')
  const network = await openFragileNetwork(DATABASE_URL)
  const shop = await openShop({ env: { DATABASE_URL: network.url } })
  // Bypassing the network.
  const { run } = await openDatabaseItself(shop.dataDir, { DATABASE_URL })
  return { shop, network, run }
}

describe('losing the PostgreSQL connection at a commit', () => {
  it.each<Moment>(['before the commit arrives', 'after it was done'])(
    '%s, hides no booking and no change, and repeats none',
    async (moment) => {
      const { shop, network, run } = await openFragileShop()
      network.lose('appointments', moment)
      expect((await shop.book(ann)).status).toBe(201)
      network.lose('appointments', moment)
      const page = await shop.postForm({ ...ann, appointment_time: '14:00' })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(bookingForm.booked.toastTitle)
      expect(network.losses()).toBe(2)
      expect(await run('select id from appointments')).toHaveLength(2)
      await waitFor(async () => (await shop.mails('client-invitation')).length === 2)

      const visit = await getVisitToken(shop)
      network.lose('appointment_changes', moment)
      expect((await move(shop, visit, '11:30')).status).toBe(303)
      network.lose('appointment_changes', moment)
      expect((await cancel(shop, visit, '1')).status).toBe(303)
      expect(network.losses()).toBe(4)
      const canceled = "select sequence, appointment_time from appointments where status = 'cancelled'"
      expect(await run(canceled)).toEqual([{ sequence: 2, appointment_time: '11:30' }])
      const changes = await run('select sequence from appointment_changes order by sequence')
      expect(changes).toEqual([{ sequence: 1 }, { sequence: 2 }])
      await waitFor(async () => (await shop.mails('client-invitation')).length >= 3)

      const desk = await atDesk(shop)
      const { appointments } = await getAgenda(desk)
      const seen = appointments.filter(({ status }) => status === 'confirmed')
      network.lose('appointment_changes', moment)
      const answer = await desk.rpc('cancel_appointments', {
        appointments: seen.map(({ id, sequence }) => ({ id, sequence })),
      })
      expect(network.losses()).toBe(5)
      expect(answer.data).toMatchObject({ cancelled: [{ full_name: ann.full_name }], left_out: [] })
    },
  )

  it('for good is reported, and sending the same booking again settles it', async () => {
    const { shop, network, run } = await openFragileShop()
    network.lose('appointments', 'after it was done', true)
    const asked = shop.book(ann)
    await waitFor(() => network.losses() === 1)
    // The server's patience ends now.
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    const answer = await asked
    vi.restoreAllMocks()
    expect(answer).toMatchObject({ status: 503, error: { message: requestErrors.outcomeUnknown } })
    network.mend()
    await waitFor(async () => (await shop.book(ann)).status === 200)
    expect(await run('select id from appointments')).toHaveLength(1)
  })
})

describe('writes that share a commit in SQLite', () => {
  async function openEngine() {
    const file = join(createTemporaryFolder(), 'test.sqlite')
    const engine = await openSqlite(file, { seats: 1 })
    const other = new DatabaseSync(file)
    onTestFinished(async () => {
      other.close()
      await engine.close()
    })
    const ids = other.prepare('select id from visitors order by id')
    return { engine, stored: () => ids.all().map((row) => row.id) }
  }

  const add = (engine: Engine, id: string) =>
    engine.write((transaction) => transaction.insertInto('visitors').values({ id, seen_at_ms: 0 }).execute())

  it('are each durable, also for other connections, by the time they’re answered', async () => {
    const { engine, stored } = await openEngine()
    const added = ['a', 'b', 'c'].map(async (id) => {
      await add(engine, id)
      return stored().includes(id)
    })
    expect(await Promise.all(added)).toEqual([true, true, true])
    // More than one commit takes.
    await Promise.all(Array.from({ length: 1001 }, (_, index) => add(engine, String(index))))
    expect(stored()).toHaveLength(1004)
  })

  it('fail alone while the rest of the group is saved; after the database closes, all fail', async () => {
    const { engine, stored } = await openEngine()
    const halfDone = engine.write(async (transaction) => {
      await transaction.insertInto('visitors').values({ id: 'half', seen_at_ms: 0 }).execute()
      throw new Error('no further')
    })
    const writes = [add(engine, 'a'), halfDone, add(engine, 'a'), add(engine, 'b')]
    expect(await Promise.allSettled<unknown>(writes)).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'no further' } },
      { status: 'rejected', reason: expect.any(StorageConflict) },
      { status: 'fulfilled' },
    ])
    expect(stored()).toEqual(['a', 'b'])
    // Instead of leaving them waiting.
    await engine.close()
    await expect(add(engine, 'c')).rejects.toThrow()
  })
})

describe.each(engines)('a constraint of %s', (engine) => {
  /** Simulates a bug that gets past every check of the application. */
  async function bookWith(broken: string) {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const shop = await openShop({ engine, log })
    const { run } = await shop.database()
    if (engine === 'SQLite') {
      await run(`create trigger broken after insert on appointments begin ${broken}; end`)
    } else {
      await run(
        `create function break_it() returns trigger language plpgsql as $$ begin ${broken}; return new; end $$`,
      )
      await run('create trigger broken after insert on appointments for each row execute function break_it()')
    }
    return { answer: await shop.book(ann), lines }
  }

  it.each([
    ['NOT NULL', 'update appointments set full_name = null'],
    ['CHECK', "update appointments set kind = ''"],
    ['foreign key', "insert into opened_links (appointment_id, opened_at_ms) values ('none', 1)"],
  ])('that %s breaks is a logged bug, not a taken time', async (_name, broken) => {
    const { answer, lines } = await bookWith(broken)
    expect(answer).toMatchObject({ status: 500, error: { code: 'XX000', message: requestErrors.ours } })
    expect(lines).toEqual([expect.objectContaining({ msg: 'request failed', status: 500 })])
  })
})
