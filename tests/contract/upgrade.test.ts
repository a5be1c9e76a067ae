import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { desk as words } from '#copy/desk.ts'
import { commands, databaseErrors } from '#copy/terminal.ts'
import { weekdayNames } from '../../booking/time.ts'
import { opening } from '../../demo/opening-hours.ts'
import { migrations } from '../../server/db/migrations.ts'
import { hashToken } from '../../server/lib/files-and-secrets.ts'
import { version } from '../../server/lib/version.ts'
import { officialClient } from './support/desk.ts'
import { databaseSettings, engines, openDatabaseItself } from './support/engines.ts'
import { firstDatabase, firstRows } from './support/first-database.ts'
import { runCommand } from './support/run-command.ts'
import { ann, createTemporaryFolder, openShop } from './support/shop-server.ts'

const { appointments = [], blocked_times: blocked = [] } = firstRows.tables

function openBackup(file: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => database.close())
  return (sql: string) => database.prepare(sql).all()
}

describe.each(engines)('a database of version 0.1.0 on %s', (engine) => {
  it('opens with all its data, after a backup that version 0.1.0 can restore', async () => {
    const { folder, env, run, backups } = await firstDatabase(engine)
    // Servers of one PostgreSQL database start at the same time.
    const [shop = expect.fail()] = await Promise.all(
      (engine === 'SQLite' ? [0] : [0, 1]).map(() => openShop({ folder, env })),
    )
    expect(await run('select name, version from kysely_migration order by name')).toEqual(
      migrations.map(({ name }, at) => ({ name, version: at === 0 ? null : version })),
    )
    const [backup = '', ...more] = readdirSync(backups)
    expect(backup).toContain(version)
    expect(more).toEqual([])
    const old = openBackup(join(backups, backup))
    expect(old('select * from appointments')).toEqual(appointments)
    expect(old('select * from opening_hours')).toEqual(firstRows.tables.opening_hours)
    expect(old('select name from kysely_migration')).toEqual([{ name: '0001-schema' }])

    for (const [table, rows] of Object.entries({ appointments, blocked_times: blocked }))
      for (const row of rows)
        expect(await run(`select * from ${table} where id = '${row.id}'`)).toEqual([
          expect.objectContaining(row),
        ])
    const desk = officialClient(shop.url)
    const { error } = await desk.auth.refreshSession({ refresh_token: firstRows.refreshToken })
    expect(error).toBeNull()
    const { data } = await desk.rpc('opening', {}, { get: true })
    expect(data).toMatchObject({ capacity: 2, dates: {}, busyCloses: 'everyone', earliestHoursAhead: null })
    const { data: agenda } = await desk.rpc('agenda', { from: '2026-12-03', to: '2026-12-07' }, { get: true })
    expect(agenda.appointments).toHaveLength(appointments.length)
    expect(agenda.closures).toHaveLength(1)
    const status = async (appointment_date: string, appointment_time: string, full_name: string) =>
      (await shop.book({ ...ann, full_name, appointment_date, appointment_time })).status
    expect(await status('2026-12-07', '10:00', 'A')).toBe(409)
    expect([await status('2026-12-04', '13:00', 'B'), await status('2026-12-04', '13:00', 'C')]).toEqual([
      201, 409,
    ])
  })

  it('is left to the running server by commands other than backup, whose copy can be restored later', async () => {
    const { settings, run } = await firstDatabase(engine)
    const older = { code: 1, output: `${databaseErrors.older}\n` }
    for (const command of ['jobs', 'desk']) expect(await runCommand(command, [], settings)).toEqual(older)
    const file = join(createTemporaryFolder(), 'monday.sqlite')
    const count = appointments.length
    const done = { code: 0, output: `${commands.backup.done(count, file)}\n` }
    expect(await runCommand('backup', [file], settings)).toEqual(done)
    expect(await run('select name from kysely_migration')).toEqual([{ name: '0001-schema' }])
    for (const other of engines) {
      const empty = { DATA_DIR: join(createTemporaryFolder(), 'data'), ...(await databaseSettings(other)) }
      const restored = await runCommand('restore', [file], empty)
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`appointments: ${count}\n`) })
      const { run } = await openDatabaseItself(empty.DATA_DIR, empty)
      expect(await run('select name from kysely_migration order by name')).toEqual(
        migrations.map(({ name }) => ({ name })),
      )
      const [row = expect.fail()] = appointments
      expect(await run(`select * from appointments where id = '${row.id}'`)).toEqual([
        expect.objectContaining(row),
      ])
    }
    // Its own database is upgraded too, after a backup.
    const replaced = await runCommand('restore', [file, '--replace'], settings)
    expect(replaced).toMatchObject({ code: 0, output: expect.stringContaining('before-') })
  })

  it('stays unchanged when the upgrade fails, and a failed backup is reported in a sentence', async () => {
    const { folder, env, run, settings } = await firstDatabase(engine)
    await run('drop table sign_in_emails')
    await expect(openShop({ folder, env })).rejects.toThrow(/sign_in_emails/)
    expect(await run('select * from kysely_migration')).toHaveLength(1)
    rmSync(join(settings.DATA_DIR, 'backups'), { recursive: true })
    writeFileSync(join(settings.DATA_DIR, 'backups'), '')
    await expect(openShop({ folder, env })).rejects.toThrow(/^No backup was written/)
    expect(await run('select * from kysely_migration')).toHaveLength(1)
  })

  it('keeps a session, which ends when a used token comes again', async () => {
    const { folder, env, run } = await firstDatabase(engine)
    const [sessionId] = firstRows.refreshToken.split('.')
    const used = `${sessionId}.used`
    await run(`insert into refresh_tokens (token_hash, session_id, used_at_ms)
      select '${hashToken(used)}', id, used_at_ms from sessions`)
    const shop = await openShop({ folder, env })
    const desk = officialClient(shop.url)
    const refresh = async (refresh_token: string) =>
      (await desk.auth.refreshSession({ refresh_token })).error?.code
    expect(await refresh(firstRows.refreshToken)).toBeUndefined()
    expect(await refresh(used)).toBe('refresh_token_already_used')
    expect(await run('select id from sessions where ended_at_ms is null')).toEqual([])
  })

  it('removes the words that version 0.1.0 stored in place of a deleted client’s name, and still shows them', async () => {
    const { folder, env, run, settings } = await firstDatabase(engine)
    const [{ id } = expect.fail()] = appointments
    await run(`update appointments set full_name = 'Deleted client', email = '', phone = '', phone_key = null,
      mailbox = null, booked_from = null, note = '', idempotency_key = id, anonymized_at_ms = 1 where id = '${id}'`)
    const file = join(createTemporaryFolder(), 'monday.sqlite')
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    const nameless = `select full_name from appointments where full_name = '' or full_name = '${words.deletedName}'`

    const shop = await openShop({ folder, env })
    expect(await run(nameless)).toEqual([{ full_name: '' }])
    const desk = officialClient(shop.url)
    await desk.auth.refreshSession({ refresh_token: firstRows.refreshToken })
    const { data } = await desk.rpc('client', { id }, { get: true })
    expect(data).toMatchObject({
      full_name: 'Deleted client',
      appointments: [{ full_name: 'Deleted client' }],
    })

    for (const other of engines) {
      const empty = { DATA_DIR: join(createTemporaryFolder(), 'data'), ...(await databaseSettings(other)) }
      expect(await runCommand('restore', [file], empty)).toMatchObject({ code: 0 })
      const restored = await openDatabaseItself(empty.DATA_DIR, empty)
      expect(await restored.run(nameless)).toEqual([{ full_name: '' }])
    }
  })

  it('converts uniform hours and closed dates into hours by day and date', async () => {
    const { folder, env, run } = await firstDatabase(engine)
    const { week: _, dates: __, busyCloses, earliestHoursAhead, ...others } = opening
    const closedDates = ['2026-12-25', '2027-01-01']
    const stored = { firstStart: '10:00', lastStart: '15:30', closedWeekdays: [1, 7], closedDates, ...others }
    await run(`update opening_hours set opening = '${JSON.stringify(stored)}'`)
    await (await openShop({ folder, env })).close()
    const [row] = await run('select opening from opening_hours')
    const hours = weekdayNames.map((day) => [day, ['monday', 'sunday'].includes(day) ? [] : ['10:00-15:30']])
    expect(JSON.parse(String(row?.opening))).toEqual({
      ...{ week: Object.fromEntries(hours), dates: { '2026-12-25': [], '2027-01-01': [] } },
      ...{ busyCloses, earliestHoursAhead, ...others },
    })
  })
})

it('a database of version 0.1.0 moves to PostgreSQL, and the file stays unchanged', async () => {
  const { settings, run } = await firstDatabase('SQLite')
  const moved = { ...settings, ...(await databaseSettings('PostgreSQL')) }
  expect(await runCommand('move', [], moved)).toMatchObject({ code: 0 })
  expect(await run('select * from kysely_migration')).toHaveLength(1)
  const { run: query } = await openDatabaseItself('', moved)
  expect(await query('select id from appointments')).toHaveLength(appointments.length)
  expect(existsSync(join(settings.DATA_DIR, 'backups'))).toBe(false)
})
