import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ServerProcess {
  child: ChildProcess
  /** Everything it has printed so far. */
  output: () => string
  /** Its exit code, or null when a signal ended it. */
  exited: Promise<number | null>
}

/** Root may write what is read-only; without its privileges it is a user like others, as servers should be. */
const withoutPrivileges =
  process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : []

/** Starts the server as a process of its own, with nothing of this process's settings and no privileges. */
export function spawnServer(env: Record<string, string>, folder: string, distDir: string): ServerProcess {
  const entry = join(import.meta.dirname, 'serve.ts')
  const [command = '', ...args] = [...withoutPrivileges, process.execPath, entry, distDir]
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return { child, output: () => output, exited }
}

/** The address at which a process serves, once it has said so. */
export async function addressOf({ output, exited }: ServerProcess): Promise<string> {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  while (!ended) {
    const address = /The page is at http:\/\/localhost:(\d+)/.exec(output())
    if (address) return `http://127.0.0.1:${address[1]}`
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server did not start: ${output()}`)
}
