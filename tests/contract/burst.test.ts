import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { fieldNames } from '../../booking/appointment.ts'
import { addDays, msPerDay, msPerMinute } from '../../booking/time.ts'
import { requestErrors } from '../../copy/errors.ts'
import { business } from '../../demo/business.ts'
import { atDesk, headersOf, stillClock } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { inBase64, prove } from './support/prove.ts'
import { ann, feedSecretOf, openShop, storedCount, testNoon } from './support/shop-server.ts'

/** Many people, each with a time of their own. */
const people = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'].map(
  (appointment_time, index) => ({ ...ann, full_name: `Person ${index}`, appointment_time }),
)
const [first = ann, second = ann, third = ann, fourth = ann, fifth = ann, sixth = ann, seventh = ann] = people

const env = { RATE_LIMIT_PER_MINUTE: '1000', BURST_PER_ADDRESS: '2', BOOKINGS_PER_MAILBOX: '0' }

async function openBusyShop(settings: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ ...settings, env: { ...env, ...settings.env } })
  const challengeFor = async (fields: object): Promise<Challenge> => {
    const answer = await shop.send(fields)
    expect(answer.status).toBe(428)
    return JSON.parse((await answer.json()).details)
  }
  for (const fields of [first, second]) expect((await shop.send(fields)).status).toBe(201)
  return { ...shop, challengeFor }
}

describe.each(engines)('a spike of bookings from one address, on %s', (engine) => {
  it('asks for a proof of work, takes it once, and remembers the spike for longer than a minute', async () => {
    const { now, pass } = stillClock()
    const shop = await openBusyShop({ engine, now })
    const { status, error } = await shop.book(third)
    expect([status, error?.code]).toEqual([428, 'PT428'])
    expect(error?.message).toMatch(/Please try again in .*minutes?, or call or text /)

    const altcha = await prove(JSON.parse(error?.details ?? ''))
    expect((await shop.send(third, { altcha })).status).toBe(201)
    const { run } = await shop.database()
    const stored = await run('select full_name from appointments order by full_name')
    expect(stored.map(({ full_name }) => full_name)).toEqual(['Person 0', 'Person 1', 'Person 2'])
    // Booked once more, it would be another appointment.
    await run("update appointments set status = 'cancelled' where full_name = 'Person 2'")
    expect((await shop.send(third, { altcha })).status).toBe(428)
    pass(9 * msPerMinute)
    expect((await shop.send(fourth)).status).toBe(428)
  })
})

describe('a proof of work', () => {
  it('isn’t needed for a repeated booking, and a repeat makes room for nothing else', async () => {
    const shop = await openBusyShop()
    const [stored] = shop.file().prepare("select id from appointments where full_name = 'Person 0'").all()
    const again = await shop.send(first, { prefer: 'return=representation' })
    expect([again.status, (await again.json())[0]?.id]).toEqual([200, stored?.id])
    expect((await shop.send({ ...first, phone: third.phone.replace('1', '2') })).status).toBe(428)
    expect((await shop.send(third)).status).toBe(428)
    expect(storedCount(shop.file())).toBe(2)
  })

  it('is for one booking, for five minutes, and costs more with each attempt', async () => {
    const { now, pass } = stillClock()
    const shop = await openBusyShop({ now })
    const challenges = [await shop.challengeFor(third), await shop.challengeFor(fourth)] as const
    expect(challenges.map(({ parameters }) => parameters.cost)).toEqual([1000, 2000])
    const [early, late] = await Promise.all(challenges.map(prove))
    expect((await shop.challengeFor(fifth)).parameters.cost).toBe(3000)
    expect((await shop.send(fourth, { altcha: early ?? '' })).status).toBe(428)
    pass(5 * msPerMinute)
    expect((await shop.send(third, { altcha: early ?? '' })).status).toBe(201)
    pass(1)
    expect((await shop.send(fourth, { altcha: late ?? '' })).status).toBe(428)
  })

  it('can’t be forged, also not with the secret in the calendar feed’s address', async () => {
    const shop = await openBusyShop()
    const challenge = await shop.challengeFor(third)
    const { parameters } = challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const easy = { ...challenge, parameters: { ...parameters, keyPrefix: '00' } }
    const data = { ...parameters.data, expiresAtMs: testNoon * 2 }
    const later = { ...challenge, parameters: { ...parameters, data } }
    const derived = (purpose: string) =>
      createHmac('sha256', feedSecretOf(shop.dataDir)).update(purpose).digest('hex')
    const signedByFeed = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 0,
      deriveKey,
      data,
      hmacSignatureSecret: derived('challenge of a booking'),
      hmacKeySignatureSecret: derived('solution of a challenge'),
    })
    const forgeries = [
      ...['', 'x', 'e30=', 'bnVsbA==', inBase64({ challenge })],
      inBase64({ challenge, solution: { counter: 1, derivedKey: parameters.keyPrefix.padEnd(64, '0') } }),
      inBase64({ challenge, solution: { counter: 1, derivedKey: 'no hex' } }),
      inBase64({ challenge: { ...challenge, signature: '00' }, solution }),
      inBase64({ challenge: later, solution }),
      await prove(easy),
      await prove(signedByFeed),
    ]
    for (const altcha of forgeries) {
      expect({ altcha, status: (await shop.send(third, { altcha })).status }).toEqual({ altcha, status: 428 })
    }
    expect(storedCount(shop.file())).toBe(2)
  })
})

