import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bookAt, bookableDay } from './support/server-process.ts'
import { ann, temporaryFolder, until } from './support/shop-server.ts'

const root = join(import.meta.dirname, '../..')
const files = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
]
const rooms = ['booking', 'copy', 'demo', 'dist', 'pictures', 'scripts', 'server', 'web']

/**
 * A copy of the repository without its owner's settings.
 * @param isInstalled - whether `node` is the pinned one, as after the first start, or the machine's
 */
function cloneRepository(isInstalled: boolean, folder = temporaryFolder()): string {
  for (const name of [...files, ...rooms]) cpSync(join(root, name), join(folder, name), { recursive: true })
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, 'node/bin'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== 'node' && name !== '.bin')
      symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  copyFileSync(join(root, 'node_modules/node/bin/node'), join(packages, 'node/bin/node'))
  if (isInstalled) symlinkSync('node/bin', join(packages, '.bin'))
  return folder
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

/** Runs `npm start` until the server prints its address. */
async function npmStart(folder: string) {
  const env = { HOME: folder, PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: join(folder, 'data') }
  const npm = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(npm, 'exit')
  let output = ''
  npm.stdout.on('data', (chunk) => {
    output += chunk
  })
  const listening = /"pid":(\d+).*Server listening at (http:[^"]+)"/
  // The page's address is printed last, once the server would end in order.
  await until(() => listening.test(output) && output.includes('Page: '))
  const [, pid, url = ''] = listening.exec(output) ?? []
  onTestFinished(() => {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended, as it should.
    }
  })
  return { npm, exited, url }
}

const npmStartIn = (folder: string, env: Record<string, string> = {}) =>
  spawnSync('node', ['scripts/start.mjs'], {
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })

/** A folder with what `npm start` reads before it installs anything. */
function bareClone(folder: string): string {
  for (const name of [...files, 'scripts']) cpSync(join(root, name), join(folder, name), { recursive: true })
  return folder
}

describe('npm start', () => {
  it.each([
    ['at its first start', false],
    ['at a later start', true],
  ])('ends the server %s if npm alone is ended', async (_when, isInstalled) => {
    const folder = cloneRepository(isInstalled)
    const { npm, exited, url } = await npmStart(folder)
    expect(await answers(url)).toBe(true)
    npm.kill('SIGTERM')
    await exited
    await until(async () => !(await answers(url)))
    // Closed in order, the database needs no recovery.
    await until(() => !readdirSync(join(folder, 'data')).includes('appointments.sqlite-wal'))
  })

  it('builds and serves the page, and writes emails, in a folder whose path has a %', async () => {
    const folder = join(temporaryFolder(), '100% wool%41')
    mkdirSync(folder)
    cloneRepository(true, folder)
    rmSync(join(folder, 'dist'), { recursive: true })
    const { npm, exited, url } = await npmStart(folder)
    const page = await (await fetch(url)).text()
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? []
    expect((await fetch(url + script)).status).toBe(200)
    const booking = await bookAt(url, { ...ann, appointment_date: bookableDay(1) })
    expect(booking.status).toBe(201)
    await until(() => readdirSync(join(folder, 'data/mail')).length === 2)
    npm.kill('SIGTERM')
    await exited
    await until(async () => !(await answers(url)))
  })

  it.each(['#', '?'])('says in one sentence that the folder’s path has a %s', (character) => {
    const folder = join(temporaryFolder(), `shop ${character}1`)
    const { status, stdout, stderr } = npmStartIn(bareClone(folder))
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
    expect(stderr).toContain(folder)
  })

  it('names ignore-scripts=true where npm left out Node', () => {
    const folder = bareClone(temporaryFolder())
    // Stands in for npm, which would download everything but Node.
    const npm = join(folder, 'npm.mjs')
    writeFileSync(npm, '')
    const { status, stderr } = npmStartIn(folder, { npm_execpath: npm })
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toContain('ignore-scripts=true')
  })
})
