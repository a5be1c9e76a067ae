import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A host in front of the shop's.
 * @param takes - answers a request itself, or leaves it to the shop and returns false
 */
export async function startFront(
  shopUrl: string,
  takes: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean,
) {
  const server = createServer((incoming, outgoing) => {
    if (takes(incoming, outgoing)) return
    const { url = '/', method = 'GET', headers } = incoming
    const onward = request(new URL(url, shopUrl), { method, headers }, (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
