import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { opening } from '../../demo/opening-hours.ts'

export interface ServerProcess {
  /** http://127.0.0.1:PORT */
  url: string
  /** The server's own folder, with data/ and output.log. `stop` deletes it. */
  folder: string
  /** Linux's resident set, in MiB. */
  residentMib(): number
  /** CPU time so far; Linux counts it in hundredths of a second. */
  cpuMs(): number
  stop(): Promise<void>
}

const listening = /http:\/\/localhost:(\d+)/
const patienceMs = 60_000

/**
 * Starts a program that prints "http://localhost:PORT" once it listens. Its output goes to a file, as in production.
 * @throws if it ends or prints nothing for a minute
 */
export async function startProcess(entry: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const output = join(folder, 'output.log')
  const descriptor = openSync(output, 'w')
  const child = spawn(process.execPath, [entry], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
    stdio: ['ignore', descriptor, descriptor],
  })
  closeSync(descriptor)
  const exited = once(child, 'exit')
  const printed = () => readFileSync(output, 'utf8')
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const beganAt = performance.now()
  let port: string | undefined
  while (!port) {
    await sleep(2)
    port = listening.exec(printed())?.[1]
    if (child.exitCode !== null) throw new Error(`${entry} did not start: ${printed()}`)
    if (performance.now() - beganAt > patienceMs) {
      await stop()
      throw new Error(`${entry} takes more than ${patienceMs} ms to start.`)
    }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    residentMib() {
      const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      return Number(kib) / 1024
    },
    cpuMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    stop,
  }
}

/** Starts the server as `npm start` does, with a new database, no limits, and the demo shop. */
export async function startShop(): Promise<ServerProcess> {
  const root = join(import.meta.dirname, '../..')
  const env = { RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'loopback', SHOP_DIST: join(root, 'dist') }
  const shop = await startProcess(join(root, 'server/main.ts'), env)
  const database = new DatabaseSync(join(shop.folder, 'data/appointments.sqlite'), { timeout: 5000 })
  // A year has too few times for the load.
  const hours = JSON.stringify({ ...opening, latestDaysAhead: null })
  database.prepare('insert into opening_hours (id, opening) values (1, ?)').run(hours)
  database.close()
  return shop
}
