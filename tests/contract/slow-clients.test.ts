import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ann, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { shortenTimers } from './support/timers.ts'

/** A connection that sends what the test writes. `own` is the server's end of it. */
async function connectTo(url: string) {
  const accepted: Socket[] = []
  const onSocket = (message: unknown) => accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', onSocket)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // The server resets a connection.
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const isOwn = ({ remotePort }: Socket) => remotePort === socket.localPort
  await waitFor(() => accepted.some(isOwn))
  unsubscribe('net.server.socket', onSocket)
  const own = accepted.find(isOwn) as Socket & { server: Server }
  return { socket, answered: () => answer, own }
}

/** Resolves when the server closes the connection, on which one more byte arrives every 100 ms. */
async function closedWhileTrickling(socket: Socket): Promise<void> {
  const trickle = setInterval(() => socket.write('x'), 100)
  // Not `end`: a byte on its way to a closed connection resets it.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(trickle)
}

const unfinished =
  'POST /book HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n'

/** Requests more than the system keeps on its way, and takes nothing of it. */
async function takeNothing({ url, folder }: OpenShop): Promise<Socket> {
  writeFileSync(join(folder, 'dist/assets/large.bin'), Buffer.alloc(32 * 1024 * 1024))
  const { socket, own } = await connectTo(url)
  socket.pause()
  socket.write('GET /assets/large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await waitFor(() => own.bytesWritten > 0)
  return own
}

describe('a client that sends slower than anyone types', () => {
  it('loses its connection while its headers or its body are unfinished, and keeps no one waiting', async () => {
    const shop = await openShop()
    const slow = await Promise.all(Array.from({ length: 50 }, () => connectTo(shop.url)))
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    const body = await connectTo(shop.url)
    body.socket.write(unfinished)
    expect((await shop.book(ann)).status).toBe(201)
    const { server } = body.own
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 })
    // Node reads them at each of its checks, every two seconds.
    Object.assign(server, { headersTimeout: 500, requestTimeout: 1000 })
    await Promise.all([...slow, body].map(({ socket }) => closedWhileTrickling(socket)))
    for (const { answered } of [slow[0], body] as (typeof body)[])
      expect(answered()).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  it('loses its connection when it takes nothing of an answer', async () => {
    const own = await takeNothing(await openShop())
    expect(own.timeout).toBe(10_000)
    own.setTimeout(200)
    await once(own, 'close')
  })

  it('isn’t waited for when the server stops', async () => {
    const shop = await openShop()
    const { socket, answered } = await connectTo(shop.url)
    socket.write(unfinished)
    await takeNothing(shop)
    shortenTimers(8000, 100)
    await shop.close()
    expect(answered()).toBe('')
  })
})

it('a connection gets 16 pipelined answers, and is closed when more requests wait for theirs', async () => {
  const pipelined = (count: number) => 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(count)
  const { url } = await openShop()
  const few = await connectTo(url)
  few.socket.write(pipelined(16))
  await waitFor(() => few.answered().match(/HTTP\/1\.1 200/g)?.length === 16)
  expect(few.socket.closed).toBe(false)
  const many = await connectTo(url)
  many.socket.write(pipelined(1000))
  await new Promise((resolve) => many.socket.once('close', resolve))
  expect(many.answered()).not.toContain('HTTP/1.1 200')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})
