import { once } from 'node:events'
import { z } from 'zod'

/** Longer than anything that is waited for takes. */
const patienceMs = 20_000

/** The browser has lost what it was to answer, now and then a touch. */
export class NoAnswer extends Error {}

/** One command of the DevTools protocol. @throws {Error} with the browser's words when it refuses */
export type Command = (method: string, params?: object) => Promise<Record<string, unknown>>

export interface DevTools {
  /** A page of a visitor who has been here never before. Nothing but what is asked for is switched on. */
  openPage(): Promise<{ command: Command; close(): Promise<void> }>
  close(): void
}

const message = z.object({
  id: z.number().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})
const version = z.object({ webSocketDebuggerUrl: z.string() })

/**
 * Drives the browser at `port` over the bare protocol. Libraries that drive browsers switch on its Runtime domain, and
 * with it the engine looks up where in the source each error is made, with React's own code by parsing all of it
 * twice: 60 ms on a phone, which no visitor has to wait for.
 */
export async function connectDevTools(port: number): Promise<DevTools> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`)
  const socket = new WebSocket(version.parse(await answer.json()).webSocketDebuggerUrl)
  await once(socket, 'open')

  const waiting = new Map<number, (answer: z.infer<typeof message>) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const received = message.parse(JSON.parse(String(data)))
    if (received.id === undefined) return
    waiting.get(received.id)?.(received)
  })

  const commandTo =
    (sessionId?: string): Command =>
    async (method, params = {}) => {
      lastId += 1
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof message>>()
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params, sessionId }))
      const giveUp = setTimeout(() => reject(new NoAnswer(`${method}: no answer.`)), patienceMs)
      const { result = {}, error } = await promise.finally(() => {
        clearTimeout(giveUp)
        waiting.delete(id)
      })
      if (error) throw new Error(`${method}: ${error.message}`)
      return result
    }
  const browser = commandTo()

  return {
    async openPage() {
      const { browserContextId } = await browser('Target.createBrowserContext')
      const { targetId } = await browser('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await browser('Target.attachToTarget', { targetId, flatten: true })
      return {
        command: commandTo(String(sessionId)),
        close: async () => {
          await browser('Target.disposeBrowserContext', { browserContextId })
        },
      }
    },
    close: () => socket.close(),
  }
}
