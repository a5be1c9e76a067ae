import { describe, expect, it } from 'vitest'
import { everyDay } from '../support/week.ts'
import { accessTokenOf, agendaOf, atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, openShop, until } from './support/shop-server.ts'
import { booked, move, visit } from './support/visits.ts'

describe.each(engines)('the owner’s calls about the hours, on %s', (engine) => {
  it('close a time for clients and not for the owner, and name who stands in it', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    await shop.book(ann)
    const times = { from: '2026-12-03T09:30', to: '2026-12-04T12:00' }
    const closed = await client.rpc('close_time', { ...times, reason: 'Fair; "cloth", <wool>' })
    expect(closed.data).toMatchObject({
      closure: { ...times, reason: 'Fair; "cloth", <wool>' },
      appointments: [{ full_name: 'Ann Lee', sequence: 0 }],
    })
    expect(await shop.openTimes('2026-12-03')).toEqual([])
    expect((await shop.openTimes('2026-12-04'))[0]).toBe('12:00')
    const bo = { ...ann, full_name: 'Bo', email: 'bo@example.com', appointment_time: '14:00' }
    expect((await shop.book(bo)).status).toBe(409)
    expect((await shop.postForm({ ...bo })).status).toBe(409)
    const after = { appointment_date: '2026-12-04', appointment_time: '12:00' }
    expect((await shop.book({ ...bo, ...after })).status).toBe(201)
    const byOwner = { full_name: 'Cy', appointment_date: '2026-12-03', appointment_time: '14:00' }
    expect((await client.rpc('book_for_client', byOwner)).status).toBe(200)
    const { closures } = await agendaOf(client, { from: '2026-12-04', to: '2026-12-04' })
    expect(closures).toEqual([closed.data.closure])
    expect((await client.rpc('reopen_time', { id: closed.data.closure.id })).data).toEqual({
      closure: closed.data.closure,
    })
    expect((await client.rpc('reopen_time', { id: closed.data.closure.id })).status).toBe(404)
    expect((await shop.book({ ...bo, appointment_time: '16:00' })).status).toBe(201)
  })

  it('close a time once, however often the same is sent', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    const times = { from: '2026-12-03T12:00', to: '2026-12-03T18:00', reason: 'Fair' }
    const answers = await Promise.all([1, 2, 3].map(() => client.rpc('close_time', times)))
    const ids = new Set(answers.map(({ data }) => data.closure.id))
    expect(ids.size).toBe(1)
    expect(answers.map(({ data }) => data.was_closed).sort()).toEqual([false, true, true])
    await client.rpc('reopen_time', { id: [...ids][0] })
    expect(await shop.openTimes('2026-12-03')).toContain('12:00')
    // One that is open again is no answer to the next.
    const { data } = await client.rpc('close_time', times)
    expect(ids).not.toContain(data.closure.id)
    const { closures } = await agendaOf(client, { from: '2026-12-03', to: '2026-12-03' })
    expect(closures).toEqual([data.closure])
    const other = await client.rpc('close_time', { ...times, reason: 'Family' })
    expect(other.data.closure.reason).toBe('Family')
    expect((await shop.book({ ...ann, appointment_time: '11:00' })).status).toBe(201)
  })

  it('open a closed time again, and say where another one still lies over it', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    async function close(from: string, to: string) {
      const { data } = await client.rpc('close_time', { from, to, reason: '' })
      return data.closure
    }
    const day = await close('2026-12-03T00:00', '2026-12-04T00:00')
    const week = await close('2026-11-30T00:00', '2026-12-07T00:00')
    // Where that one ends it lies over nothing.
    await close('2026-12-07T00:00', '2026-12-08T00:00')
    const reopened = async ({ id }: { id: string }) => (await client.rpc('reopen_time', { id })).data
    expect(await reopened(day)).toEqual({ closure: day, still_closed: true })
    expect(await shop.openTimes('2026-12-03')).toEqual([])
    expect(await reopened(week)).toEqual({ closure: week })
    expect(await shop.openTimes('2026-12-03')).toContain('12:00')
  })

  it('set the opening hours in force at once, in every process and after a restart', async () => {
    const first = await openShop({ engine })
    const second = await openShop({ folder: first.folder, env: first.databaseEnv })
    const client = await atDesk(first)
    const token = await booked(first)
    expect((await client.rpc('opening', {}, { get: true })).data).toMatchObject({
      week: everyDay(['09:00-17:00']),
      capacity: 1,
    })
    const hours = { week: everyDay(['08:00-12:00'], { sunday: [] }), capacity: 2 }
    expect((await client.rpc('set_opening', hours)).data).toMatchObject({ ...hours, durationMinutes: 60 })
    // First of all that the other process does: nothing before it has read them there.
    expect((await second.postForm({ ...ann, appointment_time: '13:00' })).status).toBe(400)
    // The page says so too, by whichever process it is served, and to whomever.
    const page = async (headers = {}) => (await fetch(second.url, { headers })).text()
    // Where the database takes longer than a visitor waits for the page, the next one says so.
    await until(async () => (await page()).includes('&quot;08:00-12:00&quot;'))
    const served = await page()
    expect(await page({ authorization: `Bearer ${await accessTokenOf(client)}` })).toBe(served)
    expect(await second.openTimes('2026-12-03')).toContain('08:00')
    expect(await second.openTimes('2026-12-06')).toEqual([])
    const early = { ...ann, appointment_time: '08:00' }
    expect((await second.book(early)).status).toBe(201)
    expect((await second.book({ ...early, email: 'bo@example.com' })).status).toBe(201)
    expect((await first.book({ ...early, email: 'cy@example.com' })).status).toBe(409)
    expect((await second.book({ ...ann, appointment_time: '13:00' })).status).toBe(400)
    // What the link in a mail may do, too.
    await client.rpc('set_opening', { week: everyDay(['08:00-12:30']) })
    expect((await move(second, token, '12:15')).status).toBe(303)
    await client.rpc('set_opening', { week: everyDay(['08:00-12:00']), changesUntilHoursBefore: 1000 })
    expect(await (await visit(second, token)).text()).toContain('To reschedule or cancel now, call or text')
    const refused: [object, RegExp][] = [
      [{ week: everyDay(['13:00-12:00']) }, /first appointment on Monday \(1:00.PM\) can’t be later/],
      [{ week: everyDay(['09:00-12:30', '13:00-17:00']) }, /on Monday overlap. Start at 1:30.PM or later/],
      [{ week: everyDay(['09:00-24:00']) }, /must list the hours of all seven days/],
      [{ week: { monday: ['09:00-17:00'] } }, /must be a list/],
      [{ week: { ...everyDay([]), funday: ['09:00-17:00'] } }, /doesn’t accept "funday"/],
      [{ week: everyDay([]) }, /At least one weekday/],
      [{ week: '09:00-17:00' }, /must list the hours of all seven days/],
      [{ week: everyDay([9, 17] as unknown as string[]) }, /must be text/],
      [{ firstStart: '09:00' }, /doesn’t accept "firstStart"/],
      [{ capacity: 0 }, /fitters must be from 1/],
      [{ closedDates: ['2026-02-30'] }, /must be real dates/],
      [{ lunch: '12:00' }, /doesn’t accept "lunch"/],
      [{ durationMinutes: '60' }, /must be a number/],
    ]
    for (const [wrong, sentence] of refused) {
      const { status, error } = await client.rpc('set_opening', wrong)
      expect([status, error?.message]).toEqual([400, expect.stringMatching(sentence)])
    }
    await second.close()
    const third = await openShop({ folder: first.folder, env: first.databaseEnv })
    expect(await third.openTimes('2026-12-04')).toContain('08:00')
    expect((await third.book({ ...early, appointment_date: '2026-12-04' })).status).toBe(201)
    expect(
      (await third.book({ ...early, appointment_date: '2026-12-04', email: 'bo@example.com' })).status,
    ).toBe(201)
  })

  it('set no field over what another desk has set there meanwhile', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    const before = (await client.rpc('opening', {}, { get: true })).data
    await client.rpc('set_opening', { closedDates: ['2026-12-25'], before })
    const late = { closedDates: ['2026-12-31'], bufferMinutes: 15, before }
    const { status, error } = await client.rpc('set_opening', late)
    expect([status, error?.code]).toEqual([409, '40001'])
    const standing = { closedDates: ['2026-12-25'], bufferMinutes: 0 }
    expect(JSON.parse(error?.details ?? '')).toMatchObject(standing)
    expect((await client.rpc('opening', {}, { get: true })).data).toMatchObject(standing)
    // What is sent again after its answer was lost, another field, and whoever says nothing of what they saw.
    const fitting = [{ closedDates: ['2026-12-25'] }, { capacity: 2 }]
    for (const fits of fitting)
      expect((await client.rpc('set_opening', { ...fits, before })).data).toMatchObject(fits)
    expect((await client.rpc('set_opening', { closedDates: [] })).data).toMatchObject({ closedDates: [] })
  })

  it('let no more clients overlap than there are fitters left, whichever fitter had which', async () => {
    const shop = await openShop({ engine, opening: { capacity: 2 } })
    const client = await atDesk(shop)
    const at = (full_name: string, appointment_time: string) =>
      shop.book({ ...ann, full_name, email: `${full_name}@example.com`, appointment_time })
    const { data: first } = await at('ann', '10:00')
    await at('bo', '10:00')
    await client.rpc('cancel_appointment', { id: first.id, sequence: 0, message: '' })
    await client.rpc('set_opening', { capacity: 1 })
    expect(await shop.openTimes(ann.appointment_date)).not.toContain('10:30')
    expect((await at('cy', '10:30')).status).toBe(409)
    const slot = { appointment_date: ann.appointment_date, appointment_time: '10:30' }
    expect((await client.rpc('book_for_client', { full_name: 'Di', ...slot })).status).toBe(409)
    const { data: late } = await at('ed', '12:00')
    expect((await client.rpc('move_appointment', { id: late.id, sequence: 0, ...slot })).status).toBe(409)
    expect((await at('fay', '11:00')).status).toBe(201)
  })

  it('offer with fewer fitters only what can be booked, whoever has had a fitter that is left out', async () => {
    const shop = await openShop({ engine, opening: { capacity: 3 } })
    const client = await atDesk(shop)
    const at = async (full_name: string, appointment_time: string) =>
      (await shop.book({ ...ann, full_name, appointment_time })).status
    for (const [name, time] of [
      ['A', '09:30'],
      ['B', '10:30'],
      ['C', '11:00'],
      ['D', '11:00'],
    ] as const) {
      expect(await at(name, time)).toBe(201)
    }
    const { run } = await shop.database()
    // As those leave it who came and went before: at 10 there is one other at a time, and each of the two has one.
    for (const [name, seat] of [
      ['B', -1],
      ['C', 0],
      ['B', 1],
    ] as const) {
      await run(`update appointments set seat = ${seat} where full_name = '${name}'`)
    }
    await client.rpc('set_opening', { capacity: 2 })
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')
    expect(await at('E', '10:00')).toBe(201)
    expect(await at('F', '10:00')).toBe(409)
    const seats = await run('select seat from appointments order by full_name')
    expect(seats.map(({ seat }) => seat)).toEqual([0, 0, 1, 2, 1])
  })

  it('keep a rest that is set later free after those who are booked already, where it is free still', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    for (const appointment_time of ['10:00', '13:00', '14:10']) await shop.book({ ...ann, appointment_time })
    // Whoever does not come takes no rest from anybody.
    const { data: gone } = await shop.book({ ...ann, appointment_time: '11:05' })
    await client.rpc('cancel_appointment', { id: gone.id, sequence: 0, message: '' })
    await client.rpc('set_opening', { bufferMinutes: 15 })
    expect((await shop.book({ ...ann, full_name: 'Bo', appointment_time: '11:00' })).status).toBe(409)
    const open = await shop.openTimes(ann.appointment_date)
    expect(open).toEqual(expect.arrayContaining(['11:30', '15:30']))
    for (const tight of ['11:00', '15:00']) expect(open).not.toContain(tight)
    await client.rpc('set_opening', { bufferMinutes: 0 })
    expect((await shop.book({ ...ann, full_name: 'Bo', appointment_time: '11:00' })).status).toBe(201)
    // For those who are booked for longer, so much rest is too much.
    const { status } = await client.rpc('set_opening', { durationMinutes: 15, bufferMinutes: 24 * 60 - 15 })
    expect(status).toBe(200)
  })

  it('keep the rest of each fitter free, whomever another one receives then', async () => {
    const shop = await openShop({ engine, opening: { capacity: 2 } })
    const client = await atDesk(shop)
    // The second has one of them, the first the others.
    for (const appointment_time of ['10:00', '10:30', '11:35']) await shop.book({ ...ann, appointment_time })
    await client.rpc('set_opening', { bufferMinutes: 15 })
    const at = async (appointment_time: string) =>
      (await shop.book({ ...ann, full_name: 'Bo', appointment_time })).status
    expect(await at('11:30')).toBe(409)
    expect(await at('11:45')).toBe(201)
  })
})
