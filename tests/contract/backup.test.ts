import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { ownersCalendar } from '../../copy/emails.ts'
import { commands, databaseErrors } from '../../copy/terminal.ts'
import { readConfig } from '../../server/config.ts'
import { copyDatabase, DatabaseNotEmpty } from '../../server/db/copy.ts'
import { openDatabase, sqliteFile } from '../../server/open.ts'
import { atDesk, type OfficialClient } from './support/desk.ts'
import { databaseSettings, type EngineName, engines, openDatabaseItself } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'

const settingsOf = async (engine: EngineName) => ({
  DATA_DIR: join(temporaryFolder(), 'data'),
  ...(await databaseSettings(engine)),
})

/** Where `openShop` finds what these settings name. */
const place = <Env extends { DATA_DIR: string }>(env: Env) => ({ env, folder: dirname(env.DATA_DIR) })

/** Three clients, and everything owed for them that can be done at once. */
async function bookThree(shop: OpenShop): Promise<void> {
  for (const [index, time] of ['09:00', '11:00', '17:00'].entries()) {
    const { status } = await shop.book({ ...ann, full_name: `Zoë ${index} 王`, appointment_time: time })
    expect(status).toBe(201)
  }
  const { run } = await shop.database()
  const undone = "select id from jobs where status = 'pending' and kind <> 'client-reminder'"
  await until(async () => (await run(undone)).length === 0)
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

const otherVersion = { code: 1, output: `${databaseErrors.otherVersion}\n` }

describe.each(engines)('a backup of %s', (engine) => {
  it('is made while the server runs, for its owner only, and restored by this version into either engine', async () => {
    const settings = await settingsOf(engine)
    const shop = await openShop(place(settings))
    await bookThree(shop)
    const file = join(temporaryFolder(), 'backup.sqlite')
    const made = await runCommand('backup', [file], settings)
    expect(made).toEqual({
      code: 0,
      output: `Backed up 3 appointments to ${file} and verified the file.\n`,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await shop.close()
    const before = await contents(settings)

    const [other = engine] = engines.filter((name) => name !== engine)
    const empty = await settingsOf(other)
    // The copy of the file is in the data folder and nowhere else.
    expect(await runCommand('restore', [file], { ...empty, TMPDIR: '/nowhere' })).toMatchObject({ code: 0 })
    expect(readdirSync(empty.DATA_DIR).filter((name) => name.startsWith('restore-'))).toEqual([])
    expect(await contents(empty)).toEqual(before)
    const refused = await runCommand('restore', [file], settings)
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database isn’t empty.*--replace/),
    })
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })
    expect(await contents(settings)).toEqual(before)

    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    await run("update kysely_migration set name = '0001-appointments'")
    await expect(openShop(place(settings))).rejects.toThrow(databaseErrors.otherVersion)
    expect(await runCommand('restore', [file, '--replace'], settings)).toEqual(otherVersion)
    expect(await run('select name from kysely_migration')).toEqual([{ name: '0001-appointments' }])
    expect(await contents(settings)).toEqual(before)
  })
})

describe('a PostgreSQL database', () => {
  it('that others also use is backed up and restored without their tables, and however long it takes', async () => {
    const settings = await settingsOf('PostgreSQL')
    const shop = await openShop(place(settings))
    await bookThree(shop)
    await shop.close()
    const before = await contents(settings)
    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    await run(`create schema hoster;
      create table hoster.jobs (name text); insert into hoster.jobs values ('theirs');
      create view hosters_statistics as select 1 as calls; create table hosters_places (name text)`)
    await run(`create function refuse_hurry() returns event_trigger language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '0' then raise 'in a hurry'; end if; end $$`)
    await run('create event trigger patient on login execute function refuse_hurry()')
    const file = join(temporaryFolder(), 'backup.sqlite')
    const made = await runCommand('backup', [file], settings)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('3 appointments') })
    const backup = new DatabaseSync(file, { readOnly: true })
    expect(backup.prepare("select name from sqlite_schema where name like 'hoster%'").all()).toEqual([])
    backup.close()
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })
    await run('drop event trigger patient')
    expect(await contents(settings)).toEqual(before)
    expect(await run('select name from hoster.jobs')).toEqual([{ name: 'theirs' }])
  })
})

