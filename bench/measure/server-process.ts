import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerProcess {
  /** http://127.0.0.1:PORT */
  url: string
  /** Its own folder, gone when it is stopped. */
  folder: string
  /** From the start of the process to its first word that it listens. */
  startMs: number
  /** What it occupies in memory now: Linux's resident set, MiB. */
  residentMib(): number
  /** Processor time it has taken so far, in Linux's hundredths of a second. */
  processorMs(): number
  stop(): Promise<void>
}

interface Options {
  env?: Record<string, string>
  /** Options of Node itself. */
  nodeOptions?: string[]
}

const root = join(import.meta.dirname, '../..')
const shopEntry = join(root, 'server/main.ts')
const listening = /http:\/\/localhost:(\d+)/
const patienceMs = 30_000

/** Starts a program that says "http://localhost:PORT" once it listens; what it prints goes to a file, as in service. */
export async function startProcess(
  entry: string,
  { env = {}, nodeOptions = [] }: Options = {},
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const output = join(folder, 'output.log')
  const descriptor = openSync(output, 'w')
  const beganAt = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, entry], {
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
    startMs: performance.now() - beganAt,
    residentMib() {
      const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
      return Number(kib) / 1024
    },
    processorMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    stop,
  }
}

/** The server as `npm start` runs it, with a database of its own and no limit on how often one client may write. */
export function startShop(options: Options = {}): Promise<ServerProcess> {
  return startProcess(shopEntry, {
    nodeOptions: options.nodeOptions ?? [],
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/server'),
      RATE_LIMIT_PER_MINUTE: '0',
      ...options.env,
    },
  })
}
