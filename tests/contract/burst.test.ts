import { createHmac } from 'node:crypto'
import { Writable } from 'node:stream'
import { type Challenge, createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type AppointmentFields, fieldNames } from '../../booking/appointment.ts'
import { addDays, msPerDay } from '../../booking/time.ts'
import { requestErrors } from '../../copy/errors.ts'
import { business } from '../../demo/business.ts'
import { accessTokenOf, atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { inBase64, prove } from './support/prove.ts'
import { ann, feedSecretOf, openShop, storedCount, testNoon } from './support/shop-server.ts'

/** Many people, each with a time of their own. */
const people = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00'].map(
  (appointment_time, index) => ({ ...ann, full_name: `Person ${index}`, appointment_time }),
)
const [first, second, third, fourth] = people as [
  AppointmentFields,
  AppointmentFields,
  AppointmentFields,
  AppointmentFields,
]

const env = { RATE_LIMIT_PER_MINUTE: '1000', BURST_PER_ADDRESS: '2', BOOKINGS_PER_MAILBOX: '0' }

/** A server in the midst of a burst. */
async function openBusyShop(settings: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ ...settings, env: { ...env, ...settings.env } })
  /** Call 1, with headers of its own. */
  const send = (fields: object, headers: Record<string, string> = {}) =>
    shop.post('/rest/v1/appointments', JSON.stringify(fields), headers)
  /** What the server asks for before it takes a booking. */
  const challengeFor = async (fields: object): Promise<Challenge> => {
    const answer = await send(fields)
    expect(answer.status).toBe(428)
    return JSON.parse((await answer.json()).details)
  }
  expect((await send(first)).status).toBe(201)
  expect((await send(second)).status).toBe(201)
  return { ...shop, send, challengeFor }
}

describe.each(engines)('a burst of bookings from one address, on %s', (engine) => {
  it('asks for a proof of work, and takes it once', async () => {
    const shop = await openBusyShop({ engine })
    const asked = await shop.book(third)
    expect(asked.status).toBe(428)
    expect(asked.error).toMatchObject({
      code: 'PT428',
      message: expect.stringMatching(/Please try again in .*minutes?, or call or text /),
    })

    const altcha = await prove(JSON.parse(asked.error?.details ?? ''))
    const booked = await shop.send(third, { altcha })
    expect(booked.status).toBe(201)
    const { run } = await shop.database()
    const stored = await run('select full_name from appointments order by full_name')
    expect(stored.map(({ full_name }) => full_name)).toEqual(['Person 0', 'Person 1', 'Person 2'])
    // Booked anew, it would be another one.
    await run("update appointments set status = 'cancelled' where full_name = 'Person 2'")
    expect((await shop.send(third, { altcha })).status).toBe(428)
  })
})

describe.each(engines)('what %s has counted', (engine) => {
  it('outlives the minutes that the limit of requests is counted in', async () => {
    let aheadMs = 0
    const shop = await openBusyShop({ engine, now: () => testNoon + aheadMs })
    aheadMs = 9 * 60_000
    expect((await shop.send(third)).status).toBe(428)
  })
})

