import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'
import type { OpenCalendar } from './radicale.ts'

export interface Behavior {
  /** A request waits for this before it's forwarded. */
  waits?: () => Promise<void>
  /** Its own answer; null to forward the request. */
  answerTo?: (body: Buffer) => { status: number; xml?: string; html?: string } | null
  /** The address to which a request is redirected. */
  redirects?: (path: string) => string | null
  /** Holds back the answer to such a request, after the work was done. */
  delays?: (body: Buffer) => Promise<void>
  /** After a delayed request was answered or lost. */
  ends?: () => void
}

/**
 * A server in front of another, as networks and providers have them.
 * @returns the same address on it
 */
export async function startProxy(url: string, behavior: Behavior): Promise<string> {
  const { waits, answerTo, redirects, delays, ends } = behavior

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    await waits?.()
    try {
      await answerWaited(request, response, body)
    } finally {
      ends?.()
    }
  }

  async function answerWaited(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ): Promise<void> {
    const own = answerTo?.(body)
    const { method = 'GET', url: path = '/' } = request
    const location = redirects?.(path)
    if (own) {
      const type = own.html === undefined ? 'application/xml' : 'text/html'
      response.writeHead(own.status, { 'content-type': type }).end(own.html ?? own.xml)
    } else if (location) response.writeHead(308, { location }).end()
    else {
      const headers = { ...request.headers, 'accept-encoding': 'identity' }
      const passedOn = forward(new URL(path, url), { method, headers }).end(body)
      const [answered]: IncomingMessage[] = await once(passedOn, 'response')
      const content = Buffer.concat((await answered?.toArray()) ?? [])
      await delays?.(body)
      response.writeHead(answered?.statusCode ?? 500, answered?.headers).end(content)
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const port = await listen(server)
  return new URL(new URL(url).pathname, `http://127.0.0.1:${port}`).href
}

/** The connection from a shop to the owner's calendar, which the test delays or cuts. */
export async function startConnection({ url, env }: Pick<OpenCalendar, 'url' | 'env'>) {
  let done = Promise.resolve()
  const line = {
    /** How many requests fail from now on. */
    failing: 0,
    /** How many failed. */
    failed: 0,
    env: {
      ...env,
      CALDAV_URL: await startProxy(url, {
        waits: () => done,
        answerTo() {
          if (line.failing === 0) return null
          line.failing -= 1
          line.failed += 1
          return { status: 503 }
        },
      }),
    },
    /** Makes several changes in the calendar between two polls of the shop, however long they take. */
    async go(work: () => Promise<void>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      done = promise
      await work().finally(resolve)
    },
  }
  return line
}
