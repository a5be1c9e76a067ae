import { Worker } from 'node:worker_threads'
import type { Tasks } from './reader-worker.ts'

/** An event with thousands of changed days takes a tenth of this. */
const cpuLimitMs = 1000
const memoryLimitMb = 128

export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** A thread, because anyone can send an invitation: text that takes too much time or memory ends only the thread. */
export function createReader() {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  function open(): Worker {
    const opened = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 32 },
    })
    const forget = () => {
      if (worker === opened) worker = undefined
    }
    // Without a listener, an error would end the process.
    opened.on('error', forget).on('exit', forget).unref()
    return opened
  }

  /** Measured in CPU time, because a busy machine mustn't make an event unreadable. */
  function limit(thread: Worker, isRunning: () => boolean): NodeJS.Timeout {
    let fromMs: number | undefined
    const look = async () => {
      // A thread that ended has no CPU time.
      const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }))
      const usedMs = (user + system) / 1000
      fromMs ??= usedMs
      // The next text must not pay for this one.
      if (isRunning() && usedMs - fromMs >= cpuLimitMs) await thread.terminate()
    }
    return setInterval(look, cpuLimitMs / 2)
  }

  async function runNow(name: keyof Tasks, args: readonly unknown[]): Promise<unknown> {
    worker ??= open()
    const thread = worker
    const answer = Promise.withResolvers<unknown>()
    let isRunning = true
    const end = () => answer.reject(new Unreadable())
    const take = (message: { value: unknown } | { isUnreadable: true }) => {
      if ('value' in message) answer.resolve(message.value)
      else answer.reject(new Unreadable())
    }
    const timer = limit(thread, () => isRunning)
    thread.once('message', take).once('error', end).once('exit', end).ref()
    try {
      thread.postMessage({ name, args })
      return await answer.promise
    } finally {
      isRunning = false
      clearInterval(timer)
      thread.off('message', take).off('error', end).off('exit', end).unref()
    }
  }

  return <Name extends keyof Tasks>(
    name: Name,
    ...args: Parameters<Tasks[Name]>
  ): Promise<ReturnType<Tasks[Name]>> => {
    const result = last.then(() => runNow(name, args))
    last = result.catch(() => {})
    return result as Promise<ReturnType<Tasks[Name]>>
  }
}

export type Reader = ReturnType<typeof createReader>
