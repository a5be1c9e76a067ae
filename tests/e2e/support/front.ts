import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const onward = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method ?? 'GET',
    headers: incoming.headers,
  })
  onward.on('response', (answered) => {
    outgoing.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(outgoing)
  })
  incoming.pipe(onward)
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * A host in front of the shop's.
 * @param takes - answers a request itself, or leaves it to the shop and returns false
 */
export async function startFront(
  shopUrl: string,
  takes: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean,
) {
  const server = createServer((incoming, outgoing) => {
    if (!takes(incoming, outgoing)) passOn(incoming, outgoing, shopUrl)
  })
  const url = await listen(server)
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