describe('a spike', () => {
  it('is counted per address and per network of IPv6, and ends with its window', async () => {
    const { now, pass } = stillClock()
    const shop = await openBusyShop({ now, env: { TRUST_PROXY: 'loopback' } })
    const rejected = await shop.send(third)
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([428, '600'])
    const statuses: number[] = []
    for (const [address, fields] of [
      ['203.0.113.7', third],
      ['2001:db8:0:1::1', fourth],
      ['2001:db8:0:1::2', fifth],
      ['2001:db8:0:1::3', sixth],
      ['2001:db8:0:2::1', sixth],
    ] as const)
      statuses.push((await shop.send(fields, { 'x-forwarded-for': address })).status)
    expect(statuses).toEqual([201, 201, 201, 428, 201])
    pass(10 * msPerMinute)
    expect((await shop.send(seventh)).status).toBe(201)
  })

  it('of all addresses together concerns everyone, and one address alone can’t cause it', async () => {
    const shop = await openBusyShop({ env: { TRUST_PROXY: 'loopback', BURST_PER_SITE: '4' } })
    for (let attempt = 0; attempt < 10; attempt++) expect((await shop.send(third)).status).toBe(428)
    const from = async (address: string, fields: object) =>
      (await shop.send(fields, { 'x-forwarded-for': address })).status
    expect(await from('203.0.113.1', third)).toBe(201)
    expect(await from('203.0.113.2', fourth)).toBe(201)
    expect(await from('203.0.113.3', fifth)).toBe(428)
  })

  it('concerns no one when its limits, or all limits, are off', async () => {
    for (const off of [{ BURST_PER_ADDRESS: '0', BURST_PER_SITE: '0' }, { RATE_LIMIT_PER_MINUTE: '0' }]) {
      const shop = await openBusyShop({ env: off })
      for (const fields of people.slice(2)) expect((await shop.send(fields)).status).toBe(201)
    }
  })
})

const limits = { RATE_LIMIT_PER_MINUTE: '1000', BOOKINGS_PER_MAILBOX: '0', TRUST_PROXY: 'loopback' }
const at = (address: string) => ({ 'x-forwarded-for': address })
const visitors = Array.from({ length: 20 }, (_, index) => ({
  ...ann,
  full_name: `Visitor ${String.fromCharCode(65 + index)}`,
  appointment_date: addDays('2026-12-07', Math.floor(index / 5) * 7 + (index % 5)),
}))

