import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bookingForm } from '../../copy/booking-form.ts'
import { requestErrors } from '../../copy/errors.ts'
import { databaseSettings, openDatabaseItself } from './support/engines.ts'
import { ann, openShop, until } from './support/shop-server.ts'
import { send, tokenOf } from './support/visits.ts'

type Moment = 'before the commit arrives' | 'after it was done'

/**
 * A network between server and database that loses one connection at the commit of what inserts into that table, and
 * with it, when it stays down, every other one until it is mended.
 */
async function openFragileNetwork(databaseUrl: string) {
  const database = new URL(databaseUrl)
  const behind = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let armed: { table: string; moment: Moment; staysDown: boolean } | null = null
  let isDown = false
  let losses = 0
  const cut = (...pair: Socket[]) => {
    for (const socket of pair) socket.destroy()
  }

  const server = createServer((client) => {
    const peer = connect(Number(database.port), database.hostname)
    for (const socket of [client, peer]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => cut(client, peer))
    }
    if (isDown) return cut(client, peer)
    let hasInserted = false
    let losesAnswer = false
    client.on('data', (chunk) => {
      const sql = chunk.toString('latin1')
      if (armed && sql.includes(`insert into "${armed.table}"`)) hasInserted = true
      if (armed && hasInserted && /\bcommit\b/.test(sql)) {
        const { moment, staysDown } = armed
        armed = null
        losses += 1
        isDown = staysDown
        if (moment === 'before the commit arrives') return cut(client, peer)
        losesAnswer = true
      }
      peer.write(chunk)
    })
    peer.on('data', (chunk) => {
      if (losesAnswer) cut(...(isDown ? sockets : [client, peer]))
      else client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    cut(...sockets)
  })
  behind.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: behind.href,
    losses: () => losses,
    lose(table: string, moment: Moment, staysDown = false) {
      armed = { table, moment, staysDown }
    },
    mend() {
      isDown = false
    },
  }
}

async function openFragileShop() {
  const { DATABASE_URL = '' } = await databaseSettings('PostgreSQL')
  const network = await openFragileNetwork(DATABASE_URL)
  const shop = await openShop({ env: { DATABASE_URL: network.url } })
  // Past the network.
  const database = await openDatabaseItself(shop.dataDir, { DATABASE_URL })
  const count = async () => (await database.run('select count(*) as count from appointments'))[0]?.count
  return { shop, network, database, count }
}

describe.each<Moment>(['before the commit arrives', 'after it was done'])(
  'a connection that is lost %s',
  (moment) => {
    it('hides no booking: the visitor reads that it stands, and it stands once', async () => {
      const { shop, network, count } = await openFragileShop()
      network.lose('appointments', moment)
      const booked = await shop.book(ann)
      expect(network.losses()).toBe(1)
      expect(booked.status).toBe(201)
      expect(await count()).toBe(1)
      const form = { ...ann, appointment_time: '14:00' }
      network.lose('appointments', moment)
      const page = await shop.postForm(form)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(bookingForm.booked.toastTitle)
      expect(network.losses()).toBe(2)
      expect(await count()).toBe(2)
      await until(async () => (await shop.mails('client-invitation')).length === 2)
    })

    it('hides no change of an appointment, and makes none twice', async () => {
      const { shop, network, database } = await openFragileShop()
      await shop.book(ann)
      const visit = await tokenOf(shop)
      const change = (fields: Record<string, string>) => send(shop, { visit, ...fields })
      network.lose('appointment_changes', moment)
      const to = { appointment_date: '2026-12-04', appointment_time: '11:30' }
      const moved = await change({ sequence: '0', do: 'move', ...to })
      expect([moved.status, network.losses()]).toEqual([303, 1])
      network.lose('appointment_changes', moment)
      const cancelled = await change({ sequence: '1', do: 'cancel' })
      expect([cancelled.status, network.losses()]).toEqual([303, 2])
      const state = 'select status, sequence, appointment_time from appointments'
      const cancelledOnce = [{ status: 'cancelled', sequence: 2, appointment_time: '11:30' }]
      expect(await database.run(state)).toEqual(cancelledOnce)
      const changes = await database.run('select sequence from appointment_changes order by sequence')
      expect(changes).toEqual([{ sequence: 1 }, { sequence: 2 }])
      await until(async () => (await shop.mails('client-invitation')).length >= 2)
    })
  },
)

it('a database that stays away after a commit is said to be what it is; the same again tells', async () => {
  const { shop, network, count } = await openFragileShop()
  network.lose('appointments', 'after it was done', true)
  const asked = shop.book(ann)
  await until(() => network.losses() === 1)
  // The server's patience ends now.
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  const answer = await asked
  vi.restoreAllMocks()
  expect(answer.status).toBe(503)
  expect(answer.error?.message).toBe(requestErrors.outcomeUnknown)
  network.mend()
  await until(async () => (await shop.book(ann)).status === 200)
  expect(await count()).toBe(1)
})
