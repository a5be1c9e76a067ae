import { createServer, request as forward } from 'node:http'
import { listen } from './listen.ts'
import type { OpenRadicale } from './radicale.ts'

interface OwnAnswer {
  status: number
  xml?: string
  /** A page for people in place of that. */
  html?: string
}

interface Behaviour {
  /** What a request waits for before it is passed on. */
  waits?: () => Promise<void>
  /** What it answers by itself; null to pass the request on. */
  answerTo?: (body: Buffer) => OwnAnswer | null
  /** Whether the answer to such a request is never given, although the request was passed on and done. */
  swallows?: (method: string) => boolean
  /** Where on this server a request is sent instead, by its path. */
  redirects?: (path: string) => string | null
  /** Told when a request was done whose answer is not given. */
  swallowed?: () => void
  /** How long the answer to such a request is held back, after it was done. */
  delays?: (body: Buffer) => Promise<void>
  /** What becomes of the text of an answer. */
  rewrites?: (text: string) => string
}

/** A server in front of another, as networks and providers put them there. @returns the same address on it */
export async function behind(
  url: string,
  { waits, answerTo, redirects, swallows, swallowed, delays, rewrites }: Behaviour,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      await waits?.()
      const body = Buffer.concat(chunks)
      const own = answerTo?.(body)
      if (own) {
        const type = own.html === undefined ? 'application/xml' : 'text/html'
        response.writeHead(own.status, { 'content-type': type }).end(own.html ?? own.xml)
        return
      }
      const location = redirects?.(request.url ?? '/')
      if (location) {
        response.writeHead(308, { location }).end()
        return
      }
      const { method = 'GET' } = request
      const headers = { ...request.headers, 'accept-encoding': 'identity' }
      forward(new URL(request.url ?? '/', url), { method, headers }, (answer) => {
        if (swallows?.(method)) {
          answer.resume().on('end', () => swallowed?.())
          return
        }
        answer.toArray().then(
          async (parts) => {
            await delays?.(body)
            const whole = Buffer.concat(parts)
            const { 'content-length': _length, ...kept } = answer.headers
            response.writeHead(answer.statusCode ?? 500, kept)
            response.end(rewrites ? rewrites(whole.toString()) : whole)
          },
          () => response.destroy(),
        )
      })
        .on('error', () => response.destroy())
        .end(body)
    })
  })
  const port = await listen(server)
  return new URL(new URL(url).pathname, `http://127.0.0.1:${port}`).href
}

/**
 * The owner's calendar as the shop reaches it, and a way to do several things there in one go: the shop reads it before
 * them or after them, however long they take.
 */
export async function inOneGo({ url, env }: Pick<OpenRadicale, 'url' | 'env'>) {
  let done = Promise.resolve()
  return {
    env: { ...env, CALDAV_URL: await behind(url, { waits: () => done }) },
    async go(work: () => Promise<void>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      done = promise
      await work().finally(resolve)
    },
  }
}
