import { describe, expect, it } from 'vitest'
import { requestErrors, deskErrors as words } from '#copy/errors.ts'
import { getAgenda, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann } from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'

const on = { appointment_date: ann.appointment_date }
const at11 = { ...on, appointment_time: '11:00' }

async function openWithTwo(engine: (typeof engines)[number], opening = {}) {
  const desk = await openDesk({ engine, opening: { capacity: 2, ...opening } })
  const asClient = async (full_name: string, appointment_time = '11:00') =>
    (await desk.shop.book({ ...ann, full_name, appointment_time })).status
  const asOwner = (full_name: string, more: object = {}) =>
    desk.client.rpc('book_for_client', { full_name, ...at11, ...more })
  return { ...desk, asClient, asOwner }
}

describe.each(engines)('a full time, on %s', (engine) => {
  it('takes one more from an owner who insists, and none from clients until a seat is free', async () => {
    const { shop, client, asClient, asOwner } = await openWithTwo(engine)
    expect([await asClient('A'), await asClient('B')]).toEqual([201, 201])
    const full = await asOwner('C')
    expect([full.status, full.error?.message]).toEqual([
      409,
      words.taken(2, '11:00\u00a0AM', 'Thursday, December 3, 2026'),
    ])
    expect(full.error?.message).toMatch(/^Two of two clients are booked at 11:00/)
    expect((await asOwner('C', { overbook: 'yes' })).status).toBe(400)
    // Sent again, it's the same booking.
    for (const _ of [1, 2]) expect((await asOwner('C', { overbook: true })).status).toBe(200)
    const { run } = await shop.database()
    const seats = async () =>
      (await run('select seat from appointments order by full_name')).map(({ seat }) => seat)
    expect(await seats()).toEqual([0, 1, 2])
    const { appointments } = await getAgenda(client)
    expect(appointments.map(({ full_name }) => full_name).sort()).toEqual(['A', 'B', 'C'])

    // One of them cancels: two are still booked at that time.
    const [a = expect.fail()] = appointments.filter(({ full_name }) => full_name === 'A')
    await client.rpc('cancel_appointment', { id: a.id, sequence: 0 })
    expect(await shop.openTimes(ann.appointment_date)).not.toContain('11:00')
    expect(await asClient('D')).toBe(409)
    const [b = expect.fail()] = appointments.filter(({ full_name }) => full_name === 'B')
    await client.rpc('cancel_appointment', { id: b.id, sequence: 0 })
    expect(await shop.openTimes(ann.appointment_date)).toContain('11:00')
    expect([await asClient('D'), await asClient('E')]).toEqual([201, 409])
  })

  it('is rejected with the closest times of its length, or the next day’s', async () => {
    const { client } = await openDesk({ engine })
    const book = (appointment_time: string, more: object = {}) =>
      client.rpc('book_for_client', { full_name: `At ${appointment_time}`, ...on, appointment_time, ...more })
    await book('10:30')
    const hintFor = async (rejected: PromiseLike<{ status: number; error: { hint: string } | null }>) => {
      const { status, error } = await rejected
      expect(status).toBe(409)
      return error?.hint
    }
    const ask = (more: object) => hintFor(book('11:00', { full_name: 'B', ...more }))
    expect(await ask({})).toBe(requestErrors.nearest('09:30, 11:30, 12:00'))
    expect(await ask({ durationMinutes: 15 })).toBe(requestErrors.nearest('10:00, 11:30, 12:00'))

    // Its own time is open to the one that moves.
    const { data: later } = await book('12:00')
    const move = { id: later.id, sequence: 0, ...at11 }
    expect(await hintFor(client.rpc('move_appointment', move))).toBe(
      requestErrors.nearest('09:30, 11:30, 12:00'),
    )
    const rest = { reason: '', to: '2026-12-03T23:00' }
    await client.rpc('close_time', { ...rest, from: '2026-12-03T13:00' })
    await client.rpc('close_time', { ...rest, from: '2026-12-03T08:00', to: '2026-12-03T10:30' })
    const nextDay = requestErrors.next(
      'Friday, December 4, 2026',
      '9:00\u00a0AM, 11:30\u00a0AM, or 3:00\u00a0PM',
    )
    expect(await ask({})).toBe(`${requestErrors.full} ${nextDay}`)
  })

  it('accepts an appointment that the owner moves there anyway', async () => {
    const { client, asClient } = await openWithTwo(engine)
    expect([await asClient('A'), await asClient('B'), await asClient('C', '15:00')]).toEqual([201, 201, 201])
    const { id } = (await getAgenda(client)).appointments.at(-1) ?? expect.fail()
    const move = { id, sequence: 0, ...at11 }
    expect((await client.rpc('move_appointment', move)).status).toBe(409)
    const { data } = await client.rpc('move_appointment', { ...move, overbook: true })
    expect(data).toMatchObject({ ...at11, sequence: 1 })
    expect([await asClient('D'), await asClient('D', '15:00')]).toEqual([409, 201])
  })

  it('stays full as capacity shrinks and grows, and keeps every booking', async () => {
    const { shop, client, asClient, asOwner } = await openWithTwo(engine)
    for (const name of ['A', 'B']) await asClient(name)
    await asOwner('C', { overbook: true })
    await client.rpc('set_opening', { capacity: 1 })
    expect([await asClient('D'), await asClient('D', '10:30'), await asClient('D', '12:00')]).toEqual([
      409, 409, 201,
    ])
    expect((await asOwner('E')).status).toBe(409)
    expect((await asOwner('E', { overbook: true })).status).toBe(200)
    await client.rpc('set_opening', { capacity: 4 })
    expect(await asClient('F')).toBe(409)
    await client.rpc('set_opening', { capacity: 5 })
    expect([await asClient('F'), await asClient('G')]).toEqual([201, 409])
    const { run } = await shop.database()
    const seats = await run("select seat from appointments where appointment_time = '11:00'")
    expect(new Set(seats.map(({ seat }) => seat)).size).toBe(5)
  })

  it('lets no client past the owner’s extra one, however close they come', async () => {
    const { shop, asOwner } = await openWithTwo(engine)
    for (let hour = 9; hour <= 16; hour++) {
      const time = `${String(hour).padStart(2, '0')}:00`
      const slot = { ...on, appointment_time: time }
      const clients = ['A', 'B', 'C'].map((full_name) =>
        retryUntilAnswered(() => shop.book({ ...ann, ...slot, full_name })),
      )
      const owner = retryUntilAnswered(async () => asOwner('Owner', { ...slot, overbook: true }))
      const [{ status }, ...answers] = await Promise.all([owner, ...clients])
      expect(status).toBe(200)
      const { run } = await shop.database()
      const stored = await run(`select seat, booked_by from appointments where appointment_time = '${time}'`)
      const ofClients = stored.filter(({ booked_by }) => booked_by === 'client')
      expect(ofClients).toHaveLength(answers.filter((answer) => answer.status === 201).length)
      expect(ofClients.length).toBeLessThanOrEqual(2)
      for (const { seat } of ofClients) expect([0, 1]).toContain(seat)
      expect(new Set(stored.map(({ seat }) => seat)).size).toBe(stored.length)
    }
  })

  it('has seats beyond the fitters’ only for the owner, enforced by the database', async () => {
    const { shop, asClient } = await openWithTwo(engine)
    await asClient('A')
    const { run } = await shop.database()
    const copy = (source: string, seat: number) =>
      run(`insert into appointments (id, full_name, email, phone, appointment_date, appointment_time,
        referral_source, created_at_ms, seat, start_ms, end_ms, occupied_until_ms, booked_by)
        select '${source}-${seat}', '${source}-${seat}', email, phone, appointment_date, appointment_time,
        referral_source, created_at_ms, ${seat}, start_ms, end_ms, occupied_until_ms, '${source}'
        from appointments where full_name = 'A'`)
    await expect(copy('client', 2)).rejects.toThrow('appointments_seat')
    await copy('desk', 2)
    await expect(copy('desk', -1)).rejects.toThrow('appointments_seat')
    await expect(copy('desk', 0)).rejects.toThrow('appointments_overlap')
  })
})

