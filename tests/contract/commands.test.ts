import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands as copy, databaseErrors } from '../../copy/terminal.ts'
import { opening as initial } from '../../demo/opening-hours.ts'
import { agendaOf, atDesk } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { engines } from './support/engines.ts'
import { runCommand, runCommands } from './support/run-command.ts'
import { spawnServer } from './support/server-process.ts'
import { ann, openShop, temporaryFolder } from './support/shop-server.ts'

const damaged = databaseErrors.damaged

it('commands name a wrong folder, and make no database there', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const typed = [
    ['jobs'],
    ['jobs', 'retry'],
    ['forget', 'ann@example.com'],
    ['desk', '--sign-out-all'],
    ['backup'],
  ]
  const runs = typed.map(([name = '', ...words]) => runCommand(name, words, { DATA_DIR: dataDir }))
  const output = `There’s no database in ${dataDir}. Check DATA_DIR and DATABASE_URL.\n`
  expect(await Promise.all(runs)).toEqual(typed.map(() => ({ code: 1, output })))
  expect(existsSync(dataDir)).toBe(false)
})

it('commands only print their usage when asked for help or typed wrong', async () => {
  const names = ['backup', 'calendar', 'desk', 'doctor', 'forget', 'jobs', 'move', 'restore']
  const folder = temporaryFolder()
  const { settings } = await openShop()
  const [help, ...mistakes] = await Promise.all([
    // Invalid settings don’t hide the usage.
    runCommands(names, ['--help'], { PORT: 'none' }, folder),
    runCommands(names, ['--halp'], settings, folder),
    runCommands(names, ['one', 'two', 'three'], settings, folder),
  ])
  const usages = (code: number) =>
    names.map((name) => ({
      code,
      output: expect.stringMatching(new RegExp(`^Usage: npm run ${name}.*\\n$`)),
    }))
  expect(help).toEqual(usages(0))
  for (const mistake of mistakes) expect(mistake).toEqual(usages(2))
  expect(readdirSync(folder)).toEqual([])
})

it.each(engines)('no command changes the running server’s number of fitters, on %s', async (engine) => {
  const shop = await openShop({ engine, opening: { capacity: 2 } })
  expect(initial.capacity).toBe(1)
  await Promise.all(['doctor', 'jobs', 'backup'].map((name) => runCommand(name, [], shop.settings)))
  expect((await shop.book(ann)).status).toBe(201)
  expect((await shop.book({ ...ann, full_name: 'Bo Diaz' })).status).toBe(201)
  const { run } = await shop.database()
  expect(await run('select count from seats')).toEqual([{ count: 2 }])
})

it.each([
  ['bench/main', ['--nonsense'], 2, /^Unknown option '--nonsense'.*\n\nUsage: npm run bench/],
  ['bench/main', ['page'], 2, /^Unexpected argument 'page'.*\n\nUsage: npm run bench/],
  ['bench/main', ['--only', 'none'], 1, /^There is no part "none"\./],
  ['bench/main', ['--help'], 0, /Usage: npm run bench/],
  ['pictures/command', ['--halp'], 2, /^Unknown option '--halp'.*\n\nUsage: npm run pictures/],
  ['pictures/command', ['none'], 1, /^There is no picture "none"\./],
  ['pictures/command', ['--help'], 0, /Usage: npm run pictures/],
  ['tests/storm/main', ['storm', '--bookings', '2k'], 1, /^Usage: npm run storm/],
  ['tests/storm/main', ['storm', '--engine', 'mysql'], 1, /^Usage: npm run storm/],
  ['tests/storm/main', ['storm', '--help'], 0, /^Usage: npm run storm/],
  ['tests/storm/main', ['fuzz', '--halp'], 1, /^Usage: npm run fuzz/],
] as const)('%s.ts %j does nothing and says why', async (name, words, code, message) => {
  const run = await runCommand(`../../${name}`, words, {})
  expect(run).toEqual({ code, output: expect.stringMatching(message) })
  expect(run.output).not.toMatch(/^ +at /m)
})