describe('a file of another version’s database', () => {
  it('is neither restored nor moved, and the file stays unchanged to the byte', async () => {
    const settings = await settingsOf('PostgreSQL')
    await (await openShop(place({ DATA_DIR: settings.DATA_DIR }))).close()
    const file = sqliteFile(settings.DATA_DIR)
    const database = new DatabaseSync(file)
    database.exec("update kysely_migration set name = '9999-reviews'")
    database.exec('pragma journal_mode = delete')
    database.close()
    const bytes = readFileSync(file)
    expect(await runCommand('restore', [file], settings)).toEqual(otherVersion)
    expect(await runCommand('move', [], settings)).toEqual(otherVersion)
    expect(readFileSync(file)).toEqual(bytes)
  })
})

describe('a backup that cannot be written', () => {
  it('says where and why, and leaves nothing that looks like one', async () => {
    const settings = await settingsOf('SQLite')
    await (await openShop(place(settings))).close()
    const folder = temporaryFolder()
    const asFolder = join(folder, 'letter.txt')
    writeFileSync(asFolder, 'Dear tailor')
    const overIt = await runCommand('backup', [asFolder], settings)
    expect(overIt).toEqual({ code: 1, output: `${commands.backup.isThere(asFolder)}\n` })
    expect(readFileSync(asFolder, 'utf8')).toBe('Dear tailor')
    for (const file of [join(asFolder, 'monday.sqlite'), join(folder, `${'long'.repeat(70)}.sqlite`)]) {
      const { code, output } = await runCommand('backup', [file], settings)
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(/^No backup was written to .*\n$/),
      })
      expect(output).toContain(file)
    }
    expect(readdirSync(folder)).toEqual(['letter.txt'])
  })

  it('leaves a damaged database’s copy nowhere', async () => {
    const settings = await settingsOf('SQLite')
    await (await openShop(place(settings))).close()
    const database = join(settings.DATA_DIR, 'appointments.sqlite')
    truncateSync(database, 8 * 4096)
    const folder = temporaryFolder()
    const { code, output } = await runCommand('backup', [join(folder, 'monday.sqlite')], settings)
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^No backup was written to .*malformed\n$/),
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('restore', () => {
  it('changes nothing when the file is empty, no database, or another program’s', async () => {
    const settings = await settingsOf('SQLite')
    const shop = await openShop(place(settings))
    await shop.book(ann)
    await shop.close()
    const before = await contents(settings)
    const inFolder = (name: string) => join(temporaryFolder(), name)
    const [letter, empty, foreign] = [
      inFolder('letter.txt'),
      inFolder('empty.sqlite'),
      inFolder('foreign.sqlite'),
    ]
    writeFileSync(letter, 'Dear tailor, '.repeat(100))
    writeFileSync(empty, '')
    const other = new DatabaseSync(foreign)
    other.exec('create table bookmarks (url text)')
    other.close()
    const { foreign: isForeign, unreadable } = commands.transfer
    const sentences = { [letter]: unreadable, [empty]: isForeign, [foreign]: isForeign }
    for (const [file, sentence] of Object.entries(sentences)) {
      const restored = await runCommand('restore', [file, '--replace'], settings)
      expect(restored).toEqual({ code: 1, output: `${sentence}\n` })
      expect(await contents(settings)).toEqual(before)
    }
  })
})

describe.each(engines)('a copy into %s, where no one booked', (engine) => {
  /** A shop's database past the server, with a busy time that a calendar had. */
  async function openNew(of: EngineName, prepare: (desk: OfficialClient) => PromiseLike<unknown>) {
    const settings = await settingsOf(of)
    const shop = await openShop(place(settings))
    await prepare(await atDesk(shop))
    await shop.close()
    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    await run("insert into busy_times (calendar, start_ms, end_ms) values ('caldav:shop', 1, 2)")
    const database = await openDatabase(readConfig({ ...settings }))
    onTestFinished(() => database.close())
    return { run, database }
  }

  const block = (desk: OfficialClient) =>
    desk.rpc('close_time', { from: '2026-12-07T09:00', to: '2026-12-07T12:00', reason: 'fair' })

  it.each([
    ['set hours', (desk: OfficialClient) => desk.rpc('set_opening', { capacity: 2 })],
    ['blocked a time', block],
  ])('is rejected after the owner %s there, unless it replaces that', async (_what, prepare) => {
    const from = await openNew('SQLite', block)
    const to = await openNew(engine, prepare)
    await expect(copyDatabase(from.database, to.database)).rejects.toBeInstanceOf(DatabaseNotEmpty)
    await copyDatabase(from.database, to.database, true)
    expect(await to.run('select reason from blocked_times')).toEqual([{ reason: 'fair' }])
    expect(await to.run('select * from opening_hours')).toEqual([])
  })

  it('forgets what a calendar reported there, which is polled again', async () => {
    const from = await openNew('SQLite', block)
    const to = await openNew(engine, async () => {})
    await to.run(
      "insert into calendar_polls (calendar, polled_at_ms, next_poll_at_ms) values ('caldav:shop', 1, 1)",
    )
    await copyDatabase(from.database, to.database)
    expect(await to.run('select * from calendar_polls')).toEqual([])
    expect(await to.run('select * from busy_times')).toHaveLength(1)
  })
})

describe('moving to PostgreSQL', () => {
  it('loses nothing, and the shop goes on there', async () => {
    const old = await settingsOf('SQLite')
    const before = await openShop(place(old))
    await bookThree(before)
    await before.close()
    const target = { ...old, ...(await databaseSettings('PostgreSQL')) }
    const moved = await runCommand('move', [], target)
    expect(moved).toMatchObject({ code: 0, output: expect.stringContaining('appointments: 3\n') })
    expect(await contents(target)).toEqual(await contents(old))

    const shop = await openShop(place(target))
    expect((await shop.book({ ...ann, full_name: 'Zoë 1 王', appointment_time: '11:00' })).status).toBe(200)
    expect((await shop.book({ ...ann, appointment_time: '11:30' })).status).toBe(409)
    expect((await shop.book({ ...ann, appointment_time: '13:00' })).status).toBe(201)
    await until(async () => (await shop.mails()).length === 4)
  })
})

describe('the deletion of a client’s data', () => {
  it('leaves the time and nothing of the client, in any spelling of the address', async () => {
    const settings = await settingsOf('SQLite')
    // The command has the real clock; for it, these appointments are past.
    const shop = await openShop({ ...place(settings), nowEpochMs: Date.UTC(2026, 0, 5, 18) })
    const past = { ...ann, appointment_date: '2026-01-06' }
    await shop.book(past)
    const zoe = { ...past, full_name: 'Zoe', email: 'zoe@bücher.example', appointment_time: '15:00' }
    expect((await shop.book({ ...zoe, phone: '+1 214 555 0199' })).status).toBe(201)
    await until(async () => (await shop.feed()).includes('Ann Lee'))
    await until(async () => (await shop.mails('client-invitation')).length === 2)
    await shop.close()
    // The domain is stored in ASCII.
    for (const email of [ann.email.toUpperCase(), zoe.email]) {
      const { output } = await runCommand('forget', [email], settings)
      expect(output).toContain('Anonymized 1 appointment')
    }
    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    for (const table of ['appointments', 'calendar_events', 'jobs']) {
      expect(JSON.stringify(await run(`select * from ${table}`))).not.toMatch(/ann|lee|zoe|xn--|123-4567/i)
    }
    expect(await shop.mails()).toEqual([])
  })

  it('waits while the client has an upcoming appointment', async () => {
    const shop = await openShop()
    // Also upcoming for the command, which has the real clock.
    const later = { ...ann, appointment_date: '2037-12-03' }
    await shop.book(later)
    const { code, output } = await runCommand('forget', [ann.email], shop.settings)
    expect(code).toBe(1)
    expect(output).toContain('upcoming appointment (Thursday, December 3, 2037 at 10:00 AM')
    expect((await shop.book(later)).status).toBe(200)
  })

  it('happens automatically after the owner’s limit', async () => {
    const folder = temporaryFolder()
    const namesAfter = async (days: number) => {
      const nowEpochMs = testNoon + days * msPerDay
      const shop = await openShop({ folder, env: { RETENTION_DAYS: '30' }, nowEpochMs })
      if (days === 0) await shop.book(ann)
      await shop.close()
      return shop.file().prepare('select full_name from appointments').all()
    }
    for (const days of [0, 31]) expect(await namesAfter(days)).toEqual([{ full_name: ann.full_name }])
    expect(await namesAfter(33)).toEqual([{ full_name: ownersCalendar.forgottenName }])
  })
})
