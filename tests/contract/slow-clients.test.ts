import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ann, type OpenShop, openShop, waitFor } from './support/shop-server.ts'
import { shortenTimers } from './support/timers.ts'

/** A connection that sends the test's data. `own` is the server's end of it. */
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

const stillTimeoutMs = 10_000

const unfinished =
  'POST /book HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n'

/** Requests more than the system buffers, and reads none of it. */
async function takeNothing({ url, folder }: OpenShop): Promise<Socket> {
  writeFileSync(join(folder, 'dist/assets/large.bin'), Buffer.alloc(32 * 1024 * 1024))
  const { socket, own } = await connectTo(url)
  socket.pause()
  socket.write('GET /assets/large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await waitFor(() => own.bytesWritten > 0)
  return own
}

describe('a client that sends slower than anyone types', () => {
  it('loses its connection while its headers or its body are unfinished, and delays no one', async () => {
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

  it('loses its connection when it reads nothing of an answer', async () => {
    const own = await takeNothing(await openShop())
    expect(own.timeout).toBe(10_000)
    own.setTimeout(200)
    await once(own, 'close')
  })

  it('doesn’t delay the server’s stop', async () => {
    const shop = await openShop()
    const { socket, answered } = await connectTo(shop.url)
    socket.write(unfinished)
    await takeNothing(shop)
    shortenTimers(8000, 100)
    await shop.close()
    expect(answered()).toBe('')
  })
})

/** The longest that a proxy keeps an idle connection: Caddy's default. */
const proxyKeepsMs = 120_000

describe('a connection', () => {
  it('outlasts a proxy’s idle timeout, so no booking hits a closed one', async () => {
    const { url } = await openShop()
    const proxy = await connectTo(url)
    proxy.socket.write('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
    await waitFor(() => proxy.answered().includes('"ok"'))
    await waitFor(() => proxy.own.timeout !== stillTimeoutMs)
    expect(proxy.own.timeout).toBeGreaterThan(proxyKeepsMs)
  })

  it('gets 16 pipelined answers, and closes when more requests wait', async () => {
    const pipelined = (count: number) => 'GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(count)
    const { url } = await openShop()
    const few = await connectTo(url)
    let requests = 0
    few.own.server.on('request', () => {
      requests += 1
    })
    few.socket.write(pipelined(16))
    await waitFor(() => few.answered().match(/HTTP\/1\.1 200/g)?.length === 16)
    expect(few.socket.closed).toBe(false)
    const many = await connectTo(url)
    many.socket.write(pipelined(1000))
    await new Promise((resolve) => many.socket.once('close', resolve))
    expect(many.answered()).not.toContain('HTTP/1.1 200')
    // The rest of the data never became requests, which would fill the memory.
    expect(requests).toBe(16 + 17)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('is closed when its address already has 64, unless they come through a proxy', async () => {
    const open = async (url: string) => {
      const sockets = await Promise.all(Array.from({ length: 64 }, () => connectTo(url)))
      const last = await connectTo(url)
      last.socket.write('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
      await waitFor(() => last.socket.closed || last.answered() !== '')
      return { first: sockets[0]?.socket, last }
    }
    const { first, last } = await open((await openShop()).url)
    expect(last.answered()).toBe('')
    first?.destroy()
    const next = await openShop({ env: { TRUST_PROXY: 'loopback' } })
    expect((await open(next.url)).last.answered()).toContain('200 OK')
  })
})