it('npm run forget deletes no client for another address, or for none', async () => {
  const shop = await openShop({ nowEpochMs: Date.UTC(2025, 10, 1, 18) })
  const client = await atDesk(shop)
  const date = '2025-11-01'
  await client.rpc('book_for_client', { full_name: 'Bo', appointment_date: date, appointment_time: '15:00' })
  const addresses = ['anne@example.com', '', ' \u200b']
  const usage = { code: 2, output: 'Usage: npm run forget -- EMAIL\n' }
  expect(
    await Promise.all(addresses.map((address) => runCommand('forget', [address], shop.settings))),
  ).toEqual([{ code: 1, output: `${copy.forget.nobody('anne@example.com')}\n` }, usage, usage])
  const { appointments } = await agendaOf(client, { from: date, to: date })
  expect(appointments).toMatchObject([{ full_name: 'Bo' }])
})

it('a file that isn’t a database is named in one sentence and changes nothing', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const letter = join(dataDir, 'appointments.sqlite')
  writeFileSync(letter, 'Dear tailor, '.repeat(100))
  const server = spawnServer({ PORT: '0', DATA_DIR: dataDir }, folder, writeDistFixture(folder))
  const target = { DATA_DIR: join(folder, 'new') }
  const runs = [
    runCommand('jobs', [], { DATA_DIR: dataDir }),
    runCommand('doctor', [], { DATA_DIR: dataDir }),
    runCommand('restore', [letter], target),
    runCommand('restore', [dataDir], target),
    ...[['jobs'], ['doctor'], ['restore', letter]].map(([name = '', ...words]) =>
      runCommand(name, words, { DATA_DIR: letter }),
    ),
  ]
  const [code, output] = [1, `${damaged} Check DATA_DIR or DATABASE_URL.\n`]
  expect(await Promise.all(runs)).toEqual([
    { code, output },
    { code, output: expect.stringContaining(`FAIL  ${output.trim()}`) },
    { code, output: `${damaged} Nothing was changed.\n` },
    { code: 2, output: `${dataDir} doesn’t exist.\n` },
    { code, output: expect.stringContaining('There’s no database in') },
    { code, output: 'DATA_DIR must be a folder.\n' },
    { code, output: 'DATA_DIR must be a folder.\n' },
  ])
  expect(await server.exited).toBe(1)
  expect(server.output()).toBe(output)
})

it('files that a command makes in the data folder belong to the folder’s owner', async () => {
  const dataDir = temporaryFolder()
  // As for a service, which runs under another account than the terminal.
  if (process.geteuid?.() === 0) chownSync(dataDir, 12_345, 12_345)
  const backup = join(temporaryFolder(), 'backup.sqlite')
  await runCommand('backup', [backup], (await openShop()).settings)
  expect((await runCommand('restore', [backup], { DATA_DIR: dataDir })).code).toBe(0)
  const runs = [
    runCommand('doctor', ['--send'], { DATA_DIR: dataDir }),
    runCommand('backup', [], { DATA_DIR: dataDir }),
  ]
  expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0])
  const names = readdirSync(dataDir, { recursive: true }).map(String)
  expect(names).toEqual(expect.arrayContaining(['appointments.sqlite', 'calendar-secret', 'mail']))
  expect(names.filter((name) => /^mail.doctor-.*\.eml$/.test(name))).toHaveLength(1)
  expect(names.filter((name) => /^backups.*\.sqlite$/.test(name))).toHaveLength(1)
  const { uid, gid } = statSync(dataDir)
  for (const name of names)
    expect({ name, ...statSync(join(dataDir, name)) }).toMatchObject({ name, uid, gid })
})

it('a folder that no one can make is named in one sentence, and nothing hangs', async () => {
  const shop = await openShop()
  const backup = join(shop.folder, 'copy')
  const file = '/proc/backups/today.sqlite'
  const server = spawnServer(
    { PORT: '0', DATA_DIR: '/proc/shop' },
    shop.folder,
    writeDistFixture(shop.folder),
  )
  await runCommand('backup', [backup], shop.settings)
  const output = 'The DATA_DIR folder can’t be created there.\n'
  expect(
    await Promise.all([
      runCommand('backup', [file], shop.settings),
      runCommand('doctor', [], { DATA_DIR: '/proc/shop/data' }),
      runCommand('restore', [backup], { DATA_DIR: '/proc/shop/data' }),
    ]),
  ).toEqual([
    {
      code: 1,
      output: expect.stringMatching(/^No backup was written to \/proc\/backups\/today.sqlite: ENOENT.*\n$/),
    },
    { code: 1, output },
    { code: 1, output },
  ])
  expect(await server.exited).toBe(1)
  expect(server.output()).toBe(output)
})
