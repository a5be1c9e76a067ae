import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ann, openShop } from './support/shop-server.ts'

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

  it('loses its connection while its body is unfinished', async () => {
    const shop = await openShop()
    const { socket, answered } = await connectTo(shop.url)
    socket.write(
      'POST /book HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n',
    )
    expect(await keptFor(socket, 'x')).toBeLessThan(44)
    expect(answered()).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })
})

describe('a request with headers larger than any browser sends', () => {
  it('is refused', async () => {
    const { url } = await openShop()
    const response = await fetch(url, { headers: { 'x-large': 'x'.repeat(20_000) } })
    expect(response.status).toBe(431)
  })
})
