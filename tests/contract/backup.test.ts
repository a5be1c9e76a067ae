import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commands, databaseErrors } from '#copy/terminal.ts'
import { readConfig } from '../../server/config.ts'
import { copyDatabase, DatabaseNotEmpty } from '../../server/db/copy.ts'
import { version } from '../../server/lib/version.ts'
import { openDatabase, sqliteFile } from '../../server/open.ts'
import { atDesk } from './support/desk.ts'
import { databaseSettings, type EngineName, engines, openDatabaseItself } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { ann, createTemporaryFolder, type OpenShop, openShop, waitFor } from './support/shop-server.ts'

/** A shop with three clients, and all of their current jobs done. */
async function openWithThree(engine: EngineName): Promise<OpenShop> {
  const shop = await openShop({ engine })
  for (const [index, time] of ['09:00', '11:00', '17:00'].entries()) {
    const { status } = await shop.book({ ...ann, full_name: `Zoë ${index} 王`, appointment_time: time })
    expect(status).toBe(201)
  }
  await shop.finishJobs()
  return shop
}

async function contents(settings: { DATA_DIR: string }) {
  const { run: query } = await openDatabaseItself(settings.DATA_DIR, settings)
  return {
    appointments: await query('select * from appointments order by id'),
    owed: await query(
      'select appointment_id, kind, due_at_ms, attempts, finished_at_ms, outcome, reference from jobs order by 1, 2',
    ),
    tokens: await query('select * from manage_links order by token_hash'),
  }
}

describe.each(engines)('a backup of %s', (engine) => {
  it('is written while the server runs, readable only by its owner, and restorable to either engine', async () => {
    const shop = await openWithThree(engine)
    const { settings } = shop
    const file = join(createTemporaryFolder(), 'backup.sqlite')
    const done = { code: 0, output: `${commands.backup.done(3, file)}\n` }
    expect(await runCommand('backup', [file], settings)).toEqual(done)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await shop.close()
    const before = await contents(settings)

    const [other = engine] = engines.filter((name) => name !== engine)
    const empty = { DATA_DIR: join(createTemporaryFolder(), 'data'), ...(await databaseSettings(other)) }
    // The copy of the file is in the data folder and nowhere else.
    expect(await runCommand('restore', [file], { ...empty, TMPDIR: '/nowhere' })).toMatchObject({ code: 0 })
    expect(readdirSync(empty.DATA_DIR).filter((name) => name.startsWith('restore-'))).toEqual([])
    expect(await contents(empty)).toEqual(before)
    const notEmpty = { code: 1, output: `${commands.restore.notEmpty}\n` }
    expect(await runCommand('restore', [file], settings)).toEqual(notEmpty)
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })
    expect(await contents(settings)).toEqual(before)

    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    await run("insert into kysely_migration (name, timestamp, version) values ('9999-reviews', '', '9.10.0')")
    await run("insert into kysely_migration (name, timestamp, version) values ('9998-reviews', '', '9.9.0')")
    const newer = databaseErrors.newer('9.10.0')
    const again = openShop({ folder: shop.folder, env: shop.databaseEnv })
    await expect(again).rejects.toThrow(newer)
    const rejected = { code: 1, output: `${newer}\n` }
    expect(await runCommand('restore', [file, '--replace'], settings)).toEqual(rejected)
    expect(await run("delete from kysely_migration where name like '999%' returning name")).toHaveLength(2)
    expect(await contents(settings)).toEqual(before)
  })
})

