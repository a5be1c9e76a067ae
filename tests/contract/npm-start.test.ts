import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bookAt, bookableDay } from './support/server-process.ts'
import { ann, createTemporaryFolder, waitFor } from './support/shop-server.ts'

const root = join(import.meta.dirname, '../..')
/** Everything that `npm start` reads before it installs anything. */
const bare = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'scripts',
]
const sources = ['booking', 'copy', 'demo', 'server', 'web']

/** Copies these files and folders of the repository into that folder. */
function clone(names: readonly string[], folder: string): string {
  for (const name of names) cpSync(join(root, name), join(folder, name), { recursive: true })
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
  // The server prints the page's address last, once it can shut down cleanly.
  await waitFor(() => listening.test(output) && output.includes('Page: '))
  const [, pid, url = ''] = listening.exec(output) ?? []
  onTestFinished(() => {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended, as it should.
    }
  })
  return {
    url,
    /** Ends only npm, and waits until the server shut down cleanly: its database needs no recovery. */
    async end() {
      npm.kill('SIGTERM')
      await exited
      await waitFor(async () => !(await answers(url)))
      await waitFor(() => !readdirSync(join(folder, 'data')).includes('appointments.sqlite-wal'))
    },
  }
}

/** Expects that it can't start and explains why in one sentence with these words. */
function expectNoStart(folder: string, words: string, more: Record<string, string> = {}): void {
  const env = { HOME: folder, PATH: process.env.PATH ?? '', ...more }
  const started = spawnSync('node', ['scripts/start.mjs'], { cwd: folder, env, encoding: 'utf8' })
  expect([started.status, started.stderr.trim().split('\n').length]).toEqual([1, 1])
  expect(started.stderr).toContain(words)
}

describe('npm start', () => {
  it('builds and serves the page from a path with a %, writes emails, and ends with npm', async () => {
    const folder = join(createTemporaryFolder(), '100% wool%41')
    mkdirSync(folder)
    clone([...bare, ...sources], folder)
    const packages = join(folder, 'node_modules')
    mkdirSync(packages)
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== '.bin') symlinkSync(join(root, 'node_modules', name), join(packages, name))
    // First on the machine's own Node, then on the pinned one.
    const first = await npmStart(folder)
    const page = await (await fetch(first.url)).text()
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? []
    expect((await fetch(first.url + script)).status).toBe(200)
    const booking = await bookAt(first.url, { ...ann, appointment_date: bookableDay(1) })
    expect(booking.status).toBe(201)
    await waitFor(() => readdirSync(join(folder, 'data/mail')).length === 2)
    await first.end()
    symlinkSync('node/bin', join(packages, '.bin'))
    const next = await npmStart(folder)
    expect(await answers(next.url)).toBe(true)
    await next.end()
  })

  it.each(['#', '?'])('reports in one sentence that the folder’s path has a %s', (character) => {
    const folder = clone(bare, join(createTemporaryFolder(), `shop ${character}1`))
    expectNoStart(folder, folder)
  })

  it('reports ignore-scripts=true when npm left out Node', () => {
    const folder = clone(bare, createTemporaryFolder())
    // Replaces npm, which would download everything but Node.
    const npm = join(folder, 'npm.mjs')
    writeFileSync(npm, '')
    expectNoStart(folder, 'ignore-scripts=true', { npm_execpath: npm })
  })
})
