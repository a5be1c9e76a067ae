import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { requestErrors } from '#copy/errors.ts'
import { visitPage } from '#copy/pages.ts'
import { fieldNames } from '../../booking/appointment.ts'
import { addDays, msPerDay, msPerMinute, wallTimeToEpochMs } from '../../booking/time.ts'
import { atDesk, createFrozenClock, getAgenda } from './support/desk.ts'
import { databaseSettings, type EngineName, engines } from './support/engines.ts'
import {
  ann,
  countStored,
  createTemporaryFolder,
  type OpenShop,
  openShop,
  testNoon,
} from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'
import { getVisitToken, move, visit } from './support/visits.ts'

/** Many people, each with their own time. */
const people = Array.from({ length: 40 }, (_, index) => ({
  ...ann,
  full_name: `Visitor ${String.fromCharCode(65 + (index % 26))}`,
  appointment_date: addDays('2026-12-07', Math.floor(index / 5) * 7 + (index % 5)),
}))
const person = (index: number) => people[index] ?? ann

const limits = { RATE_LIMIT_PER_MINUTE: '100000', TRUST_PROXY: 'loopback' }

async function openLimitedShop(engine: EngineName = 'SQLite', log = pino({ level: 'silent' }), env = {}) {
  const clock = createFrozenClock()
  const shop = await openShop({ engine, now: clock.now, log, env: { ...limits, ...env } })
  /** Books from an address. @returns the status */
  const from = async (address: string, fields: object) =>
    (await shop.send(fields, { 'x-forwarded-for': address })).status
  return { ...shop, ...clock, from }
}

const ours = '203.0.113.7'

describe.each(engines)('one network, on %s', (engine) => {
  it('holds ten upcoming bookings, with or without JavaScript, and then gets the phone number', async () => {
    const { from, send, postForm, pass, database } = await openLimitedShop(engine)
    for (const index of Array(10).keys())
      expect(await from(`2001:db8:0:10${index}::1`, person(index))).toBe(201)
    const last = { 'x-forwarded-for': '2001:db8:0:1ff::1' }
    const rejected = await send(person(10), last)
    expect(rejected.status).toBe(429)
    expect((await rejected.json()).message).toBe(requestErrors.tooManyBookings)
    const form = await postForm({ ...person(10) }, last)
    expect(form.status).toBe(429)
    expect(await form.text()).toContain(requestErrors.tooManyBookings.split('.')[0])
    // A repeated booking isn't another one, and the neighbors aren't in this network.
    expect(await from('2001:db8:0:100::1', person(0))).toBe(200)
    expect(await from('2001:db8:0:200::1', person(11))).toBe(201)
    // A day changes nothing. An undone or past booking makes room.
    pass(msPerDay)
    expect(await from('2001:db8:0:100::1', person(12))).toBe(429)
    const { run } = await database()
    await run(`update appointments set status = 'cancelled' where appointment_date = '2026-12-08'`)
    expect(await from('2001:db8:0:100::1', person(12))).toBe(201)
    expect(await from('2001:db8:0:100::1', person(13))).toBe(429)
    pass(wallTimeToEpochMs('2026-12-07', '11:00', 'America/Chicago') - testNoon - msPerDay)
    expect(await from('2001:db8:0:100::1', person(13))).toBe(201)
  })

  it('is an IPv4 address in any notation, and a /48 holds three times as many', async () => {
    const { from } = await openLimitedShop(engine, undefined, { BOOKINGS_PER_NETWORK: '2' })
    expect(await from(ours, person(0))).toBe(201)
    expect(await from('::ffff:203.0.113.7', person(1))).toBe(201)
    for (const written of ['::ffff:cb00:7107', '64:ff9b::203.0.113.7', '64:ff9b::cb00:7107', `${ours}:5000`])
      expect([written, await from(written, person(2))]).toEqual([written, 429])
    expect(await from('203.0.113.8', person(2))).toBe(201)
    for (const index of Array(6).keys())
      expect(await from(`2001:db8:7:${index}00::1`, person(10 + index))).toBe(201)
    expect(await from('2001:db8:7:600::1', person(20))).toBe(429)
    expect(await from('2001:db8:8:600::1', person(20))).toBe(201)
  })

  it('doesn’t count if its address is a proxy’s or private', async () => {
    const { from, send, database } = await openLimitedShop(engine, undefined, { BOOKINGS_PER_NETWORK: '1' })
    const addresses = [
      '127.0.0.1',
      '::1',
      '10.1.2.3',
      '172.18.0.1',
      '::ffff:192.168.1.1',
      'fd00::1',
      'fe80::1%1',
    ]
    for (const [index, address] of [...addresses, ...addresses].entries())
      expect([address, await from(address, person(index))]).toEqual([address, 201])
    expect((await send(person(20))).status).toBe(201)
    const { run } = await database()
    expect(await run('select id from appointments where booked_from is not null')).toEqual([])
  })

  it('counts a client’s move as a booking of the network that it comes from', async () => {
    const shop = await openLimitedShop(engine, undefined, { BOOKINGS_PER_NETWORK: '2' })
    const form = (index: number, address: string) =>
      shop.postForm({ ...person(index), email: `guest${index}@example.com` }, { 'x-forwarded-for': address })
    for (const [index, address] of [ours, ours, '203.0.113.8', '203.0.113.9'].entries())
      expect((await form(index, address)).status).toBe(200)
    const moveFrom = async (address: string, index: number, date: string, sequence = '0') => {
      const token = await getVisitToken(shop, `guest${index}@example.com`)
      return move(shop, token, '14:00', sequence, date, { 'x-forwarded-for': address })
    }
    const full = await moveFrom(ours, 2, '2026-12-17')
    expect(full.status).toBe(429)
    expect(await full.text()).toContain(requestErrors.tooManyBookings.split('.')[0])
    // Its own booking doesn't count against the network.
    expect((await moveFrom(ours, 0, '2026-12-18')).status).toBe(303)
    expect((await moveFrom('203.0.113.9', 0, '2026-12-21', '1')).status).toBe(303)
    expect((await form(5, '203.0.113.9')).status).toBe(429)
    expect((await form(6, ours)).status).toBe(200)
  })

  it('is counted by all processes together, when all bookings arrive together', async () => {
    const folder = createTemporaryFolder()
    const env = { ...limits, ...(await databaseSettings(engine)) }
    const shops = await Promise.all([openShop({ folder, env }), openShop({ folder, env })])
    const answers = await Promise.all(
      people
        .slice(0, 16)
        .map((fields, n) =>
          retryUntilAnswered(() => (shops[n % 2] as OpenShop).send(fields, { 'x-forwarded-for': ours })),
        ),
    )
    const statuses = Object.groupBy(answers, ({ status }) => String(status))
    expect(statuses).toMatchObject({ 201: { length: 10 }, 429: { length: 6 } })
  })

  it('is stored as a digest that appears in no answer and no log line', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const shop = await openLimitedShop(engine, log)
    const addresses = [ours, ours, '2001:db8:0:100::1', '2001:db8:0:1ff::1', '203.0.113.8']
    for (const [index, address] of addresses.entries()) {
      const headers = { 'x-forwarded-for': address, prefer: 'return=representation' }
      const answer = await shop.send(person(index), headers)
      expect(Object.keys((await answer.json())[0])).toEqual([...fieldNames, 'id', 'created_at'])
    }
    const { run } = await shop.database()
    const stored = await run('select booked_from from appointments order by id')
    const digests = stored.map(({ booked_from }) => String(booked_from))
    const [first = '', network = '', other = ''] = new Set(digests)
    expect(digests).toEqual([first, first, network, network, other])
    for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{48}$/)
    const selected = await shop.post('/rest/v1/appointments?select=booked_from', JSON.stringify(ann))
    expect(selected.status).toBe(400)

    const desk = await atDesk(shop)
    const days = { from: '2026-12-07', to: '2026-12-11' }
    const agenda = await getAgenda(desk, days)
    const { data: table } = await desk.rpc('agenda', days, { get: true }).csv()
    expect(table).toContain(person(0).full_name)
    expect(agenda.appointments).toHaveLength(addresses.length)
    const id = agenda.appointments[0]?.id
    const { data: similar } = await desk.rpc('similar_bookings', { id }, { get: true })
    expect(similar).toHaveLength(addresses.length)
    const shown = JSON.stringify([agenda, table, similar, lines])
    expect(lines.join('')).toContain('/rest/v1/rpc/similar_bookings')
    for (const digest of digests) expect(shown).not.toContain(digest)
  })
})

