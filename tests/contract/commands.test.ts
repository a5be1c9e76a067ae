import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { commands as copy, databaseErrors, start } from '#copy/terminal.ts'
import { opening as initial } from '../../demo/opening-hours.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { engines } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { spawnServer } from './support/server-process.ts'
import { ann, createTemporaryFolder, openShop } from './support/shop-server.ts'

it('commands report a wrong folder, and create no database there', async () => {
  const dataDir = join(createTemporaryFolder(), 'data')
  const typed = ['jobs', 'jobs retry', 'forget ann@example.com', 'desk --sign-out-all', 'backup']
  const runs = typed.map((line) => {
    const [name = '', ...words] = line.split(' ')
    return runCommand(name, words, { DATA_DIR: dataDir })
  })
  const output = `There’s no database in ${dataDir}. Check DATA_DIR and DATABASE_URL.\n`
  expect(await Promise.all(runs)).toEqual(typed.map(() => ({ code: 1, output })))
  expect(existsSync(dataDir)).toBe(false)
})

it('commands print only their usage for --help or a typo', async () => {
  const names = ['backup', 'calendar', 'desk', 'doctor', 'forget', 'jobs', 'move', 'restore']
  const folder = createTemporaryFolder()
  const { settings } = await openShop()
  // One process, because each takes time to start.
  const all = join(createTemporaryFolder(), 'all')
  const runs = names.map((name) => {
    const file = resolve(import.meta.dirname, `../../server/cli/${name}.ts`)
    return `await import(${JSON.stringify(file)})\nconsole.log(process.exitCode ?? 0)\nprocess.exitCode = 0`
  })
  writeFileSync(`${all}.ts`, ['console.error = console.log', ...runs].join('\n'))
  const printed = (code: number) => names.map((name) => `Usage: npm run ${name}.*\n${code}\n`).join('')
  for (const { words, env, code } of [
    // Invalid settings don’t hide the usage.
    { words: ['--help'], env: { PORT: 'none' }, code: 0 },
    { words: ['--halp'], env: settings, code: 2 },
    { words: ['one', 'two', 'three'], env: settings, code: 2 },
  ]) {
    const { output } = await runCommand(all, words, env, folder)
    expect(output).toMatch(new RegExp(`^${printed(code)}$`))
  }
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
  ['bench/main', '--nonsense', 2, /^Unknown option '--nonsense'.*\n\nUsage: npm run bench/],
  ['bench/main', 'page', 2, /^Unexpected argument 'page'.*\n\nUsage: npm run bench/],
  ['bench/main', '--only none', 1, /^There is no part "none"\./],
  ['bench/main', '--help', 0, /Usage: npm run bench/],
  ['tests/storm/main', 'storm --bookings 2k', 1, /^Usage: npm run storm/],
  ['tests/storm/main', 'storm --help', 0, /^Usage: npm run storm/],
  ['tests/storm/main', 'storm --engine mysql', 1, /^Usage: npm run storm/],
  ['tests/storm/main', 'fuzz --halp', 1, /^Usage: npm run fuzz/],
] as const)('%s.ts %s does nothing and explains why', async (name, line, code, message) => {
  const run = await runCommand(`../../${name}`, line.split(' '), {})
  expect(run).toEqual({ code, output: expect.stringMatching(message) })
  expect(run.output).not.toMatch(/^ +at /m)
})

it('files that a command creates in the data folder belong to the folder’s owner', async () => {
  const dataDir = createTemporaryFolder()
  // As for a service, which runs under another account than the terminal.
  if (process.geteuid?.() === 0) chownSync(dataDir, 12_345, 12_345)
  const backup = join(createTemporaryFolder(), 'backup.sqlite')
  await runCommand('backup', [backup], (await openShop()).settings)
  for (const [name, word] of [['restore', backup], ['doctor', '--send'], ['backup']] as const)
    expect(await runCommand(name, word ? [word] : [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const names = readdirSync(dataDir, { recursive: true }).map(String)
  expect(names).toEqual(expect.arrayContaining(['appointments.sqlite', 'calendar-secret', 'mail']))
  expect(names.filter((name) => /^mail.doctor-.*\.eml$/.test(name))).toHaveLength(1)
  expect(names.filter((name) => /^backups.*\.sqlite$/.test(name))).toHaveLength(1)
  const { uid, gid } = statSync(dataDir)
  for (const name of names)
    expect({ name, ...statSync(join(dataDir, name)) }).toMatchObject({ name, uid, gid })
})

it('an unusable DATA_DIR is reported in one sentence, and nothing changes or hangs', async () => {
  const shop = await openShop()
  const folder = createTemporaryFolder()
  const backup = join(folder, 'backup')
  const dataDir = join(folder, 'data')
  const readOnly = join(folder, 'read-only')
  const noFolder = '/proc/shop/data'
  await runCommand('backup', [backup], shop.settings)
  await runCommand('restore', [backup], { DATA_DIR: readOnly })
  execFileSync('chmod', ['-R', 'a-w', readOnly])
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', readOnly]))
  mkdirSync(dataDir)
  const letter = join(dataDir, 'appointments.sqlite')
  writeFileSync(letter, 'Dear tailor, '.repeat(100))
  const damaged = { code: 1, output: `${databaseErrors.damaged} Check DATA_DIR or DATABASE_URL.\n` }
  const isFile = { code: 1, output: 'DATA_DIR must be a folder.\n' }
  const unwritable = { code: 1, output: `${start.systemErrors.get('EACCES')}\n` }
  const unmade = { code: 1, output: 'The DATA_DIR folder can’t be created there.\n' }
  for (const [DATA_DIR, name, words, outcome] of [
    [dataDir, 'jobs', [], damaged],
    [dataDir, 'doctor', [], { code: 1, output: expect.stringContaining(`FAIL  ${damaged.output.trim()}`) }],
    [letter, 'jobs', [], { code: 1, output: expect.stringContaining('There’s no database in') }],
    [letter, 'doctor', [], isFile],
    [letter, 'restore', [backup], isFile],
    [noFolder, 'doctor', [], unmade],
    [noFolder, 'restore', [backup], unmade],
    [join(folder, 'new'), 'restore', [dataDir], { code: 2, output: `${copy.restore.noFile(dataDir)}\n` }],
  ] as const)
    expect(await runCommand(name, words, { DATA_DIR })).toEqual(outcome)
  const dist = writeDistFixture(folder)
  for (const [DATA_DIR, outcome] of [
    [dataDir, damaged],
    [noFolder, unmade],
    [readOnly, unwritable],
  ] as const) {
    const server = spawnServer({ PORT: '0', DATA_DIR }, folder, dist)
    const code = await server.exited
    // The log's first line may come before it.
    expect({ code, output: server.output().replace(/^\{.*"msg":"starting"\}\n/, '') }).toEqual(outcome)
  }
})