describe('a proof of work', () => {
  it('is not asked of whoever repeats a booking, and a repeat makes room for nothing else', async () => {
    const shop = await openBusyShop()
    const [stored] = await (await shop.database()).run(
      "select id from appointments where full_name = 'Person 0'",
    )
    const again = await shop.send(first, { prefer: 'return=representation' })
    expect([again.status, (await again.json())[0]?.id]).toEqual([200, stored?.id])
    expect((await shop.send({ ...first, phone: third.phone.replace('1', '2') })).status).toBe(428)
    expect((await shop.send(third)).status).toBe(428)
    expect(storedCount(shop.file())).toBe(2)
  })

  it('is for one booking alone', async () => {
    const shop = await openBusyShop()
    const altcha = await prove(await shop.challengeFor(third))
    expect((await shop.send(fourth, { altcha })).status).toBe(428)
    expect((await shop.send(third, { altcha })).status).toBe(201)
  })

  it('is taken for five minutes', async () => {
    let aheadMs = 0
    const shop = await openBusyShop({ now: () => testNoon + aheadMs })
    const early = await prove(await shop.challengeFor(third))
    const late = await prove(await shop.challengeFor(fourth))
    aheadMs = 5 * 60_000
    expect((await shop.send(third, { altcha: early })).status).toBe(201)
    aheadMs += 1
    expect((await shop.send(fourth, { altcha: late })).status).toBe(428)
  })

  it('is nothing that a client can write by itself', async () => {
    const shop = await openBusyShop()
    const challenge = await shop.challengeFor(third)
    const { parameters } = challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const easy = { ...challenge, parameters: { ...parameters, keyPrefix: '00' } }
    const later = {
      ...challenge,
      parameters: { ...parameters, data: { ...parameters.data, expiresAtMs: testNoon * 2 } },
    }
    const forgeries = [
      '',
      'x',
      'e30=',
      'bnVsbA==',
      inBase64({ challenge }),
      inBase64({ challenge, solution: { counter: 1, derivedKey: parameters.keyPrefix.padEnd(64, '0') } }),
      inBase64({ challenge, solution: { counter: 1, derivedKey: 'no hex' } }),
      inBase64({ challenge: { ...challenge, signature: '00' }, solution }),
      inBase64({ challenge: later, solution }),
      await prove(easy),
    ]
    for (const altcha of forgeries) {
      expect({ altcha, status: (await shop.send(third, { altcha })).status }).toEqual({ altcha, status: 428 })
    }
    expect(storedCount(shop.file())).toBe(2)
  })
})

