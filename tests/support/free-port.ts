import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens at that port of loopback, or returns null where somebody else does. */
async function listenAt(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => null,
  )
}

// Below the ports that systems give by themselves, to whoever connects or listens at any: one of those may be taken
// between two starts of the server that is to come back there.
const lowest = 20_000
const groups = 120
const groupSize = 100

/**
 * The first port of a group that no other process of any test run has: it is listened at as long as this process
 * lives, so that nobody else gives away the others.
 */
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

/** A port on loopback at which nothing listens, and nothing will but what is told it. */
export async function freePort(): Promise<number> {
  group ??= takeGroup()
  const first = await group
  for (;;) {
    // After the last comes the first again: a hundred ports later its server has long ended.
    const port = first + 1 + (given++ % (groupSize - 1))
    const server = await listenAt(port)
    if (server === null) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
