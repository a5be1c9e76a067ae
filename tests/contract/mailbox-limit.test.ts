import { describe, expect, it } from 'vitest'
import { requestErrors } from '#copy/errors.ts'
import { addDays, msPerDay, wallTimeToEpochMs } from '../../booking/time.ts'
import { atDesk } from './support/desk.ts'
import { databaseSettings, type EngineName, engines } from './support/engines.ts'
import { ann, createTemporaryFolder, type OpenShop, openShop, testNoon } from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'

const limited = {
  RATE_LIMIT_PER_MINUTE: '100000',
  BURST_PER_ADDRESS: '0',
  BURST_PER_SITE: '0',
  BOOKINGS_PER_NETWORK: '0',
}

const refusal = { status: 429, error: { message: requestErrors.tooManyBookings } }

const days = (count: number) => Array.from({ length: count }, (_, n) => addDays(ann.appointment_date, n))

const openLimited = (engine: EngineName, now?: () => number) =>
  openShop({ engine, env: limited, ...(now ? { now } : {}) })

describe.each(engines)('one client, on %s', (engine) => {
  it.each([
    ['email', ['j.doe@gmail.com', 'JDoe+suits@GMail.com', 'jdoe@googlemail.com', 'j.d.o.e+x@gmail.com']],
    ['phone', ['(214) 555-0142', '214.555.0142', '+1 214 555 0142', '2145550142']],
  ] as const)('holds three upcoming bookings of one %s, however it’s written', async (field, spellings) => {
    const shop = await openLimited(engine)
    const bookings = spellings.map((written, n) => {
      const others = { email: `guest${n}@example.com`, phone: `(214) 555-019${n}` }
      return { ...ann, ...others, [field]: written, appointment_time: `1${n}:00` }
    })
    const [first = ann, , , fourth = ann] = bookings
    for (const fields of bookings.slice(0, 3)) expect((await shop.book(fields)).status).toBe(201)
    expect(await shop.book(fourth)).toMatchObject(refusal)
    const form = await shop.postForm({ ...fourth })
    expect(form.status).toBe(429)
    expect(await form.text()).toContain(requestErrors.tooManyBookings.split('. ')[0])
    const database = await shop.database()
    expect(await database.run('select count(*) as count from appointments')).toEqual([{ count: 3 }])
    // The owner knows whom they book for, the same booking sent again is no other, and other people are other people.
    const byOwner = { ...ann, [field]: first[field], appointment_time: '14:00' }
    expect((await (await atDesk(shop)).rpc('book_for_client', byOwner)).status).toBe(200)
    expect((await shop.book(first)).status).toBe(200)
    expect((await shop.book({ ...ann, appointment_time: '15:00' })).status).toBe(201)
    // Colleagues behind one switchboard have extensions.
    for (const n of [1, 2, 3, 4]) {
      const colleague = { ...ann, email: `colleague${n}@example.com`, appointment_date: '2026-12-04' }
      const own = { phone: `(972) 555-0100 x1${n}`, appointment_time: `1${n}:00` }
      expect((await shop.book({ ...colleague, ...own })).status).toBe(201)
    }
  })

  it('books again once one is canceled or past, and is not charged for times that were taken', async () => {
    let nowEpochMs = testNoon
    const shop = await openLimited(engine, () => nowEpochMs)
    const other = { ...ann, email: 'first@example.com', phone: '(214) 555-0199' }
    expect((await shop.book(other)).status).toBe(201)
    for (const _ of days(4)) expect((await shop.book(ann)).status).toBe(409)
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = days(9).slice(4)
    for (const date of [first, second, third]) {
      expect((await shop.book({ ...ann, appointment_date: date })).status).toBe(201)
    }
    expect(await shop.book({ ...ann, appointment_date: fourth })).toMatchObject(refusal)
    nowEpochMs += msPerDay
    expect(await shop.book({ ...ann, appointment_date: fourth })).toMatchObject(refusal)
    const { run } = await shop.database()
    await run(`update appointments set status = 'cancelled' where appointment_date = '${second}'`)
    expect((await shop.book({ ...ann, appointment_date: fourth })).status).toBe(201)
    expect(await shop.book({ ...ann, appointment_date: fifth })).toMatchObject(refusal)
    nowEpochMs = wallTimeToEpochMs(first, '11:00', 'America/Chicago')
    expect((await shop.book({ ...ann, appointment_date: fifth })).status).toBe(201)
  })

  it('is counted by all processes together, when all of it arrives at once', async () => {
    const folder = createTemporaryFolder()
    const env = { ...limited, ...(await databaseSettings(engine)) }
    const shops = await Promise.all([openShop({ folder, env }), openShop({ folder, env })])
    const statusesOf = async (own: (n: number) => object) => {
      const answers = await Promise.all(
        days(12).map((date, n) =>
          retryUntilAnswered(async () =>
            (shops[n % 2] as OpenShop).book({ ...ann, appointment_date: date, ...own(n) }),
          ),
        ),
      )
      return Object.groupBy(answers, ({ status }) => String(status))
    }
    const ofMailbox = await statusesOf((n) => ({ phone: `(214) 555-01${10 + n}` }))
    expect(ofMailbox).toMatchObject({ 201: { length: 3 }, 429: { length: 9 } })
    const oneNumber = { phone: '(214) 555-0199', appointment_time: '14:00' }
    const ofNumber = await statusesOf((n) => ({ ...oneNumber, email: `guest${n}@example.com` }))
    expect(ofNumber).toMatchObject({ 201: { length: 3 }, 429: { length: 9 } })
  })
})