describe('a PostgreSQL database that is shared with others', () => {
  it('accepts a whole SQLite database, and backup and restore skip the other tables', async () => {
    const old = await openWithThree('SQLite')
    await old.close()
    const env = await databaseSettings('PostgreSQL')
    const settings = { ...old.settings, ...env }
    const { run } = await openDatabaseItself('', env)
    await run(`create schema hoster;
      create table hoster.jobs (name text); insert into hoster.jobs values ('theirs');
      create view hosters_statistics as select 1 as calls; create table hosters_places (name text)`)
    // The commands take as long as they take.
    await run(`create function refuse_hurry() returns event_trigger language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '0' then raise 'in a hurry'; end if; end $$`)
    await run('create event trigger patient on login execute function refuse_hurry()')
    const moved = await runCommand('move', [], settings)
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('appointments: 3\n') })
    const again = await runCommand('move', [], settings)
    expect(again).toEqual({ code: 1, output: `${commands.move.notEmpty}\n` })
    const file = join(createTemporaryFolder(), 'backup.sqlite')
    expect((await runCommand('backup', [file], settings)).output).toContain('3 appointments')
    using backup = new DatabaseSync(file, { readOnly: true })
    expect(backup.prepare("select name from sqlite_schema where name like 'hoster%'").all()).toEqual([])
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })
    await run('drop event trigger patient')
    expect(await contents(settings)).toEqual(await contents(old.settings))
    expect(await run('select name from hoster.jobs')).toEqual([{ name: 'theirs' }])

    const shop = await openShop({ folder: old.folder, env })
    expect((await shop.book({ ...ann, full_name: 'Zoë 1 王', appointment_time: '11:00' })).status).toBe(200)
    expect((await shop.book({ ...ann, appointment_time: '11:30' })).status).toBe(409)
    expect((await shop.book({ ...ann, appointment_time: '13:00' })).status).toBe(201)
    await waitFor(async () => (await shop.mails()).length === 4)
  })
})

describe('a backup every night', () => {
  it('gets a dated name in its folder, and --keep deletes only older ones that the command named', async () => {
    const shop = await openShop()
    const folder = createTemporaryFolder()
    const others = ['2026-01-01T00-00-00-000Z-before-0.2.0.sqlite', 'monday.sqlite']
    const old = ['2026-01-01T00-00-00-000Z.sqlite', '2026-01-02T00-00-00-000Z.sqlite']
    for (const name of [...others, ...old]) writeFileSync(join(folder, name), '')
    const nightly = await runCommand('backup', [folder, '--keep', '2'], shop.settings)
    expect(nightly).toMatchObject({
      code: 0,
      output: expect.stringContaining(commands.backup.pruned(1, folder)),
    })
    const left = readdirSync(folder)
    expect(left).toEqual(expect.arrayContaining([...others, ...old.slice(1)]))
    expect(left).toHaveLength(4)
    const rejected = (sentence: string) => ({ code: 2, output: `${sentence}\n` })
    const backUp = (...args: string[]) => runCommand('backup', args, shop.settings)
    expect(await backUp('--keep', '0')).toEqual(rejected(commands.backup.usage))
    const named = join(folder, 'tuesday.sqlite')
    expect(await backUp(named, '--keep', '2')).toEqual(rejected(commands.backup.keepInFolder))
  })
})

describe('a backup that can’t be written', () => {
  it('reports where and why, and leaves no file that looks like one', async () => {
    const shop = await openShop()
    await shop.close()
    const folder = createTemporaryFolder()
    const letter = join(folder, 'letter.txt')
    writeFileSync(letter, 'Dear tailor')
    const backUp = (file: string) => runCommand('backup', [file], shop.settings)
    expect(await backUp(letter)).toEqual({ code: 1, output: `${commands.backup.isThere(letter)}\n` })
    const tooLong = join(folder, `${'long'.repeat(70)}.sqlite`)
    const failed = (file: string, why: string) => {
      const line = new RegExp(`^${commands.backup.failed(file, why)}.*\\n$`)
      return { code: 1, output: expect.stringMatching(line) }
    }
    for (const file of [join(letter, 'monday.sqlite'), tooLong, '/proc/backups/today.sqlite'])
      expect(await backUp(file)).toEqual(failed(file, 'E'))
    truncateSync(sqliteFile(shop.dataDir), 8 * 4096)
    const ofDamaged = join(folder, 'monday.sqlite')
    expect(await backUp(ofDamaged)).toEqual(failed(ofDamaged, '.*malformed'))
    expect(readdirSync(folder)).toEqual(['letter.txt'])
    expect(readFileSync(letter, 'utf8')).toBe('Dear tailor')
  })
})

