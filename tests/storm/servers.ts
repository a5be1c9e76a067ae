import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { compileCacheDir } from '../contract/support/server-process.ts'
import { getFreePort } from '../support/free-port.ts'

interface Member {
  url: string
  env: Record<string, string>
  child: ChildProcess
  ready: Promise<unknown>
}

/** The server processes of a storm. One that ends restarts at the same address, as under a supervisor. */
export async function startServers(count: number, env: Record<string, string>) {
  const members: Member[] = []
  let stopped = false

  async function kill({ child }: Member): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  async function stop(): Promise<void> {
    stopped = true
    await Promise.all(members.map(kill))
  }
  onTestFinished(stop)

  function launch(member: Pick<Member, 'url' | 'env'>): Member {
    const settings = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCacheDir, ...member.env }
    const child = fork(join(import.meta.dirname, 'shop-process.ts'), { env: settings, stdio: 'inherit' })
    child.on('exit', () => {
      if (!stopped) launch(member)
    })
    return Object.assign(member, { child, ready: once(child, 'message') })
  }

  const untilReady = () => Promise.all(members.map((member) => member.ready))

  for (let index = 0; index < count; index++) {
    const port = String(await getFreePort())
    members.push(launch({ url: `http://127.0.0.1:${port}`, env: { ...env, PORT: port } }))
  }
  await untilReady()

  return {
    members,
    async untilKilled(member: Member): Promise<void> {
      let signal: unknown
      // A process that finds no database ends by itself.
      while (signal !== 'SIGKILL') [, signal] = await once(member.child, 'exit')
    },
    setClock(member: Member, aheadMs: number): void {
      member.env.STORM_CLOCK_AHEAD_MS = String(aheadMs)
      // A process that just ended still counts as connected. It reads the clock when it restarts.
      if (member.child.connected) member.child.send(aheadMs, () => {})
    },
    /** Stops all of them, and restarts them after the work. */
    async whileStopped(work: () => Promise<void>): Promise<void> {
      await stop()
      await work()
      stopped = false
      const [first, ...others] = members
      // Alone: on a busy machine, three that read the calendar together would take bookings before they finish.
      if (first) await launch(first).ready
      others.forEach(launch)
      await untilReady()
    },
  }
}
