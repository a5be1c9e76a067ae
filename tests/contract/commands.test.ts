import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands as copy, databaseErrors } from '../../copy/terminal.ts'
import { opening as initial } from '../../demo/opening-hours.ts'
import { agendaOf, atDesk } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { engines } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { spawnServer } from './support/server-process.ts'
import { ann, openShop, temporaryFolder } from './support/shop-server.ts'

const damaged = databaseErrors.damaged

it.each([
  ['jobs', []],
  ['jobs', ['retry']],
  ['forget', ['ann@example.com']],
  ['desk', ['--sign-out-all']],
  ['backup', []],
])('npm run %s %s names a wrong folder, and makes no database there', async (name, words) => {
  const dataDir = join(temporaryFolder(), 'data')
  expect(await runCommand(name, words, { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: `There’s no database in ${dataDir}. Check DATA_DIR and DATABASE_URL.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
})

const commands = ['backup', 'calendar', 'desk', 'doctor', 'forget', 'jobs', 'move', 'restore']

it.each(commands)(
  'npm run %s does nothing but say how it is used, where it is asked or typed wrong',
  async (name) => {
    const shop = await openShop()
    const folder = temporaryFolder()
    const usage = expect.stringMatching(new RegExp(`^Usage: npm run ${name}.*\\n$`))
    // Invalid settings don’t hide the usage.
    const help = await runCommand(name, ['--help'], { PORT: 'none' }, folder)
    expect(help).toEqual({ code: 0, output: usage })
    for (const words of [['--halp'], ['one', 'two', 'three']]) {
      expect(await runCommand(name, words, shop.settings, folder)).toEqual({ code: 2, output: usage })
    }
    expect(readdirSync(folder)).toEqual([])
  },
)

it.each(engines)('no command changes the running server’s number of fitters, on %s', async (engine) => {
  const shop = await openShop({ engine, opening: { capacity: 2 } })
  expect(initial.capacity).toBe(1)
  for (const name of ['doctor', 'jobs', 'backup']) await runCommand(name, [], shop.settings)
  expect((await shop.book(ann)).status).toBe(201)
  expect((await shop.book({ ...ann, full_name: 'Bo Diaz' })).status).toBe(201)
  const { run } = await shop.database()
  expect(await run('select count from seats')).toEqual([{ count: 2 }])
})

it.each([
  [['--nonsense'], 2, /^Unknown option '--nonsense'.*\n\nUsage: npm run bench/],
  [['page'], 2, /^Unexpected argument 'page'.*\n\nUsage: npm run bench/],
  [['--only', 'none'], 1, /^There is no part "none"\./],
  [['--help'], 0, /^$/],
])('npm run bench -- %s measures nothing and says why', (words, status, sentence) => {
  const main = join(import.meta.dirname, '../../bench/main.ts')
  const bench = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
  expect(bench).toMatchObject({ status, stderr: expect.stringMatching(sentence) })
  expect(bench.stderr).not.toMatch(/^ +at /m)
})

it.each([
  [['--halp'], 2, /^Unknown option '--halp'.*\n\nUsage: npm run pictures/],
  [['none'], 1, /^There is no picture "none"\./],
  [['--help'], 0, /^$/],
])('npm run pictures -- %s renders nothing and says why', (words, status, sentence) => {
  const command = join(import.meta.dirname, '../../pictures/command.ts')
  const run = spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' })
  expect(run).toMatchObject({ status, stderr: expect.stringMatching(sentence) })
  expect(run.stderr).not.toMatch(/^ +at /m)
})

it.each([
  ['main', ['--bookings', '2k']],
  ['main', ['--engine', 'mysql']],
  ['fuzz-main', ['--requests', '50k']],
  ['fuzz-main', ['--halp']],
])('tests/storm/%s.ts %j prints the usage instead of finding nothing', async (name, words) => {
  const file = join(import.meta.dirname, '../storm', `${name}.ts`)
  const run = (args: string[]) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  expect(run(words)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('  --seed NUMBER'),
    stderr: '',
  })
  expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('  --seed NUMBER') })
})

it('npm run forget says that no one has the address, and fails', async () => {
  const shop = await openShop()
  await shop.book(ann)
  expect(await runCommand('forget', ['anne@example.com'], shop.settings)).toEqual({
    code: 1,
    output: `${copy.forget.nobody('anne@example.com')}\n`,
  })
})

it.each(['', ' \u200b'])('npm run forget "%s" deletes no client without an address', async (nobody) => {
  const shop = await openShop({ nowEpochMs: Date.UTC(2025, 10, 1, 18) })
  const client = await atDesk(shop)
  const date = '2025-11-01'
  await client.rpc('book_for_client', { full_name: 'Bo', appointment_date: date, appointment_time: '15:00' })
  expect(await runCommand('forget', [nobody], shop.settings)).toEqual({
    code: 2,
    output: 'Usage: npm run forget -- EMAIL\n',
  })
  const { appointments } = await agendaOf(client, { from: date, to: date })
  expect(appointments).toMatchObject([{ full_name: 'Bo' }])
})

it('a file that isn’t a database is named in one sentence and changes nothing', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const letter = join(dataDir, 'appointments.sqlite')
  writeFileSync(letter, 'Dear tailor, '.repeat(100))
  const atFault = { code: 1, output: `${damaged} Check DATA_DIR or DATABASE_URL.\n` }
  expect(await runCommand('jobs', [], { DATA_DIR: dataDir })).toEqual(atFault)
  const server = spawnServer({ PORT: '0', DATA_DIR: dataDir }, folder, writeDistFixture(folder))
  expect(await server.exited).toBe(1)
  expect(server.output()).toBe(atFault.output)

  const target = { DATA_DIR: join(folder, 'new') }
  expect(await runCommand('restore', [letter], target)).toEqual({
    code: 1,
    output: `${damaged} Nothing was changed.\n`,
  })
  expect(await runCommand('restore', [dataDir], target)).toEqual({
    code: 2,
    output: `${dataDir} doesn’t exist.\n`,
  })
  for (const command of ['jobs', 'doctor', 'restore']) {
    const { code, output } = await runCommand(command, command === 'restore' ? [letter] : [], {
      DATA_DIR: letter,
    })
    expect({ command, code, output }).toEqual({
      command,
      code: 1,
      output:
        command === 'jobs'
          ? expect.stringContaining('There’s no database in')
          : 'DATA_DIR must be a folder.\n',
    })
  }
})

it('files that a command makes in the data folder belong to the folder’s owner', async () => {
  const dataDir = temporaryFolder()
  // As for a service, which runs under another account than the terminal.
  if (process.geteuid?.() === 0) chownSync(dataDir, 12_345, 12_345)
  const backup = join(temporaryFolder(), 'backup.sqlite')
  await runCommand('backup', [backup], (await openShop()).settings)
  expect((await runCommand('restore', [backup], { DATA_DIR: dataDir })).code).toBe(0)
  expect((await runCommand('doctor', ['--send'], { DATA_DIR: dataDir })).code).toBe(0)
  expect((await runCommand('backup', [], { DATA_DIR: dataDir })).code).toBe(0)
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
  const file = '/proc/backups/today.sqlite'
  expect(await runCommand('backup', [file], shop.settings)).toEqual({
    code: 1,
    output: expect.stringMatching(/^No backup was written to \/proc\/backups\/today.sqlite: ENOENT.*\n$/),
  })
  await runCommand('backup', [join(shop.folder, 'copy')], shop.settings)
  for (const [command, ...words] of [['doctor'], ['restore', join(shop.folder, 'copy')]] as const) {
    expect(await runCommand(command, words, { DATA_DIR: '/proc/shop/data' })).toEqual({
      code: 1,
      output: 'The DATA_DIR folder can’t be created there.\n',
    })
  }
  const server = spawnServer(
    { PORT: '0', DATA_DIR: '/proc/shop' },
    shop.folder,
    writeDistFixture(shop.folder),
  )
  expect(await server.exited).toBe(1)
  expect(server.output()).toBe('The DATA_DIR folder can’t be created there.\n')
})
