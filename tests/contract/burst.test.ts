import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { requestErrors } from '#copy/errors.ts'
import { fieldNames } from '../../booking/appointment.ts'
import { addDays, msPerDay, msPerMinute } from '../../booking/time.ts'
import { business } from '../../demo/business.ts'
import { atDesk, createFrozenClock, getAgenda } from './support/desk.ts'
import { type EngineName, engines } from './support/engines.ts'
import { readValue } from './support/markup.ts'
import { ann, countStored, openShop, readFeedSecret, testNoon } from './support/shop-server.ts'

/** Many people, each with a time of their own. */
const people = Array.from({ length: 20 }, (_, index) => ({
  ...ann,
  full_name: `Visitor ${String.fromCharCode(65 + index)}`,
  appointment_date: addDays('2026-12-07', Math.floor(index / 5) * 7 + (index % 5)),
}))
const [first = ann, second = ann, third = ann, fourth = ann, fifth = ann, sixth = ann] = people

const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

/** @returns the header of the next attempt, once the work is done */
async function prove(challenge: Challenge): Promise<string> {
  return inBase64({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

async function openLimitedShop(
  env: Record<string, string>,
  engine: EngineName = 'SQLite',
  log = pino({ level: 'silent' }),
) {
  const { now, pass } = createFrozenClock()
  const limits = { RATE_LIMIT_PER_MINUTE: '1000', BOOKINGS_PER_MAILBOX: '0', TRUST_PROXY: 'loopback' }
  const shop = await openShop({ engine, now, log, env: { ...limits, ...env } })
  /** Books from an address. @returns the status */
  const from = async (address: string, fields: object) =>
    (await shop.send(fields, { 'x-forwarded-for': address })).status
  return { ...shop, pass, from }
}

/** Two people booked from this machine’s address, and the next one needs a proof of work. */
async function openBusyShop(env: Record<string, string> = {}, engine: EngineName = 'SQLite') {
  const shop = await openLimitedShop({ BURST_PER_ADDRESS: '2', ...env }, engine)
  for (const fields of [first, second]) expect((await shop.send(fields)).status).toBe(201)
  const status = async (fields: object, altcha?: string) =>
    (await shop.send(fields, altcha === undefined ? {} : { altcha })).status
  const challengeFor = async (fields: object): Promise<Challenge> => {
    const { status, error } = await shop.book(fields)
    expect([status, error?.code]).toEqual([428, 'PT428'])
    expect(error?.message).toMatch(/Please try again in .*minutes?, or call or text /)
    return JSON.parse(error?.details ?? '')
  }
  return { ...shop, status, challengeFor }
}

describe.each(engines)('a spike of bookings from one address, on %s', (engine) => {
  it('asks for a proof of work, takes it once, and remembers the spike for longer than a minute', async () => {
    const { challengeFor, status, database, pass } = await openBusyShop({}, engine)
    const altcha = await prove(await challengeFor(third))
    expect(await status(third, altcha)).toBe(201)
    const { run } = await database()
    const stored = await run('select full_name from appointments order by full_name')
    expect(stored.map(({ full_name }) => full_name)).toEqual(['Visitor A', 'Visitor B', 'Visitor C'])
    // Booked once more, it would be another appointment.
    await run("update appointments set status = 'cancelled' where full_name = 'Visitor C'")
    expect(await status(third, altcha)).toBe(428)
    pass(9 * msPerMinute)
    expect(await status(fourth)).toBe(428)
  })
})

describe('a proof of work', () => {
  it('isn’t needed for a repeated booking, and a repeat makes room for nothing else', async () => {
    const { file, send, status } = await openBusyShop()
    const [stored] = file().prepare("select id from appointments where full_name = 'Visitor A'").all()
    const again = await send(first, { prefer: 'return=representation' })
    expect([again.status, (await again.json())[0]?.id]).toEqual([200, stored?.id])
    expect(await status({ ...first, phone: third.phone.replace('1', '2') })).toBe(428)
    expect(await status(third)).toBe(428)
    expect(countStored(file())).toBe(2)
  })

  it('is for one booking, for five minutes, and costs more with each attempt', async () => {
    const { challengeFor, status, pass } = await openBusyShop()
    const challenges = [await challengeFor(third), await challengeFor(fourth), await challengeFor(fifth)]
    expect(challenges.map(({ parameters }) => parameters.cost)).toEqual([1000, 2000, 3000])
    const [early = '', late = ''] = await Promise.all(challenges.slice(0, 2).map(prove))
    expect(await status(fourth, early)).toBe(428)
    pass(5 * msPerMinute)
    expect(await status(third, early)).toBe(201)
    pass(1)
    expect(await status(fourth, late)).toBe(428)
  })

  it('can’t be forged, also not with the secret in the calendar feed’s address', async () => {
    const { challengeFor, status, dataDir, file } = await openBusyShop()
    const challenge = await challengeFor(third)
    const { parameters } = challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const easy = { ...challenge, parameters: { ...parameters, keyPrefix: '00' } }
    const data = { ...parameters.data, expiresAtMs: testNoon * 2 }
    const later = { ...challenge, parameters: { ...parameters, data } }
    const derived = (purpose: string) =>
      createHmac('sha256', readFeedSecret(dataDir)).update(purpose).digest('hex')
    const signedByFeed = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 0,
      deriveKey,
      data,
      hmacSignatureSecret: derived('challenge of a booking'),
      hmacKeySignatureSecret: derived('solution of a challenge'),
    })
    for (const altcha of [
      ...['', 'x', 'e30=', 'bnVsbA==', inBase64({ challenge })],
      inBase64({ challenge, solution: { counter: 1, derivedKey: parameters.keyPrefix.padEnd(64, '0') } }),
      inBase64({ challenge, solution: { counter: 1, derivedKey: 'no hex' } }),
      inBase64({ challenge: { ...challenge, signature: '00' }, solution }),
      inBase64({ challenge: later, solution }),
      await prove(easy),
      await prove(signedByFeed),
    ])
      expect({ altcha, status: await status(third, altcha) }).toEqual({ altcha, status: 428 })
    expect(countStored(file())).toBe(2)
  })
})

describe('a spike', () => {
  it('is counted per address and per network of IPv6, and ends with its window', async () => {
    const { send, postForm, from, pass } = await openBusyShop()
    const [called, posted] = [await send(third), await postForm({ ...third })]
    for (const [rejected, status] of [
      [called, 428],
      [posted, 429],
    ] as const)
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([status, '600'])
    const page = await posted.text()
    expect(page).toContain('try again in 10 minutes')
    expect(page).toContain(business.phone.display)
    expect(readValue(page, 'full_name')).toBe(third.full_name)
    // Without JavaScript, too, a booking can be sent again.
    expect((await postForm({ ...first })).status).toBe(200)
    expect(await from('203.0.113.7', third)).toBe(201)
    for (const [address, fields, expected] of [
      ['2001:db8:0:1::1', fourth, 201],
      ['2001:db8:0:1::2', fifth, 201],
      ['2001:db8:0:1::3', sixth, 428],
      ['2001:db8:0:2::1', sixth, 201],
    ] as const)
      expect([address, await from(address, fields)]).toEqual([address, expected])
    pass(10 * msPerMinute)
    expect((await postForm({ ...people[6] })).status).toBe(200)
  })

  it('of all addresses together concerns everyone, and one address alone can’t cause it', async () => {
    const { from, status } = await openBusyShop({ BURST_PER_SITE: '4' })
    for (let attempt = 0; attempt < 10; attempt++) expect(await status(third)).toBe(428)
    expect(await from('203.0.113.1', third)).toBe(201)
    expect(await from('203.0.113.2', fourth)).toBe(201)
    expect(await from('203.0.113.3', fifth)).toBe(428)
  })

  it('concerns no one when its limits, or all limits, are off', async () => {
    const noSpike = { BURST_PER_ADDRESS: '0', BURST_PER_SITE: '0', BOOKINGS_PER_NETWORK: '0' }
    for (const off of [noSpike, { RATE_LIMIT_PER_MINUTE: '0' }]) {
      const { status } = await openBusyShop(off)
      for (const fields of people.slice(2)) expect(await status(fields)).toBe(201)
    }
  })
})

describe.each(engines)('one network a day, on %s', (engine) => {
  it('books ten times, with or without JavaScript, and is asked to call', async () => {
    const { from, send, postForm, pass } = await openLimitedShop({}, engine)
    for (const [index, fields] of people.slice(0, 10).entries())
      expect(await from(`2001:db8:0:10${index}::1`, fields)).toBe(201)
    const last = { 'x-forwarded-for': '2001:db8:0:1ff::1' }
    const refused = await send(people[10] ?? ann, last)
    expect(refused.status).toBe(429)
    expect((await refused.json()).message).toBe(requestErrors.tooManyFromNetwork)
    expect((await postForm({ ...people[10] }, last)).status).toBe(429)
    expect(await from('2001:db8:0:100::1', first)).toBe(200)
    expect(await from('2001:db8:0:200::1', people[11] ?? ann)).toBe(201)
    pass(msPerDay)
    expect(await from('2001:db8:0:100::1', people[12] ?? ann)).toBe(201)
  })

  it('is stored as a digest, which no answer and no line of the log shows', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const shop = await openLimitedShop({}, engine, log)
    const addresses = ['203.0.113.7', '203.0.113.7', '2001:db8:0:100::1', '2001:db8:0:1ff::1', '203.0.113.8']
    for (const [index, address] of addresses.entries()) {
      const headers = { 'x-forwarded-for': address, prefer: 'return=representation' }
      const answer = await shop.send(people[index] ?? ann, headers)
      expect(Object.keys((await answer.json())[0])).toEqual([...fieldNames, 'id', 'created_at'])
    }
    const { run } = await shop.database()
    const stored = await run('select booked_from from appointments order by id')
    const digests = stored.map(({ booked_from }) => String(booked_from))
    const [one = '', network = '', other = ''] = new Set(digests)
    expect(digests).toEqual([one, one, network, network, other])
    for (const digest of digests) expect(digest).toMatch(/^[\w-]{43}$/)
    const selected = await shop.post('/rest/v1/appointments?select=booked_from', JSON.stringify(ann))
    expect(selected.status).toBe(400)

    const desk = await atDesk(shop)
    const days = { from: '2026-12-07', to: '2026-12-11' }
    const agenda = await getAgenda(desk, days)
    const { data: table } = await desk.rpc('agenda', days, { get: true }).csv()
    expect(table).toContain(people[0]?.full_name)
    expect(agenda.appointments).toHaveLength(addresses.length)
    const id = agenda.appointments[0]?.id
    const { data: similar } = await desk.rpc('similar_bookings', { id, hours: 24 }, { get: true })
    const undone = await desk.rpc('undo_bookings', { id, by: 'network', hours: 24 })
    expect(undone.data).toEqual({ undone: similar.network })
    const shown = JSON.stringify([agenda, table, similar, undone, lines])
    expect(lines.join('')).toContain('/rest/v1/rpc/undo_bookings')
    for (const digest of digests) expect(shown).not.toContain(digest)
  })
})

it('twenty clients can book in a morning, two of them from one office', async () => {
  const { from, pass } = await openLimitedShop({ RATE_LIMIT_PER_MINUTE: '30', BOOKINGS_PER_MAILBOX: '3' })
  for (const [index, fields] of people.entries()) {
    pass(10 * msPerMinute)
    const own = { email: `client${index}@example.com`, phone: `(214) 555-01${10 + index}` }
    expect(await from(`203.0.113.${Math.max(1, index)}`, { ...fields, ...own })).toBe(201)
  }
})
