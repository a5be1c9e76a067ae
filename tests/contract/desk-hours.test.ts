import { describe, expect, it } from 'vitest'
import { visitPage } from '#copy/pages.ts'
import { everyDay } from '../support/week.ts'
import { getAgenda, getHeaders, type OfficialClient, openDesk, signIn } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, engines, openDatabaseItself } from './support/engines.ts'
import { toText } from './support/markup.ts'
import { bookAt, bookableDay, getAddress, spawnServer } from './support/server-process.ts'
import { ann, createTemporaryFolder, openShop, waitFor } from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'
import { bookVisit, visit } from './support/visits.ts'

describe.each(engines)('the owner’s calls about the hours, on %s', (engine) => {
  it('close a time for clients, but not for the owner, and list who is booked in it', async () => {
    const { shop, client } = await openDesk({ engine })
    await shop.book(ann)
    const times = { from: '2026-12-03T09:30', to: '2026-12-04T12:00', reason: 'Fair; "cloth", <wool>' }
    const { data: blocked } = await client.rpc('close_time', times)
    const appointments = [{ full_name: 'Ann Lee', sequence: 0 }]
    expect(blocked).toMatchObject({ closure: times, appointments })
    expect(await shop.openTimes('2026-12-03')).toEqual([])
    expect((await shop.openTimes('2026-12-04'))[0]).toBe('12:00')
    const bo = { ...ann, full_name: 'Bo', email: 'bo@example.com', appointment_time: '14:00' }
    expect((await shop.book(bo)).status).toBe(409)
    expect((await shop.postForm({ ...bo })).status).toBe(409)
    const after = { appointment_date: '2026-12-04', appointment_time: '12:00' }
    expect((await shop.book({ ...bo, ...after })).status).toBe(201)
    const byOwner = { full_name: 'Cy', appointment_date: '2026-12-03', appointment_time: '14:00' }
    expect((await client.rpc('book_for_client', byOwner)).status).toBe(200)
    const { closures } = await getAgenda(client, { from: '2026-12-04', to: '2026-12-04' })
    expect(closures).toEqual([blocked.closure])
    const { closure } = blocked
    expect((await client.rpc('reopen_time', { id: closure.id })).data).toEqual({ closure })
    expect((await client.rpc('reopen_time', { id: closure.id })).status).toBe(404)
    expect((await shop.book({ ...bo, appointment_time: '16:00' })).status).toBe(201)
  })

  it('close a time once, no matter how often it’s sent, and reopen it unless another closed time overlaps', async () => {
    const { shop, client } = await openDesk({ engine })
    const times = { from: '2026-12-03T12:00', to: '2026-12-03T18:00', reason: 'Fair' }
    const answers = await Promise.all([1, 2, 3].map(() => client.rpc('close_time', times)))
    const ids = new Set(answers.map(({ data }) => data.closure.id))
    expect(ids.size).toBe(1)
    expect(answers.map(({ data }) => data.was_closed).sort()).toEqual([false, true, true])
    await client.rpc('reopen_time', { id: [...ids][0] })
    expect(await shop.openTimes('2026-12-03')).toContain('12:00')
    // A reopened time doesn't answer the next call.
    const { data } = await client.rpc('close_time', times)
    expect(ids).not.toContain(data.closure.id)
    const { closures } = await getAgenda(client, { from: '2026-12-03', to: '2026-12-03' })
    expect(closures).toEqual([data.closure])
    const other = await client.rpc('close_time', { ...times, reason: 'Family' })
    expect(other.data.closure.reason).toBe('Family')
    expect((await shop.book({ ...ann, appointment_time: '11:00' })).status).toBe(201)

    const block = async (from: string, to: string) =>
      (await client.rpc('close_time', { from, to, reason: '' })).data.closure
    const day = await block('2026-12-17T00:00', '2026-12-18T00:00')
    const week = await block('2026-12-14T00:00', '2026-12-21T00:00')
    // Starts where the week ends, so it overlaps nothing.
    await block('2026-12-21T00:00', '2026-12-22T00:00')
    const unblocked = async ({ id }: { id: string }) => (await client.rpc('reopen_time', { id })).data
    expect(await unblocked(day)).toEqual({ closure: day, still_closed: true })
    expect(await shop.openTimes('2026-12-17')).toEqual([])
    expect(await unblocked(week)).toEqual({ closure: week })
    expect(await shop.openTimes('2026-12-17')).toContain('12:00')
  })

  it('set the opening hours immediately, in every process and after a restart', async () => {
    const { shop: first, client, read } = await openDesk({ engine })
    const second = await openShop({ folder: first.folder, env: first.databaseEnv })
    const token = await bookVisit(first)
    expect(await read('opening')).toMatchObject({ week: everyDay(['09:00-17:00']), capacity: 1 })
    const hours = { week: everyDay(['08:00-12:00'], { sunday: [] }), capacity: 2 }
    expect((await client.rpc('set_opening', hours)).data).toMatchObject({ ...hours, durationMinutes: 60 })
    // The other process's first request, so nothing has read the hours there before.
    expect((await second.postForm({ ...ann, appointment_time: '13:00' })).status).toBe(400)
    const page = async (headers = {}) => (await fetch(second.url, { headers })).text()
    // If the database takes longer than a visitor waits, the next page has them.
    await waitFor(async () => (await page()).includes('&quot;08:00-12:00&quot;'))
    const served = await page()
    expect(await page(await getHeaders(client))).toBe(served)
    expect(await second.openTimes('2026-12-03')).toContain('08:00')
    expect(await second.openTimes('2026-12-06')).toEqual([])
    const early = { ...ann, appointment_time: '08:00' }
    expect((await second.book(early)).status).toBe(201)
    expect((await second.book({ ...early, email: 'bo@example.com' })).status).toBe(201)
    expect((await first.book({ ...early, email: 'cy@example.com' })).status).toBe(409)
    // Also for the link in an email.
    await client.rpc('set_opening', { changesUntilHoursBefore: 1000 })
    expect(toText(await (await visit(second, token)).text())).toContain(visitPage.tooLate)
    await second.close()
    const third = await openShop({ folder: first.folder, env: first.databaseEnv })
    expect(await third.openTimes('2026-12-04')).toContain('08:00')
    const friday = { ...early, appointment_date: '2026-12-04' }
    for (const email of ['ann@example.com', 'bo@example.com'])
      expect((await third.book({ ...friday, email })).status).toBe(201)
  })

  it('never overwrite a field that another desk changed first', async () => {
    const { client, read } = await openDesk({ engine })
    const before = await read('opening')
    await client.rpc('set_opening', { dates: { '2026-12-25': [] }, before })
    const late = { dates: { '2026-12-31': [] }, bufferMinutes: 15, before }
    const { status, error } = await client.rpc('set_opening', late)
    expect([status, error?.code]).toEqual([409, '40001'])
    const current = { dates: { '2026-12-25': [] }, bufferMinutes: 0 }
    expect(JSON.parse(error?.details ?? '')).toMatchObject(current)
    expect(await read('opening')).toMatchObject(current)
    // A repeated call, another field, and a call without the previous value.
    const fitting = [{ dates: { '2026-12-25': [] } }, { capacity: 2 }]
    for (const fits of fitting)
      expect((await client.rpc('set_opening', { ...fits, before })).data).toMatchObject(fits)
    expect((await client.rpc('set_opening', { dates: {} })).data).toMatchObject({ dates: {} })
  })

  it('offer only what fewer fitters have time for, including a removed fitter’s appointments', async () => {
    const { shop, client } = await openDesk({ engine, opening: { capacity: 3 } })
    const at = async (full_name: string, appointment_time: string) =>
      (await shop.book({ ...ann, full_name, appointment_time })).status
    const times = { A: '09:30', B: '10:30', C: '11:00', D: '11:00', E: '15:00' }
    for (const [name, time] of Object.entries(times)) expect(await at(name, time)).toBe(201)
    const { run } = await shop.database()
    // As canceled bookings may leave it: at 10 there's one other client at a time, each with another fitter.
    for (const [name, seat] of Object.entries({ B: -1, C: 0 }))
      await run(`update appointments set seat = ${seat} where full_name = '${name}'`)
    await run("update appointments set seat = 1 where full_name = 'B'")
    await client.rpc('set_opening', { capacity: 2 })
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')
    expect([await at('F', '10:00'), await at('G', '10:00')]).toEqual([201, 409])
    const seats = await run('select seat from appointments order by full_name')
    expect(seats.map(({ seat }) => seat)).toEqual([0, 0, 1, 2, 0, 1])
    // Also by the owner, at the time of a removed fitter's client.
    const slot = { appointment_date: ann.appointment_date, appointment_time: '11:30' }
    expect(await shop.openTimes(ann.appointment_date)).not.toContain('11:30')
    expect((await client.rpc('book_for_client', { full_name: 'H', ...slot })).status).toBe(409)
    const { id } = (await getAgenda(client)).appointments.at(-1) ?? {}
    expect((await client.rpc('move_appointment', { id, sequence: 0, ...slot })).status).toBe(409)
  })

  it('keep a later buffer free after earlier bookings where possible', async () => {
    const { shop, client } = await openDesk({ engine })
    for (const appointment_time of ['10:00', '13:00', '14:10']) await shop.book({ ...ann, appointment_time })
    // A canceled appointment needs no buffer.
    const { data: gone } = await shop.book({ ...ann, appointment_time: '11:05' })
    await client.rpc('cancel_appointment', { id: gone.id, sequence: 0, message: '' })
    await client.rpc('set_opening', { bufferMinutes: 15 })
    expect((await shop.book({ ...ann, full_name: 'Bo', appointment_time: '11:00' })).status).toBe(409)
    const open = await shop.openTimes(ann.appointment_date)
    expect(open).toEqual(expect.arrayContaining(['11:30', '15:30']))
    for (const tight of ['11:00', '15:00']) expect(open).not.toContain(tight)
    await client.rpc('set_opening', { bufferMinutes: 0 })
    expect((await shop.book({ ...ann, full_name: 'Bo', appointment_time: '11:00' })).status).toBe(201)
    // More than fits after the longer bookings.
    const { status } = await client.rpc('set_opening', { durationMinutes: 15, bufferMinutes: 24 * 60 - 15 })
    expect(status).toBe(200)

    // Each fitter's buffer is free, whoever visits another one: the second has one fitter, the others have the other.
    const two = await openDesk({ engine, opening: { capacity: 2 } })
    const at = async (full_name: string, appointment_time: string) =>
      (await two.shop.book({ ...ann, full_name, appointment_time })).status
    for (const time of ['10:00', '10:30', '11:35']) expect(await at('Ann', time)).toBe(201)
    await two.client.rpc('set_opening', { bufferMinutes: 15 })
    expect([await at('Bo', '11:30'), await at('Bo', '11:45')]).toEqual([409, 201])
  })
})

