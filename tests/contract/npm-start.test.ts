import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder, until } from './support/shop-server.ts'

const root = join(import.meta.dirname, '../..')
const files = ['package.json', 'package-lock.json', '.npmrc', 'vite.config.ts']
const rooms = ['booking', 'copy', 'demo', 'dist', 'scripts', 'server', 'web']

/**
 * The repository once more, without what its owner has set there.
 * @param isInstalled - whether `node` is the pinned one, as after the first start, or the machine's
 */
function cloneRepository(isInstalled: boolean): string {
  const folder = temporaryFolder()
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

/** What was typed, once the server has said where it is. */
async function npmStart(folder: string) {
  const env = { HOME: folder, PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: join(folder, 'data') }
  const npm = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(npm, 'exit')
  let output = ''
  npm.stdout.on('data', (chunk) => {
    output += chunk
  })
  const listening = /"pid":(\d+).*Server listening at (http:[^"]+)"/
  // The second is said last, once the server would end in order.
  await until(() => listening.test(output) && output.includes('Page: '))
  const [, pid, url = ''] = listening.exec(output) ?? []
  onTestFinished(() => {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  })
  return { npm, exited, url }
}

it.each([
  ['at its first start', false],
  ['at a later start', true],
])('npm start, whose npm alone is ended, ends the server %s', async (_when, isInstalled) => {
  const folder = cloneRepository(isInstalled)
  const { npm, exited, url } = await npmStart(folder)
  expect(await answers(url)).toBe(true)
  npm.kill('SIGTERM')
  await exited
  await until(async () => !(await answers(url)))
  // Closed in order, the database needs no recovery.
  await until(() => !readdirSync(join(folder, 'data')).includes('appointments.sqlite-wal'))
})
