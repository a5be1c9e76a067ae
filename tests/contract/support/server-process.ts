import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { shop } from '../../../booking/opening-hours.ts'
import { addDays, epochMsToWallTime } from '../../../booking/time.ts'
import { keyHeaders, waitFor } from './shop-server.ts'

export type ServerProcess = ReturnType<typeof spawnServer>

/** The cache of the server's compiled scripts, shared between starts. */
export const compileCacheDir = join(import.meta.dirname, '../../../node_modules/.cache/server')

/** Root may write to read-only files. */
const withoutPrivileges =
  process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : []

interface Start {
  entry?: string
  /** Root can start it as another user. */
  user?: { uid: number; gid: number }
  stdio?: StdioOptions | undefined
}

/** Starts the server as its own process, with only these settings and no privileges, until the test ends. */
export function spawnServer(
  env: Record<string, string>,
  folder: string,
  distDir: string,
  { entry = join(import.meta.dirname, 'serve.ts'), user, stdio = ['ignore', 'pipe', 'pipe'] }: Start = {},
) {
  const [command = '', ...args] = [...(user ? [] : withoutPrivileges), process.execPath, entry, distDir]
  const child = spawn(command, args, {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCacheDir, ...env },
    stdio,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  // null if a signal ended it. 'close' comes after the last output, but 'exit' may come before it.
  const exited = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { child, output: () => output, exited }
}

/** The address of a process, once it has printed it. */
export async function getAddress({ output, exited }: ServerProcess): Promise<string> {
  const address = () => /Page: http:\/\/localhost:(\d+)/.exec(output())
  let hasEnded = false
  void exited.then(() => {
    hasEnded = true
  })
  await waitFor(() => hasEnded || address() !== null)
  const [, port] = address() ?? expect.fail(`The server did not start: ${output()}`)
  return `http://127.0.0.1:${port}`
}

/** A process uses the real clock, by which midnight in Dallas may come at any time. */
const firstDay = addDays(epochMsToWallTime(Date.now(), shop.timeZone).date, 2)

/** A day that is bookable before and after such a midnight: one for each number from 1 on. */
export const bookableDay = (number: number): string => addDays(firstDay, number - 1)

/** Call 1 at the address of a process. */
export function bookAt(url: string, fields: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/rest/v1/appointments`, {
    method: 'POST',
    headers: { ...keyHeaders, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  })
}