describe.each(engines)('one network a day, on %s', (engine) => {
  it('books ten times, with or without JavaScript, and is asked to call', async () => {
    const { now, pass } = stillClock()
    const shop = await openShop({ engine, env: limits, now })
    const send = (fields: object, address: string) => shop.send(fields, at(address))
    for (const [index, fields] of visitors.slice(0, 10).entries()) {
      expect((await send(fields, `2001:db8:0:10${index}::1`)).status).toBe(201)
    }
    const refused = await send(visitors[10] ?? ann, '2001:db8:0:1ff::1')
    expect(refused.status).toBe(429)
    expect((await refused.json()).message).toBe(requestErrors.tooManyFromNetwork)
    expect((await shop.postForm({ ...visitors[10] }, at('2001:db8:0:1ff::1'))).status).toBe(429)
    expect((await send(visitors[0] ?? ann, '2001:db8:0:100::1')).status).toBe(200)
    expect((await send(visitors[11] ?? ann, '2001:db8:0:200::1')).status).toBe(201)
    pass(msPerDay)
    expect((await send(visitors[12] ?? ann, '2001:db8:0:100::1')).status).toBe(201)
  })

  it('is stored as a digest, which no answer and no line of the log shows', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const shop = await openShop({ engine, env: limits, log })
    const addresses = ['203.0.113.7', '203.0.113.7', '2001:db8:0:100::1', '2001:db8:0:1ff::1', '203.0.113.8']
    for (const [index, address] of addresses.entries()) {
      const headers = { ...at(address), prefer: 'return=representation' }
      const answer = await shop.send(visitors[index] ?? ann, headers)
      expect(Object.keys((await answer.json())[0])).toEqual([...fieldNames, 'id', 'created_at'])
    }
    const { run } = await shop.database()
    const stored = await run('select booked_from from appointments order by id')
    const [first, second, third, fourth, fifth] = stored.map(({ booked_from }) => String(booked_from))
    expect([first, third]).toEqual([second, fourth])
    expect(new Set([first, third, fifth]).size).toBe(3)
    for (const digest of [first, third, fifth]) expect(digest).toMatch(/^[\w-]{43}$/)
    const selected = await shop.post('/rest/v1/appointments?select=booked_from', JSON.stringify(ann))
    expect(selected.status).toBe(400)

    const desk = await atDesk(shop)
    const { data: agenda } = await desk.rpc('agenda', { from: '2026-12-07', to: '2026-12-11' })
    expect(agenda.appointments).toHaveLength(addresses.length)
    const [{ id }] = agenda.appointments
    const { data: similar } = await desk.rpc('similar_bookings', { id, hours: 24 }, { get: true })
    const undone = await desk.rpc('undo_bookings', { id, by: 'network', hours: 24 })
    expect(undone.data).toEqual({ undone: similar.network })
    const headers = await headersOf(desk)
    const url = `${shop.url}/rest/v1/rpc/agenda?from=2026-12-07&to=2026-12-11`
    const files = ['text/csv', 'text/calendar'].map(async (accept) => {
      const file = await fetch(url, { headers: { ...headers, accept } })
      expect(file.headers.get('content-type')).toContain(accept)
      return file.text()
    })
    const shown = JSON.stringify([agenda, similar, undone, ...(await Promise.all(files)), lines])
    expect(lines.join('')).toContain('/rest/v1/rpc/undo_bookings')
    for (const digest of [first, third, fifth]) expect(shown).not.toContain(digest)
  })
})

it('twenty clients can book in a morning, two of them from one office', async () => {
  const { now, pass } = stillClock()
  const shop = await openShop({ env: { TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '30' }, now })
  for (const [index, fields] of visitors.entries()) {
    pass(10 * msPerMinute)
    const own = { email: `client${index}@example.com`, phone: `(214) 555-01${10 + index}` }
    const answer = await shop.send({ ...fields, ...own }, at(`203.0.113.${Math.max(1, index)}`))
    expect(answer.status).toBe(201)
  }
})

describe('the form without JavaScript', () => {
  it('says to wait or to call in a spike, keeps what was typed, and books after it', async () => {
    const { now, pass } = stillClock()
    const shop = await openBusyShop({ now })
    const refused = await shop.postForm({ ...third })
    const page = await refused.text()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(page).toContain('Please try again in 10 minutes, or call or text')
    expect(page).toContain(business.phone.display)
    expect(page).toContain(`name="full_name" value="${third.full_name}"`)
    // What is already booked can be sent again.
    expect((await shop.postForm({ ...first })).status).toBe(200)
    pass(10 * msPerMinute)
    expect((await shop.postForm({ ...third })).status).toBe(200)
  })

  it('with its invisible field filled books nothing and says so', async () => {
    const shop = await openShop()
    const refused = await shop.postForm({ ...ann, website: 'https://pills.example/' })
    const page = await refused.text()
    expect(refused.status).toBe(400)
    expect(page).toContain('We couldn’t confirm that a person filled out this form')
    expect(page).toContain(`name="full_name" value="${ann.full_name}"`)
    expect(page).not.toContain('pills')
    expect(storedCount(shop.file())).toBe(0)
    expect((await shop.postForm({ ...ann, website: '' })).status).toBe(200)
  })
})