describe.each(engines)('one of two fitters away, on %s', (engine) => {
  const dentist = { from: '2026-12-03T10:00', to: '2026-12-03T12:00', reason: 'Dentist' }

  it('leaves clients the other place, and closes the time once both are away', async () => {
    const { shop, client, asClient } = await openWithTwo(engine)
    const { data, status } = await client.rpc('close_time', { ...dentist, places: 1 })
    expect([status, data.closure]).toEqual([200, { ...dentist, id: data.closure.id, places: 1 }])
    const { closures } = await getAgenda(client)
    expect(closures).toEqual([data.closure])
    // The same time for everyone is another closed time. Repeating it isn't.
    expect((await client.rpc('close_time', { ...dentist, places: 1 })).data.was_closed).toBe(true)
    expect(await shop.openTimes(ann.appointment_date)).toContain('11:00')
    expect([await asClient('A'), await asClient('B')]).toEqual([201, 409])
    expect(await shop.openTimes(ann.appointment_date)).not.toContain('11:00')
    expect(await shop.openTimes(ann.appointment_date)).toContain('09:00')
    const other = { ...dentist, from: '2026-12-03T09:00', to: '2026-12-03T11:00', reason: 'Fair', places: 1 }
    await client.rpc('close_time', other)
    expect([
      await asClient('C', '10:00'),
      await asClient('C', '09:00'),
      await asClient('D', '09:00'),
    ]).toEqual([...[409, 201, 409]])
    await client.rpc('reopen_time', { id: data.closure.id })
    expect(await asClient('B')).toBe(201)
    for (const places of [0, 1.5, 51, 'one'])
      expect((await client.rpc('close_time', { ...dentist, places })).status).toBe(400)
  })

  it('closes the whole time if there’s one fitter, also once the second is gone', async () => {
    const { shop, client, asClient } = await openWithTwo(engine)
    await client.rpc('close_time', { ...dentist, places: 1 })
    await client.rpc('set_opening', { capacity: 1 })
    expect(await shop.openTimes(ann.appointment_date)).not.toContain('11:00')
    expect(await asClient('A')).toBe(409)
  })

  it('can result from an event in the owner’s calendar, if the shop says so', async () => {
    const { shop, client, asClient } = await openWithTwo(engine)
    const { run } = await shop.database()
    const from = Date.parse('2026-12-03T16:00Z')
    // Simultaneous events of one person close one place.
    for (const startMs of [from, from + 1_800_000])
      await run(
        `insert into busy_times (calendar, start_ms, end_ms) values ('own', ${startMs}, ${from + 7_200_000})`,
      )
    expect(await asClient('A')).toBe(409)
    expect(await shop.openTimes(ann.appointment_date)).not.toContain('11:00')
    await client.rpc('set_opening', { busyCloses: 'one' })
    expect(await shop.openTimes(ann.appointment_date)).toContain('11:00')
    expect([await asClient('A'), await asClient('B')]).toEqual([201, 409])
  })

  it('gives one place to only one of two simultaneous clients', async () => {
    const { shop, client } = await openWithTwo(engine)
    for (let hour = 9; hour <= 16; hour += 2) {
      const time = `${String(hour).padStart(2, '0')}:00`
      const closing = retryUntilAnswered(async () =>
        client.rpc('close_time', { from: `2026-12-03T${time}`, to: `2026-12-03T${hour + 1}:00`, places: 1 }),
      )
      expect((await closing).status).toBe(200)
      const answers = await Promise.all(
        ['A', 'B', 'C'].map((full_name) =>
          retryUntilAnswered(() => shop.book({ ...ann, full_name, appointment_time: time })),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    }
  })
})

describe.each(engines)('special hours, on %s', (engine) => {
  it('apply wherever a time is offered or accepted, and clients outside them stay booked', async () => {
    const { shop, client } = await openDesk({ engine })
    expect((await shop.book({ ...ann, appointment_time: '16:00' })).status).toBe(201)
    const dates = { '2026-12-03': ['10:00-11:00', '19:00-19:30'], '2026-12-25': [] }
    expect((await client.rpc('set_opening', { dates })).data).toMatchObject({ dates })
    expect(await shop.openTimes('2026-12-03')).toEqual(['10:00', '10:30', '11:00', '19:00', '19:30'])
    expect(await shop.openTimes('2026-12-25')).toEqual([])
    expect(await shop.openTimes('2026-12-04')).toContain('09:00')
    const book = async (appointment_time: string, full_name = 'Bo') => {
      const fields = { ...ann, full_name, appointment_time }
      return [(await shop.book(fields)).status, (await shop.postForm({ ...fields, full_name: 'Cy' })).status]
    }
    expect(await book('12:00')).toEqual([400, 400])
    expect(await book('19:00')).toEqual([201, 409])
    const { appointments } = await getAgenda(client)
    expect(appointments.map(({ appointment_time }) => appointment_time)).toEqual(['16:00', '19:00'])
    for (const wrong of [
      { '2026-02-30': [] },
      { '2026-12-20': ['10:00'] },
      { '2026-12-20': '10:00-11:00' },
      [],
    ])
      expect((await client.rpc('set_opening', { dates: wrong })).status).toBe(400)
  })
})

it.each(engines)('clients book as many hours ahead as the shop says, on %s', async (engine) => {
  const { shop, client, pass } = await openDesk({ engine })
  // Noon on December 1.
  const today = '2026-12-01'
  expect(await shop.openTimes(today)).toEqual([])
  await client.rpc('set_opening', { earliestHoursAhead: 2 })
  expect((await shop.openTimes(today))[0]).toBe('14:00')
  pass(60_000)
  expect((await shop.openTimes(today))[0]).toBe('14:30')
  const book = (appointment_time: string, appointment_date = today) =>
    shop.book({ ...ann, appointment_date, appointment_time })
  const soon = await book('14:00')
  expect([soon.status, soon.error?.message]).toEqual([
    400,
    'Preferred Time must be 2:01\u00a0PM or later on that day.',
  ])
  expect((await book('14:01')).status).toBe(201)
  await client.rpc('set_opening', { earliestHoursAhead: 72 })
  expect([(await book('11:00', '2026-12-04')).status, (await book('13:00', '2026-12-04')).status]).toEqual([
    400, 201,
  ])
  for (const wrong of [-1, 73, 1.5])
    expect((await client.rpc('set_opening', { earliestHoursAhead: wrong })).status).toBe(400)
})