describe('who meets a burst', () => {
  it('is not the next window, nor another address', async () => {
    let aheadMs = 0
    const shop = await openBusyShop({
      now: () => testNoon + aheadMs,
      env: { TRUST_PROXY: 'loopback' },
    })
    const refused = await shop.send(third)
    expect(refused.status).toBe(428)
    expect(Number(refused.headers.get('retry-after'))).toBe(600)
    expect((await shop.send(third, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(201)
    aheadMs = 10 * 60_000
    expect((await shop.send(fourth)).status).toBe(201)
  })

  it('is a whole network of IPv6, whose addresses are one client’s to choose', async () => {
    const shop = await openBusyShop({ env: { TRUST_PROXY: 'loopback' } })
    const statuses: number[] = []
    for (const [index, fields] of people.slice(2, 5).entries()) {
      const headers = { 'x-forwarded-for': `2001:db8:0:1::${index}` }
      statuses.push((await shop.send(fields, headers)).status)
    }
    statuses.push((await shop.send(people[4] ?? ann, { 'x-forwarded-for': '2001:db8:0:2::1' })).status)
    expect(statuses).toEqual([201, 201, 428, 201])
  })

  it('is everybody when all addresses together are too many; one alone does not bring that about', async () => {
    const shop = await openBusyShop({ env: { TRUST_PROXY: 'loopback', BURST_PER_SITE: '4' } })
    for (let attempt = 0; attempt < 10; attempt++) expect((await shop.send(third)).status).toBe(428)
    const from = (address: string, fields: object) => shop.send(fields, { 'x-forwarded-for': address })
    expect((await from('203.0.113.1', third)).status).toBe(201)
    expect((await from('203.0.113.2', fourth)).status).toBe(201)
    expect((await from('203.0.113.3', people[4] ?? ann)).status).toBe(428)
  })

  it('is nobody when it is switched off, or all limits are', async () => {
    for (const off of [{ BURST_PER_ADDRESS: '0', BURST_PER_SITE: '0' }, { RATE_LIMIT_PER_MINUTE: '0' }]) {
      const shop = await openBusyShop({ env: off })
      for (const fields of people.slice(2)) expect((await shop.send(fields)).status).toBe(201)
    }
  })
})

describe('the proof of work of one network', () => {
  it('costs more with each attempt', async () => {
    const shop = await openBusyShop()
    const costs: number[] = []
    for (const fields of people.slice(2, 5)) costs.push((await shop.challengeFor(fields)).parameters.cost)
    expect(costs).toEqual([1000, 2000, 3000])
  })

  it('is not forged with the address of the calendar feed', async () => {
    const shop = await openBusyShop()
    const asked = await shop.challengeFor(third)
    const secret = feedSecretOf(shop.dataDir)
    const derived = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
    const { data } = asked.parameters
    const forged = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 0,
      deriveKey,
      ...(data && { data }),
      hmacSignatureSecret: derived('challenge of a booking'),
      hmacKeySignatureSecret: derived('solution of a challenge'),
    })
    expect((await shop.send(third, { altcha: await prove(forged) })).status).toBe(428)
  })
})

describe.each(engines)('one network a day, on %s', (engine) => {
  const limits = { RATE_LIMIT_PER_MINUTE: '1000', BOOKINGS_PER_MAILBOX: '0', TRUST_PROXY: 'loopback' }
  const at = (address: string) => ({ 'x-forwarded-for': address })
  const visitors = Array.from({ length: 20 }, (_, index) => ({
    ...ann,
    full_name: `Visitor ${String.fromCharCode(65 + index)}`,
    appointment_date: addDays('2026-12-07', Math.floor(index / 5) * 7 + (index % 5)),
    appointment_time: '10:00',
  }))

  it('books ten times, with or without JavaScript, and is asked to call', async () => {
    let nowEpochMs = testNoon
    const shop = await openShop({ engine, env: limits, now: () => nowEpochMs })
    const send = (fields: object, address: string) =>
      shop.post('/rest/v1/appointments', JSON.stringify(fields), at(address))
    for (const [index, fields] of visitors.slice(0, 10).entries()) {
      expect((await send(fields, `2001:db8:0:10${index}::1`)).status).toBe(201)
    }
    const refused = await send(visitors[10] ?? ann, '2001:db8:0:1ff::1')
    expect(refused.status).toBe(429)
    expect((await refused.json()).message).toBe(requestErrors.tooManyFromNetwork)
    expect((await shop.postForm({ ...visitors[10] }, at('2001:db8:0:1ff::1'))).status).toBe(429)
    expect((await send(visitors[0] ?? ann, '2001:db8:0:100::1')).status).toBe(200)
    expect((await send(visitors[11] ?? ann, '2001:db8:0:200::1')).status).toBe(201)
    nowEpochMs += msPerDay
    expect((await send(visitors[12] ?? ann, '2001:db8:0:100::1')).status).toBe(201)
  })

  it('is stored as a digest, which no answer and no line of the log shows', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const shop = await openShop({ engine, env: limits, log: pino({ level: 'trace' }, stream) })
    const addresses = ['203.0.113.7', '203.0.113.7', '2001:db8:0:100::1', '2001:db8:0:1ff::1', '203.0.113.8']
    for (const [index, address] of addresses.entries()) {
      const headers = { ...at(address), prefer: 'return=representation' }
      const answer = await shop.post('/rest/v1/appointments', JSON.stringify(visitors[index]), headers)
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
    const headers = { apikey: 'public-demo-key', authorization: `Bearer ${await accessTokenOf(desk)}` }
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

  it('lets twenty clients book in a morning, two of them from one office', async () => {
    let nowEpochMs = testNoon
    const env = { RATE_LIMIT_PER_MINUTE: '30', TRUST_PROXY: 'loopback' }
    const shop = await openShop({ engine, env, now: () => nowEpochMs })
    for (const [index, fields] of visitors.entries()) {
      nowEpochMs += 10 * 60_000
      const own = { email: `client${index}@example.com`, phone: `(214) 555-01${10 + index}` }
      const address = at(`203.0.113.${Math.max(1, index)}`)
      const answer = await shop.post('/rest/v1/appointments', JSON.stringify({ ...fields, ...own }), address)
      expect(answer.status).toBe(201)
    }
  })
})

describe('the form without script', () => {
  it('is told to wait or to call in a burst, keeps what was typed, and books after it', async () => {
    let aheadMs = 0
    const shop = await openBusyShop({ now: () => testNoon + aheadMs })
    const refused = await shop.postForm({ ...third })
    const page = await refused.text()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(page).toContain('Please try again in 10 minutes, or call or text')
    expect(page).toContain(business.phone.display)
    expect(page).toContain(`name="full_name" value="${third.full_name}"`)
    // Whoever sends again what stands booked is told so.
    expect((await shop.postForm({ ...first })).status).toBe(200)
    aheadMs = 10 * 60_000
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
