import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeDistFixture } from './support/dist-fixture.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, keyed, openShop, storedCount, temporaryFolder, until } from './support/shop-server.ts'
import { expectBusyPage, health, unavailable } from './support/unavailable.ts'

/** A server process in that folder. */
function startIn(folder: string) {
  const env = { PORT: '0', DATA_DIR: `${folder}/data`, RATE_LIMIT_PER_MINUTE: '0' }
  return spawnServer(env, folder, writeDistFixture(folder))
}

const bookOn = async (url: string, day: number) =>
  (await bookAt(url, { ...ann, appointment_date: bookableDay(day) })).status

describe('a full disk', () => {
  it('turns bookings away with nothing half-written, and they go on when there is room again', async () => {
    const folder = temporaryFolder()
    const server = startIn(folder)
    const url = await addressOf(server)
    const limitFiles = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:unlimited`])

    expect(await bookOn(url, 1)).toBe(201)
    // No file of the process may grow any further; that is where a disk ends for it.
    limitFiles('1000')
    const refused = [await bookOn(url, 2), await bookOn(url, 3)]
    expect(refused).toEqual([503, 503])
    expect(await health(url)).toBe(503)
    await until(() => /"reason":"The database (is full|can’t be read or written)\."/.test(server.output()))
    // What is there can still be read.
    const open = await fetch(`${url}/rest/v1/rpc/open_times?on=${bookableDay(1)}`, { headers: keyed })
    expect(open.status).toBe(200)
    const database = new DatabaseSync(`${folder}/data/appointments.sqlite`)
    expect(storedCount(database)).toBe(1)
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()

    limitFiles('unlimited')
    expect(await bookOn(url, 2)).toBe(201)
    expect(await health(url)).toBe(200)
  })
})

describe('a read-only disk', () => {
  it('turns bookings away with nothing half-written, and they go on when it can be written again', async () => {
    const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
    const shop = await openShop()
    const [connection] = opened.mock.contexts
    opened.mockRestore()
    if (!(connection instanceof DatabaseSync)) throw new Error('The server has opened no file.')
    expect((await shop.postForm({ ...ann })).status).toBe(200)

    connection.exec('pragma query_only = on')
    expect(await shop.book({ ...ann, full_name: 'Bo', appointment_time: '14:00' })).toMatchObject(unavailable)
    await expectBusyPage(shop)
    expect(await health(shop.url)).toBe(503)
    // What is there can still be read.
    expect(await shop.openTimes(ann.appointment_date)).toContain('14:00')
    expect(storedCount(shop.file())).toBe(1)
    const owedFor = shop.file().prepare('select count(distinct appointment_id) as count from jobs').get()
    expect(owedFor).toEqual({ count: 1 })

    connection.exec('pragma query_only = off')
    expect((await shop.postForm({ ...ann, full_name: 'Bo', appointment_time: '14:00' })).status).toBe(200)
    expect(await health(shop.url)).toBe(200)
    await until(async () => (await shop.mails()).length === 2)
  })

  it('lets no server start, which says so, and changes nothing that is stored', async () => {
    const folder = temporaryFolder()
    const permit = (how: string) => execFileSync('chmod', ['-R', how, `${folder}/data`])
    const first = startIn(folder)
    expect(await bookOn(await addressOf(first), 7)).toBe(201)
    first.child.kill('SIGTERM')
    await first.exited

    permit('a-w')
    onTestFinished(() => void permit('u+w'))
    const refused = startIn(folder)
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toBe(
      'The server isn’t allowed to write to the DATA_DIR folder or to listen on that PORT.\n',
    )

    permit('u+w')
    expect(await bookOn(await addressOf(startIn(folder)), 7)).toBe(200)
  })
})

describe('a SQLite file that is taken away while a server writes into it', () => {
  it('gets no more bookings, which would be gone with the process, until it is back', async () => {
    const shop = await openShop()
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    const next = { ...ann, full_name: 'Bo', appointment_time: '14:00' }
    const dataDir = `${shop.folder}/data`
    renameSync(dataDir, `${shop.folder}/elsewhere`)
    expect(await shop.book(next)).toMatchObject(unavailable)
    expect(await health(shop.url)).toBe(503)
    // Another one in its place is not the one that the server has open.
    cpSync(`${shop.folder}/elsewhere`, dataDir, { recursive: true })
    expect(await shop.book(next)).toMatchObject(unavailable)

    rmSync(dataDir, { recursive: true })
    renameSync(`${shop.folder}/elsewhere`, dataDir)
    expect(await health(shop.url)).toBe(200)
    expect((await shop.postForm(next)).status).toBe(200)
    expect(storedCount(shop.file())).toBe(2)
  })
})

describe('a SQLite file that another process holds while a server starts', () => {
  it('is waited for, longer than a booking would wait', async () => {
    const folder = temporaryFolder()
    mkdirSync(`${folder}/data`)
    const holding = `import { DatabaseSync } from 'node:sqlite'
      const database = new DatabaseSync(process.argv[1])
      database.exec('begin exclusive')
      console.log('held')
      setTimeout(() => database.exec('commit'), 4000)`
    const args = ['--input-type=module', '--eval', holding, `${folder}/data/appointments.sqlite`]
    const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void holder.kill('SIGKILL'))
    await once(holder.stdout, 'data')
    expect(await health(await addressOf(startIn(folder)))).toBe(200)
  })
})