describe('one network', () => {
  it('of a client with ten bookings doesn’t reveal whether another has an appointment', async () => {
    const { from, file } = await openLimitedShop()
    const victim = { ...ann, full_name: 'Mia Torres' }
    expect(await from('203.0.113.9', victim)).toBe(201)
    // Her address and number, at other times: the result doesn't depend on her bookings.
    for (const index of Array(5).keys())
      expect(await from('203.0.113.66', { ...victim, ...person(index), full_name: 'A Decoy' })).toBe(201)
    expect(countStored(file())).toBe(6)
  })

  it('can book without limit when all limits, or its own, are off', async () => {
    for (const off of [{ BOOKINGS_PER_NETWORK: '0' }, { RATE_LIMIT_PER_MINUTE: '0' }]) {
      const { from } = await openLimitedShop('SQLite', undefined, off)
      for (const fields of people.slice(0, 12)) expect(await from(ours, fields)).toBe(201)
    }
  })

  it('shares no limit with others: a morning’s twenty clients book, two of them from one office', async () => {
    const { from, pass } = await openLimitedShop('SQLite', undefined, { RATE_LIMIT_PER_MINUTE: '30' })
    for (const [index, fields] of people.slice(0, 20).entries()) {
      pass(10 * msPerMinute)
      expect(await from(`203.0.113.${Math.max(1, index)}`, fields)).toBe(201)
    }
  })
})

it('the log reports, once, an untrusted proxy that forwards visitors', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const shop = await openShop({ log, now: () => testNoon })
  expect((await shop.send(person(0))).status).toBe(201)
  expect(lines).toEqual([])
  for (const index of [1, 2])
    expect((await shop.send(person(index), { 'x-forwarded-for': ours })).status).toBe(201)
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
})

it('the link changes an appointment at most five times within a day', async () => {
  const shop = await openLimitedShop()
  expect((await shop.postForm({ ...ann, appointment_date: '2026-12-21' })).status).toBe(200)
  const token = await getVisitToken(shop, ann.email)
  const times = ['10:30', '11:30', '12:30', '13:30', '14:30', '15:30']
  const change = (sequence: number) =>
    move(shop, token, times[sequence] ?? '', String(sequence), '2026-12-21')
  for (const sequence of Array(5).keys()) expect((await change(sequence)).status).toBe(303)
  const page = await (await visit(shop, token)).text()
  for (const change of ['move', 'cancel']) expect(page).not.toContain(`value="${change}"`)
  expect(page).toContain(visitPage.tooLate.split(',')[0])
  expect((await change(5)).status).toBe(303)
  const { run } = await shop.database()
  expect(await run('select sequence from appointments')).toEqual([{ sequence: 5 }])
  shop.pass(msPerDay)
  expect((await change(5)).status).toBe(303)
  expect(await run('select sequence from appointments')).toEqual([{ sequence: 6 }])
})
