import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems give by themselves, to whoever connects or listens at any: one of those may be taken
// between two starts of the server that is to come back there. Each process of the tests has a hundred of its own.
let next = 20_000 + (process.pid % 120) * 100

/** A port on loopback at which nothing listens, and nothing will but what is told it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next++
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
