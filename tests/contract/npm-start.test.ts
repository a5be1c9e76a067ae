import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
/** All that `npm start` reads before it installs anything. */
const bare = [...files, 'scripts']
const rooms = ['booking', 'copy', 'demo', 'dist', 'pictures', 'scripts', 'server', 'web']

/** Copies these files and folders of the repository into that folder. */
function clone(names: readonly string[], folder: string): string {
  for (const name of names) cpSync(join(root, name), join(folder, name), { recursive: true })
  return folder
}

/**
 * A copy of the repository without its owner's settings.
 * @param isInstalled - whether `node` is the pinned one, as after the first start, or the machine's
 */
function cloneRepository(isInstalled: boolean, folder = temporaryFolder()): string {
  clone([...files, ...rooms], folder)
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.bin') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  if (isInstalled) symlinkSync('node/bin', join(packages, '.bin'))
  return folder
}

const answers = (url: string) => fetch(url).then(Boolean, () => false)

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

describe('npm start', () => {
  /** Ends npm alone, and waits until the server ended in order: its database needs no recovery. */
  async function endsWith(folder: string, { npm, exited, url }: Awaited<ReturnType<typeof npmStart>>) {
    npm.kill('SIGTERM')
    await exited
    await until(async () => !(await answers(url)))
    await until(() => !readdirSync(join(folder, 'data')).includes('appointments.sqlite-wal'))
  }

  it('ends the server at its first start if npm alone is ended', async () => {
    const folder = cloneRepository(false)
    const started = await npmStart(folder)
    expect(await answers(started.url)).toBe(true)
    await endsWith(folder, started)
  })

  it('builds and serves the page, and writes emails, in a folder whose path has a %, until npm is ended', async () => {
    const folder = join(temporaryFolder(), '100% wool%41')
    mkdirSync(folder)
    cloneRepository(true, folder)
    rmSync(join(folder, 'dist'), { recursive: true })
    const started = await npmStart(folder)
    const page = await (await fetch(started.url)).text()
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? []
    expect((await fetch(started.url + script)).status).toBe(200)
    const booking = await bookAt(started.url, { ...ann, appointment_date: bookableDay(1) })
    expect(booking.status).toBe(201)
    await until(() => readdirSync(join(folder, 'data/mail')).length === 2)
    await endsWith(folder, started)
  })

  it.each(['#', '?'])('says in one sentence that the folder’s path has a %s', (character) => {
    const folder = join(temporaryFolder(), `shop ${character}1`)
    const { status, stdout, stderr } = npmStartIn(clone(bare, folder))
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
    expect(stderr).toContain(folder)
  })

  it('names ignore-scripts=true where npm left out Node', () => {
    const folder = clone(bare, temporaryFolder())
    // Stands in for npm, which would download everything but Node.
    const npm = join(folder, 'npm.mjs')
    writeFileSync(npm, '')
    const { status, stderr } = npmStartIn(folder, { npm_execpath: npm })
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toContain('ignore-scripts=true')
  })
})
