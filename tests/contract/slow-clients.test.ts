import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

/** A connection that sends what it is told, as slowly as it is told. */
async function connectTo(url: string): Promise<{ socket: Socket; answered: () => string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {
    // The server has had enough of it.
  })
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  return { socket, answered: () => answer }
}

/** For how many half seconds the server keeps the connection, with one more byte in each. */
async function keptFor(socket: Socket, byte: string): Promise<number> {
  let sent = 0
  // Counted by the process that also is the server: where it stands still, both do.
  const trickle = setInterval(() => {
    socket.write(byte)
    sent += 1
  }, 500)
  // Also after a reset, which is how a byte on its way meets a connection that has just been closed.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(trickle)
  return sent
}

const unfinished =
  'POST /book HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n'

/** Asks for more than the system keeps on the way, and takes nothing of it. @returns the server's end of the connection */
async function takeNothing({ url, folder }: OpenShop): Promise<Socket> {
  writeFileSync(join(folder, 'dist/assets/large.bin'), Buffer.alloc(32 * 1024 * 1024))
  const accepted: Socket[] = []
  const onSocket = (message: unknown) => accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', onSocket)
  const { socket } = await connectTo(url)
  socket.pause()
  socket.write('GET /assets/large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await until(async () => accepted.some(({ bytesWritten }) => bytesWritten > 0))
  unsubscribe('net.server.socket', onSocket)
  const [own] = accepted.filter(({ remotePort }) => remotePort === socket.localPort)
  if (!own) throw new Error('The server has not accepted the connection.')
  return own
}

describe('a client that sends slower than anybody types', () => {
  it('loses its connection while its headers are unfinished, and keeps nobody else waiting', async () => {
    const shop = await openShop()
    const slow = await Promise.all(Array.from({ length: 50 }, () => connectTo(shop.url)))
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expect((await shop.book(ann)).status).toBe(201)
    const kept = await Promise.all(slow.map(({ socket }) => keptFor(socket, 'x')))
    expect(Math.max(...kept)).toBeLessThan(32)
    expect(slow[0]?.answered()).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it('loses its connection while its body is unfinished, and when it takes nothing of an answer', async () => {
    const shop = await openShop()
    const { socket, answered } = await connectTo(shop.url)
    const lost = once(await takeNothing(shop), 'close')
    socket.write(unfinished)
    expect(await keptFor(socket, 'x')).toBeLessThan(44)
    expect(answered()).toMatch(/^(HTTP\/1\.1 408 |$)/)
    await lost
  })

  it('is not waited for when the server stops', async () => {
    const shop = await openShop()
    const { socket } = await connectTo(shop.url)
    socket.write(unfinished)
    await takeNothing(shop)
    await shop.close()
  })
})

describe('a request with headers larger than any browser sends', () => {
  it('is refused', async () => {
    const { url } = await openShop()
    const response = await fetch(url, { headers: { 'x-large': 'x'.repeat(20_000) } })
    expect(response.status).toBe(431)
  })
})

describe('a connection with pipelined requests', () => {
  const pipelined = (count: number) => 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(count)

  it('gets 16 answers', async () => {
    const { url } = await openShop()
    const { socket, answered } = await connectTo(url)
    socket.write(pipelined(16))
    await until(() => answered().match(/HTTP\/1\.1 200/g)?.length === 16)
    expect(socket.closed).toBe(false)
  })

  it('is closed when more requests wait for their answers', async () => {
    const { url } = await openShop()
    const { socket, answered } = await connectTo(url)
    socket.write(pipelined(1000))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answered().match(/HTTP\/1\.1 200/g) ?? []).toHaveLength(0)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})