it('set_opening rejects invalid hours with a message', async () => {
  const { client } = await openDesk()
  const rejected: [object, RegExp][] = [
    [{ week: everyDay(['13:00-12:00']) }, /first appointment on Monday \(1:00.PM\) can’t be later/],
    [{ week: { monday: ['09:00-17:00'] } }, /must be a list/],
    [{ week: { ...everyDay([]), funday: ['09:00-17:00'] } }, /doesn’t accept "funday"/],
    [{ week: everyDay([9, 17] as unknown as string[]) }, /must be text/],
    [{ lunch: '12:00' }, /doesn’t accept "lunch"/],
    [{ durationMinutes: '60' }, /must be a number/],
  ]
  for (const [wrong, message] of rejected) {
    const { status, error } = await client.rpc('set_opening', wrong)
    expect([status, error?.message]).toEqual([400, expect.stringMatching(message)])
  }
})

it.each(engines)('two processes on %s book no client into a time being closed', async (engine) => {
  const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
  const folder = createTemporaryFolder()
  const distDir = writeDistFixture(folder)
  const settings = await databaseSettings(engine)
  const env = { PORT: '0', DATA_DIR: `${folder}/data`, RATE_LIMIT_PER_MINUTE: '0' }
  const start = async () => {
    const process = spawnServer({ ...env, ...settings }, folder, distDir)
    const url = await getAddress(process)
    await waitFor(() => process.output().includes('Desk sign-in link'))
    return { url, link: /: (http\S+\?desk#\S+)/.exec(process.output())?.[1] ?? null }
  }
  // The second prints no link once someone signed in.
  const servers = [await start(), await start()]
  const desks = await Promise.all(servers.map(({ url, link }) => signIn(url, link)))
  const { run } = await openDatabaseItself(env.DATA_DIR, settings)

  for (let round = 1; round <= 8; round++) {
    const date = bookableDay(round)
    const book = async (hour: string, index: number) => {
      const fields = { ...ann, appointment_date: date, appointment_time: `${hour}:00` }
      return (await retryUntilAnswered(() => bookAt(servers[index % 2]?.url ?? '', fields))).status
    }
    const times = { from: `${date}T00:00`, to: `${date}T23:59`, reason: '' }
    const desk = desks[round % 2] as OfficialClient
    const block = retryUntilAnswered(async () => desk.rpc('close_time', times))
    const [blocked, ...statuses] = await Promise.all([block, ...hours.map(book)])
    // The answer contains each client who was first. The rest were rejected.
    const named = blocked.data.appointments.length
    const expected = hours.map((_, index) => (index < named ? 201 : 409))
    expect({ round, statuses: statuses.sort() }).toEqual({ round, statuses: expected })
    const stored = await run(`select id from appointments where appointment_date = '${date}'`)
    expect(stored).toHaveLength(named)
  }
})
