import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fate, type Mood, sleep } from './mood.ts'
import type { Random } from './random.ts'

/** As much of a CalDAV server (RFC 4791) as writing events asks for, slow and failing for a while. */
export interface CalendarPeer {
  url: string
  mood: Mood
  /** The stored objects by name. */
  objects: Map<string, string>
  /** How often an object was created where one was already. */
  overwritten: number
  close(): void
}

export async function startCalendarPeer(random: Random): Promise<CalendarPeer> {
  const objects = new Map<string, string>()
  const peer: CalendarPeer = { url: '', mood: 'storms', objects, overwritten: 0, close: () => {} }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const { delayMs, fails } = fate(random, peer.mood)
    await sleep(delayMs)
    const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '')
    if (fails) response.writeHead(500).end()
    else if (request.method === 'PUT') {
      if (objects.has(name) && request.headers['if-none-match']) {
        response.writeHead(412).end()
        return
      }
      if (objects.has(name)) peer.overwritten += 1
      objects.set(name, body)
      response.writeHead(201, { etag: '"1"' }).end()
    } else if (request.method === 'GET') {
      const data = objects.get(name)
      response.writeHead(data === undefined ? 404 : 200, { etag: '"1"' }).end(data)
    } else {
      // The owner's own entries are another test's business.
      response.writeHead(503).end()
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar/`
  peer.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return peer
}
