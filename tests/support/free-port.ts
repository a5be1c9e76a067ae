import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

// Systems hand out higher ports to anyone, perhaps between two starts of a server on the same port.
const lowest = 20_000
const groups = 120
const groupSize = 100

/** Returns null if another process listens there. */
async function listenAt(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => null,
  )
}

/** The first port of a group that no other process has. This process holds it as long as it lives. */
async function takeGroup(): Promise<number> {
  for (let tried = 0; tried < groups; tried++) {
    const first = lowest + ((process.pid + tried) % groups) * groupSize
    const held = await listenAt(first)
    if (held === null) continue
    held.unref()
    return first
  }
  throw new Error('Every group of ports is taken.')
}

let group: Promise<number> | undefined
let given = 0

/** A loopback port that only this process's servers use. */
export async function getFreePort(): Promise<number> {
  group ??= takeGroup()
  const first = await group
  for (;;) {
    // After the last comes the first again, whose server ended long ago.
    const port = first + 1 + (given++ % (groupSize - 1))
    const server = await listenAt(port)
    if (server === null) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
