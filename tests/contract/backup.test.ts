import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { ownersCalendar } from '../../copy/emails.ts'
import { databaseErrors } from '../../copy/terminal.ts'
import { sqliteFile } from '../../server/open.ts'
import { atDesk } from './support/desk.ts'
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

describe.each(engines)('a backup of %s', (engine) => {
  it('is made while the server runs, for its owner’s eyes only, and goes back into either engine', async () => {
    const settings = await settingsOf(engine)
    const shop = await openShop({ ...place(settings) })
    await bookThree(shop)
    const file = join(temporaryFolder(), 'backup.sqlite')
    const made = await runCommand('backup', [file], settings)
    expect(made).toEqual({
      code: 0,
      output: `Backed up 3 appointments to ${file} and verified the file.\n`,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await runCommand('backup', [file], settings)).output).toContain('already exists')
    await shop.close()
    const before = await contents(settings)

    for (const target of engines) {
      const other = await settingsOf(target)
      // Nothing of it is ever elsewhere than with the database.
      const restored = await runCommand('restore', [file], { ...other, TMPDIR: '/nowhere' })
      expect(restored).toMatchObject({ code: 0 })
      expect(readdirSync(other.DATA_DIR).filter((name) => name.startsWith('restore-'))).toEqual([])
      expect(await contents(other)).toEqual(before)
      const again = await runCommand('restore', [file], other)
      expect(again).toMatchObject({ code: 1, output: expect.stringContaining('isn’t empty') })
      expect(await runCommand('restore', [file, '--replace'], other)).toMatchObject({ code: 0 })
      expect(await contents(other)).toEqual(before)
    }
  })
})

describe('backup and restore on PostgreSQL', () => {
  it('are in nobody’s way, so no query of theirs is given up for taking long', async () => {
    const settings = await settingsOf('PostgreSQL')
    await (await openShop(place(settings))).close()
    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    await run(`create function refuse_hurry() returns event_trigger language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '0' then raise 'in a hurry'; end if; end $$`)
    await run('create event trigger patient on login execute function refuse_hurry()')
    const file = join(temporaryFolder(), 'backup.sqlite')
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })
  })
})

describe('a backup of a PostgreSQL that others use, too', () => {
  const theirs = `create schema hoster;
    create table hoster.jobs (name text); insert into hoster.jobs values ('theirs');
    create view hosters_statistics as select 1 as calls; create table hosters_places (name text)`

  it('holds our tables and nothing of theirs', async () => {
    const settings = await settingsOf('PostgreSQL')
    const shop = await openShop(place(settings))
    await bookThree(shop)
    await shop.close()
    await (await openDatabaseItself(settings.DATA_DIR, settings)).run(theirs)
    const file = join(temporaryFolder(), 'backup.sqlite')
    const made = await runCommand('backup', [file], settings)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('3 appointments') })
    const other = await settingsOf('SQLite')
    expect(await runCommand('restore', [file], other)).toMatchObject({ code: 0 })
    expect(await contents(other)).toEqual(await contents(settings))
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })
    expect(await contents(other)).toEqual(await contents(settings))
  })
})

describe.each(engines)('a database that another version made, in %s', (engine) => {
  const refusal = databaseErrors.otherVersion

  it('is refused by a start and a restore, and stays as it is', async () => {
    const settings = await settingsOf(engine)
    const shop = await openShop(place(settings))
    await bookThree(shop)
    await shop.close()
    const file = join(temporaryFolder(), 'backup.sqlite')
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    await run("update kysely_migration set name = '0001-appointments'")
    const before = await run('select * from appointments order by id')
    await expect(openShop(place(settings))).rejects.toThrow(refusal)
    const restored = await runCommand('restore', [file, '--replace'], settings)
    expect(restored).toEqual({ code: 1, output: `${refusal}\n` })
    expect(await run('select name from kysely_migration')).toEqual([{ name: '0001-appointments' }])
    expect(await run('select * from appointments order by id')).toEqual(before)
  })

  it('is neither restored nor moved from a file, which stays as it is to the byte', async () => {
    const from = await settingsOf('SQLite')
    await (await openShop(place(from))).close()
    const file = join(temporaryFolder(), 'backup.sqlite')
    expect(await runCommand('backup', [file], from)).toMatchObject({ code: 0 })
    const database = new DatabaseSync(file)
    database.exec("update kysely_migration set name = '9999-reviews'")
    database.close()
    const bytes = readFileSync(file)
    const settings = await settingsOf(engine)
    expect(await runCommand('restore', [file], settings)).toEqual({ code: 1, output: `${refusal}\n` })
    expect(readFileSync(file)).toEqual(bytes)
    if (engine === 'SQLite') return
    copyFileSync(file, sqliteFile(settings.DATA_DIR))
    expect(await runCommand('move', [], settings)).toEqual({ code: 1, output: `${refusal}\n` })
    expect(readFileSync(sqliteFile(settings.DATA_DIR))).toEqual(bytes)
  })
})

