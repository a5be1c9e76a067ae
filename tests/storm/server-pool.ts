import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'

interface Member {
  url: string
  env: Record<string, string>
  child: ChildProcess
  ready: Promise<void>
}

/** The server processes of a storm. One that ends is started again at the same address, as a supervisor does. */
export interface ServerPool {
  urls: string[]
  /** Ends a process with SIGKILL; it starts again at once. */
  kill(index: number): Promise<void>
  setClock(index: number, aheadMs: number): void
  /** How long each start took until the server answered, the first of each process before all restarts. */
  startsMs: number[]
  /** Ends all of them as their supervisor does, and starts them again once the work is done. */
  whileStopped(work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

const entry = join(import.meta.dirname, 'shop-process.ts')

export async function startServers(count: number, env: Record<string, string>): Promise<ServerPool> {
  const members: Member[] = []
  const startsMs: number[] = []
  let stopped = false

  async function stopAll(signal: NodeJS.Signals): Promise<void> {
    stopped = true
    await Promise.all(
      members.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const exited = once(child, 'exit')
        child.kill(signal)
        await exited
      }),
    )
  }

  function launch(member: Omit<Member, 'child' | 'ready'>): Pick<Member, 'child' | 'ready'> {
    const startedAt = performance.now()
    const child = fork(entry, { env: { PATH: process.env.PATH ?? '', ...member.env }, stdio: 'inherit' })
    const ready = once(child, 'message').then(() => {
      startsMs.push(performance.now() - startedAt)
    })
    child.on('exit', () => {
      if (!stopped) Object.assign(member, launch(member))
    })
    return { child, ready }
  }

  for (let index = 0; index < count; index++) {
    const port = String(await freePort())
    const member = { url: `http://127.0.0.1:${port}`, env: { ...env, PORT: port } }
    members.push(Object.assign(member, launch(member)))
  }
  await Promise.all(members.map((member) => member.ready))

  const memberAt = (index: number): Member => {
    const member = members[index % count]
    if (!member) throw new RangeError('There is no such process.')
    return member
  }
  return {
    urls: members.map((member) => member.url),
    startsMs,
    async kill(index) {
      const { child } = memberAt(index)
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    setClock(index, aheadMs) {
      const member = memberAt(index)
      member.env.STORM_CLOCK_AHEAD_MS = String(aheadMs)
      // One that has just ended still counts as connected; it reads the clock when it starts again.
      if (member.child.connected) member.child.send(aheadMs, () => {})
    },
    async whileStopped(work) {
      await stopAll('SIGKILL')
      await work()
      stopped = false
      for (const member of members) Object.assign(member, launch(member))
      await Promise.all(members.map((member) => member.ready))
    },
    stop: () => stopAll('SIGKILL'),
  }
}
