import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startRadicale } from '../support/radicale-server.ts'
import { fate, type Mood, sleep } from './mood.ts'
import type { Random } from './random.ts'

export interface CalendarObject {
  href: string
  text: string
}

/**
 * A real calendar server behind a line that is slow and fails for a while: before a request arrives, or after it is
 * done and before its answer arrives.
 */
export interface CalendarPeer {
  settings: Record<string, string>
  mood: Mood
  /** What stands in the calendar, as its owner sees it. */
  objects(): Promise<CalendarObject[]>
  /** What the owner does on a phone. */
  put(href: string, text: string): Promise<void>
  remove(href: string): Promise<void>
  /** Waits until nothing is under way to it, as what was sent by servers that have ended meanwhile. */
  untilQuiet(): Promise<void>
  close(): Promise<void>
}

/** What belongs to one connection and not to what is passed on. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'host',
  'transfer-encoding',
])

const passedOn = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !ofConnection.has(name)).map(([name, value]) => [name, String(value)]),
  )

export async function startCalendarPeer(random: Random, folder: string): Promise<CalendarPeer> {
  const radicale = await startRadicale(folder)

  const underWay = new Set<Promise<void>>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method = 'GET', url: path = '/' } = request
    const { delayMs, fails } = fate(random, peer.mood)
    const failsBefore = fails && random() < 0.5
    await sleep(delayMs)
    if (failsBefore) {
      response.writeHead(500).end()
      return
    }
    const headers = passedOn(Object.entries(request.headers))
    const answered = await radicale.request(method, path, body === '' ? undefined : body, headers)
    const text = Buffer.from(await answered.arrayBuffer())
    if (fails) response.writeHead(502).end()
    else response.writeHead(answered.status, passedOn(answered.headers)).end(text)
  }

  const server = createServer((request, response) => {
    const answered = answer(request, response)
      .catch(() => {
        response.destroy()
      })
      .finally(() => underWay.delete(answered))
    underWay.add(answered)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const peer: CalendarPeer = {
    settings: {
      CALDAV_URL: `http://127.0.0.1:${port}${new URL(radicale.url).pathname}`,
      CALDAV_USERNAME: radicale.username,
      CALDAV_PASSWORD: radicale.password,
      CALENDAR_READ_SECONDS: '1',
    },
    mood: 'storms',
    objects: radicale.objects,
    async put(href, text) {
      const { ok, status } = await radicale.request('PUT', href, text, { 'content-type': 'text/calendar' })
      if (!ok) throw new Error(`The calendar did not take what its owner wrote: ${status}`)
    },
    async remove(href) {
      // What is gone already was taken away by a server of ours.
      await radicale.request('DELETE', href)
    },
    async untilQuiet() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await radicale.kill()
    },
  }
  return peer
}