describe('a backup that cannot be written', () => {
  it('says where and why, and leaves nothing that looks like one', async () => {
    const settings = await settingsOf('SQLite')
    await (await openShop(place(settings))).close()
    const folder = temporaryFolder()
    const asFolder = join(folder, 'letter.txt')
    writeFileSync(asFolder, 'Dear tailor')
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
  it('changes nothing when the file is no backup', async () => {
    const file = join(temporaryFolder(), 'letter.txt')
    writeFileSync(file, 'Dear tailor, '.repeat(100))
    const { code, output } = await runCommand('restore', [file], await settingsOf('SQLite'))
    expect(code).toBe(1)
    expect(output).toContain('isn’t a database')
  })

  it('never takes an empty file, or another program’s database, for a backup of nothing', async () => {
    const settings = await settingsOf('SQLite')
    const shop = await openShop(place(settings))
    await bookThree(shop)
    await shop.close()
    const before = await contents(settings)
    const folder = temporaryFolder()
    const empty = join(folder, 'empty.sqlite')
    const foreign = join(folder, 'foreign.sqlite')
    writeFileSync(empty, '')
    const other = new DatabaseSync(foreign)
    other.exec('create table bookmarks (url text)')
    other.close()
    for (const file of [empty, foreign]) {
      expect(await runCommand('restore', [file, '--replace'], settings)).toEqual({
        code: 1,
        output: 'The database file is empty or isn’t a database of this shop. Nothing was changed.\n',
      })
      expect(await contents(settings)).toEqual(before)
    }
  })
})

describe.each(engines)('restoring into %s, where nobody has booked', (engine) => {
  const busyTime = "insert into busy_times (calendar, start_ms, end_ms) values ('caldav:shop', 1, 2)"

  /** The backup of a shop whose owner has set hours and closed a time, and which knows of a busy time. */
  async function backUp(): Promise<string> {
    const settings = await settingsOf('SQLite')
    const shop = await openShop(place(settings))
    const desk = await atDesk(shop)
    expect((await desk.rpc('set_opening', { bufferMinutes: 15 })).error).toBeNull()
    const closure = { from: '2026-12-07T09:00', to: '2026-12-07T12:00', reason: 'fair' }
    expect((await desk.rpc('close_time', closure)).error).toBeNull()
    await (await shop.database()).run(busyTime)
    await shop.close()
    const file = join(temporaryFolder(), 'backup.sqlite')
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    return file
  }

  it.each([
    ['set hours', 'set_opening', { capacity: 2 }],
    ['closed a time', 'close_time', { from: '2026-12-08T09:00', to: '2026-12-08T12:00', reason: 'x' }],
  ])('says that it is not empty once the owner has %s there', async (_what, call, args) => {
    const file = await backUp()
    const settings = await settingsOf(engine)
    const shop = await openShop(place(settings))
    expect((await (await atDesk(shop)).rpc(call, args)).error).toBeNull()
    await shop.close()
    const refused = await runCommand('restore', [file], settings)
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(/^The database isn’t empty.*--replace/),
    })
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })
  })

  it('forgets what a calendar has told there, which is read anew', async () => {
    const file = await backUp()
    const settings = await settingsOf(engine)
    await (await openShop(place(settings))).close()
    const { run } = await openDatabaseItself(settings.DATA_DIR, settings)
    await run(busyTime)
    await run(
      "insert into calendar_polls (calendar, polled_at_ms, next_poll_at_ms) values ('caldav:shop', 1, 1)",
    )
    expect(await runCommand('restore', [file], settings)).toMatchObject({ code: 0 })
    expect(await run('select * from calendar_polls')).toEqual([])
    expect(await run('select * from busy_times')).toHaveLength(1)
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

describe.each(engines)('forgetting on %s', (engine) => {
  it('leaves the time and nothing of the client, once nobody is expected any more', async () => {
    const settings = await settingsOf(engine)
    // The command has the real clock; what this shop books is over for it.
    const shop = await openShop({ ...place(settings), nowEpochMs: Date.UTC(2026, 0, 5, 18) })
    const past = { ...ann, appointment_date: '2026-01-06' }
    await shop.book(past)
    const zoe = { ...past, full_name: 'Zoe', email: 'zoe@bücher.example', appointment_time: '15:00' }
    expect((await shop.book({ ...zoe, phone: '+1 214 555 0199' })).status).toBe(201)
    await shop.functions.invoke('send-appointment-notification', {
      body: { appointmentData: past, calendarLink: '' },
    })
    await until(async () => (await shop.feed()).includes('Ann Lee'))
    await shop.close()
    const forgotten = await runCommand('forget', [ann.email.toUpperCase()], settings)
    expect(forgotten.output).toContain('Anonymized 1 appointment')
    // Stored with its domain in ASCII, as mail servers know it.
    expect((await runCommand('forget', [zoe.email], settings)).output).toContain('Anonymized 1 appointment')
    const { run: query } = await openDatabaseItself(settings.DATA_DIR, settings)
    for (const table of ['appointments', 'calendar_events', 'jobs']) {
      expect(JSON.stringify(await query(`select * from ${table}`))).not.toMatch(/ann|lee|zoe|xn--|123-4567/i)
    }
    expect(await shop.mails()).toEqual([])
  })

  it('waits while the client is still expected', async () => {
    const settings = await settingsOf(engine)
    const shop = await openShop({ ...place(settings) })
    // For the command too, which has the real clock.
    const later = { ...ann, appointment_date: '2037-12-03' }
    await shop.book(later)
    const { code, output } = await runCommand('forget', [ann.email], settings)
    expect(code).toBe(1)
    expect(output).toContain('upcoming appointment (Thursday, December 3, 2037 at 10:00 AM')
    expect((await shop.book(later)).status).toBe(200)
  })

  it('happens by itself after the owner’s limit', async () => {
    const settings = await settingsOf(engine)
    const first = await openShop({ ...place(settings) })
    await first.book(ann)
    await first.close()
    const names = async (days: number) => {
      const shop = await openShop({
        ...place({ ...settings, RETENTION_DAYS: '30' }),
        nowEpochMs: testNoon + days * msPerDay,
      })
      await shop.close()
      const { run: query } = await openDatabaseItself(settings.DATA_DIR, settings)
      return (await query('select full_name from appointments')).map((row) => row.full_name)
    }
    expect(await names(31)).toEqual(['Ann Lee'])
    expect(await names(33)).toEqual([ownersCalendar.forgottenName])
  })
})