describe('a file that is empty, not a database, or from another program or version', () => {
  it('is neither restored nor moved, and stays unchanged to the byte', async () => {
    const old = await openShop()
    await old.close()
    const shop = await openShop({ engine: 'PostgreSQL' })
    await shop.book(ann)
    await shop.close()
    const settings = { ...old.settings, ...shop.databaseEnv }
    const before = await contents(settings)
    const letter = join(old.folder, 'letter.txt')
    const empty = join(old.folder, 'empty.sqlite')
    const foreign = join(old.folder, 'foreign.sqlite')
    writeFileSync(letter, 'Dear tailor, '.repeat(100))
    writeFileSync(empty, '')
    const write = (file: string, statements: string) => {
      using database = new DatabaseSync(file)
      database.exec(statements)
    }
    write(foreign, 'create table bookmarks (url text)')
    const newer = sqliteFile(old.dataDir)
    write(
      newer,
      "update kysely_migration set name = '9999-reviews' where name = '0001-schema'; pragma journal_mode = delete",
    )
    for (const [file, why] of [
      [letter, commands.transfer.unreadable],
      [empty, commands.transfer.foreign],
      [foreign, commands.transfer.foreign],
      [newer, databaseErrors.newer(version)],
    ] as const) {
      const bytes = readFileSync(file)
      const rejected = { code: 1, output: `${why}\n` }
      expect(await runCommand('restore', [file, '--replace'], settings)).toEqual(rejected)
      if (file === newer) expect(await runCommand('move', [], settings)).toEqual(rejected)
      expect(readFileSync(file)).toEqual(bytes)
    }
    expect(await contents(settings)).toEqual(before)
  })
})

describe.each(engines)('a copy into %s', (engine) => {
  /** A shop's database, bypassing the server, after the owner did that at the desk. */
  async function openAfter(target: EngineName, procedure: string, args: object) {
    const shop = await openShop({ engine: target })
    expect((await (await atDesk(shop)).rpc(procedure, args)).error).toBeNull()
    await shop.close()
    const database = await openDatabase(readConfig(shop.settings))
    onTestFinished(() => database.close())
    return { database, run: (await shop.database()).run }
  }

  it('replaces the owner’s data only when asked to, but always what a calendar reported', async () => {
    const fair = { from: '2026-12-07T09:00', to: '2026-12-07T12:00', reason: 'fair' }
    const from = await openAfter('SQLite', 'close_time', fair)
    await from.run("insert into busy_times (calendar, start_ms, end_ms) values ('caldav:shop', 1, 2)")
    const { database, run } = await openAfter(engine, 'set_opening', { capacity: 2 })
    const copy = (replace = false) => copyDatabase(from.database, database, replace)
    await expect(copy()).rejects.toBeInstanceOf(DatabaseNotEmpty)
    await copy(true)
    expect(await run('select * from opening_hours')).toEqual([])
    expect(await run('select reason from blocked_times')).toEqual([{ reason: 'fair' }])
    await expect(copy()).rejects.toBeInstanceOf(DatabaseNotEmpty)
    // The event exists if the server's worker ran before the server closed.
    for (const table of ['jobs', 'calendar_events', 'blocked_times']) await run(`delete from ${table}`)
    await run(
      "insert into calendar_polls (calendar, polled_at_ms, next_poll_at_ms) values ('caldav:shop', 1, 1)",
    )
    await copy()
    expect(await run('select * from calendar_polls')).toEqual([])
    expect(await run('select * from busy_times')).toHaveLength(1)
  })
})
