import { describe, expect, it } from 'vitest'
import { addDays, wallTimeToEpochMs } from '../../booking/time.ts'
import { refusals } from '../../copy/errors.ts'
import { atDesk } from './support/desk.ts'
import { databaseSettings, type EngineName, engines } from './support/engines.ts'
import { ann, type OpenShop, openShop, temporaryFolder, testNoon } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

const limited = {
  RATE_LIMIT_PER_MINUTE: '100000',
  BURST_PER_ADDRESS: '0',
  BURST_PER_SITE: '0',
  BOOKINGS_PER_NETWORK: '0',
}

const refusal = {
  status: 429,
  error: {
    message: refusals.tooManyBookings,
  },
}

const days = (count: number) => Array.from({ length: count }, (_, n) => addDays(ann.appointment_date, n))

const openLimited = (engine: EngineName, now?: () => number) =>
  openShop({ engine, env: { ...limited, BOOKINGS_PER_MAILBOX: '3' }, ...(now ? { now } : {}) })

describe.each(engines)('one mailbox, on %s', (engine) => {
  it('gets only so many first mails a day, however its address is written', async () => {
    const shop = await openLimited(engine)
    const spellings = [
      'j.doe@gmail.com',
      'JDoe+suits@GMail.com',
      'jdoe@googlemail.com',
      'j.d.o.e+x@gmail.com',
    ]
    const bookings = spellings.map((email, n) => ({ ...ann, email, appointment_time: `1${n}:00` }))
    const answers = []
    for (const fields of bookings) answers.push(await shop.book(fields))
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers[3]).toMatchObject(refusal)
    const form = await shop.postForm({ ...bookings[3] })
    expect(form.status).toBe(429)
    expect(await form.text()).toContain('reached today’s booking limit')
    const database = await shop.database()
    expect(await database.run('select count(*) as count from appointments')).toEqual([{ count: 3 }])
    // The owner knows whom they book for.
    const { full_name, email, appointment_date } = { ...ann, email: spellings[0] }
    const byOwner = { full_name, email, appointment_date, appointment_time: '14:00' }
    expect((await (await atDesk(shop)).rpc('book_for_client', byOwner)).status).toBe(200)
    // Sending the same again is no other booking, and other people are other people.
    expect((await shop.book(bookings[0] ?? {})).status).toBe(200)
    expect((await shop.book({ ...ann, appointment_time: '15:00' })).status).toBe(201)
    expect((await shop.book({ ...ann, email: 'a.nn@example.com', appointment_time: '16:00' })).status).toBe(
      201,
    )
  })

  it('is not charged for times that were taken, and begins anew on the next day', async () => {
    let nowEpochMs = testNoon
    const shop = await openLimited(engine, () => nowEpochMs)
    expect((await shop.book({ ...ann, email: 'first@example.com' })).status).toBe(201)
    for (const _ of days(4)) expect((await shop.book(ann)).status).toBe(409)
    const [first, second, third, fourth, fifth, sixth] = days(9).slice(3)
    for (const date of [first, second, third]) {
      expect((await shop.book({ ...ann, appointment_date: date })).status).toBe(201)
    }
    expect(await shop.book({ ...ann, appointment_date: fourth })).toMatchObject(refusal)
    nowEpochMs = wallTimeToEpochMs('2026-12-01', '23:59', 'America/Chicago')
    expect(await shop.book({ ...ann, appointment_date: fourth })).toMatchObject(refusal)
    nowEpochMs = wallTimeToEpochMs('2026-12-02', '00:00', 'America/Chicago')
    expect((await shop.book({ ...ann, appointment_date: fourth })).status).toBe(201)
    const database = await shop.database()
    expect(await database.run('select count from mailbox_counts')).toEqual([{ count: 1 }])
    // A clock that was ahead has counted for a day that is still to come.
    nowEpochMs = testNoon
    expect((await shop.book({ ...ann, appointment_date: fifth })).status).toBe(201)
    // For another process midnight has come a moment sooner.
    await database.run("update mailbox_counts set day = '2026-12-02', count = 3")
    expect((await shop.book({ ...ann, appointment_date: sixth })).status).toBe(201)
    expect(await database.run('select count from mailbox_counts')).toEqual([{ count: 1 }])
  })

  it('is counted by all processes together, at once', async () => {
    const folder = temporaryFolder()
    const env = { ...limited, BOOKINGS_PER_MAILBOX: '3', ...(await databaseSettings(engine)) }
    const shops = await Promise.all([openShop({ folder, env }), openShop({ folder, env })])
    const answers = await Promise.all(
      days(12).map((date, n) =>
        untilAnswered(async () => (shops[n % 2] as OpenShop).book({ ...ann, appointment_date: date })),
      ),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  })
})
