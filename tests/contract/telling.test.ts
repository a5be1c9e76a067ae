import { describe, expect, it } from 'vitest'
import * as emails from '#copy/emails.ts'
import { deskArguments, deskErrors } from '#copy/errors.ts'
import { getKind } from '../../booking/kinds.ts'
import type { DeskAppointment, DeskCalls } from '../../booking/owner-api.ts'
import { msPerMinute } from '../../booking/time.ts'
import { openClock } from './support/clock.ts'
import { getAgenda, type OfficialClient, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, type OpenShop } from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'
import { getVisitToken, move } from './support/visits.ts'

const date = ann.appointment_date
const env = { RATE_LIMIT_PER_MINUTE: '0' }

type Canceled = DeskCalls['cancel_appointments']['answers']
type Seen = Pick<DeskAppointment, 'id' | 'sequence'>

const asSeen = ({ id, sequence }: Seen) => ({ id, sequence })
const idsOf = (appointments: readonly Seen[]) => appointments.map(({ id }) => id).sort()

async function cancelAll(desk: OfficialClient, seen: readonly Seen[], message = ''): Promise<Canceled> {
  const appointments = seen.map(asSeen)
  const { data, error } = await retryUntilAnswered(async () =>
    desk.rpc('cancel_appointments', { appointments, message }),
  )
  expect(error).toBeNull()
  return data
}

async function enter(desk: OfficialClient, full_name: string, appointment_time: string, more: object = {}) {
  const client = { full_name, email: `${full_name.toLowerCase()}@example.com`, ...more }
  const booking = { appointment_date: date, appointment_time, ...client }
  const { data, error } = await retryUntilAnswered(async () => desk.rpc('book_for_client', booking))
  expect(error).toBeNull()
  return data as DeskAppointment
}

/** The addresses that got emails about cancellations. */
async function told(shop: OpenShop): Promise<(string | undefined)[]> {
  await shop.finishJobs()
  const emails = await shop.mails('client-invitation')
  return emails
    .filter(({ subject }) => subject?.startsWith('Canceled'))
    .map(({ to }) => to?.[0]?.address)
    .sort()
}

describe.each(engines)('appointments that are canceled together, on %s', (engine) => {
  it('send each client one message, and leave out a client who moved since then', async () => {
    const { shop, client: desk } = await openDesk({ engine, env, now: openClock().now })
    await shop.book({ ...ann, appointment_time: '09:00' })
    const visit = await getVisitToken(shop)
    for (const [name, time] of [
      ['Bo', '10:00'],
      ['Cy', '11:00'],
    ] as const)
      await enter(desk, name, time)
    await enter(desk, 'Dee', '12:00', { email: '', phone: '(214) 555-0199' })
    const seen = (await getAgenda(desk)).appointments
    expect((await move(shop, visit, '15:00')).status).toBe(303)
    const data = await cancelAll(desk, seen, 'I’m sick today.')
    expect(data.cancelled.map(({ full_name, email }) => [full_name, email])).toEqual([
      ['Bo', 'bo@example.com'],
      ['Cy', 'cy@example.com'],
      ['Dee', null],
    ])
    expect(data.left_out).toMatchObject([
      { full_name: ann.full_name, status: 'confirmed', appointment_time: '15:00' },
    ])
    for (const { history } of data.cancelled)
      expect(history).toMatchObject([{ what: 'cancelled', by: 'shop' }])
    // Repeating it cancels nothing, and notifies no one.
    const again = await cancelAll(desk, seen, 'I’m sick today.')
    expect(again.cancelled).toEqual([])
    expect(idsOf(again.left_out)).toEqual(idsOf(seen))
    expect(await told(shop)).toEqual(['bo@example.com', 'cy@example.com'])
    const emails = await shop.mails('client-invitation')
    expect(emails.filter(({ text }) => text?.includes('I’m sick today.'))).toHaveLength(2)
    expect(await shop.openTimes(date)).toContain('12:00')
  })

  it('are canceled by only one of two desks', async () => {
    const { shop, client: desk } = await openDesk({ engine, env, now: openClock().now })
    for (const hour of [9, 10, 11, 12, 13, 14])
      await enter(desk, `Client${hour}`, `${String(hour).padStart(2, '0')}:00`)
    const seen = (await getAgenda(desk)).appointments
    const [first, second] = await Promise.all([cancelAll(desk, seen), cancelAll(desk, seen.toReversed())])
    expect(idsOf([...first.cancelled, ...second.cancelled])).toEqual(idsOf(seen))
    expect(await told(shop)).toEqual(seen.map(({ email }) => email).sort())
  })

  it('or moved by their clients at the same moment, but never both', async () => {
    const { shop, client: desk } = await openDesk({ engine, env, now: openClock().now })
    const clients = ['09:00', '10:00', '11:00'].map((appointment_time, index) => {
      return { ...ann, full_name: `Client ${index}`, email: `client${index}@example.com`, appointment_time }
    })
    for (const client of clients) await shop.book(client)
    const visits = await Promise.all(clients.map(({ email }) => getVisitToken(shop, email)))
    const seen = (await getAgenda(desk)).appointments
    const [{ cancelled, left_out }] = await Promise.all([
      cancelAll(desk, seen),
      ...visits.map((visit, index) => move(shop, visit, `${14 + index}:00`)),
    ])
    expect(idsOf([...cancelled, ...left_out])).toEqual(idsOf(seen))
    const { appointments } = await getAgenda(desk)
    for (const appointment of appointments) {
      const isCanceled = cancelled.some(({ id }) => id === appointment.id)
      expect(appointment).toMatchObject(
        isCanceled
          ? { status: 'cancelled', sequence: 1, history: [{ what: 'cancelled', by: 'shop' }] }
          : { status: 'confirmed', sequence: 1, history: [{ what: 'rescheduled', by: 'client' }] },
      )
    }
    expect(await told(shop)).toEqual(cancelled.map(({ email }) => email).sort())
  })

  it('are all rejected when one of them doesn’t exist', async () => {
    const { client: desk } = await openDesk({ engine, env })
    const bo = await enter(desk, 'Bo', '10:00')
    const { error, status } = await desk.rpc('cancel_appointments', {
      appointments: [asSeen(bo), { id: 'none', sequence: 0 }],
    })
    expect([status, error?.message]).toEqual([404, deskErrors.unknown.appointment])
    expect((await getAgenda(desk)).appointments).toMatchObject([{ status: 'confirmed' }])
  })
})

it('two hundred appointments that are canceled together send each client one email', async () => {
  const opening = { capacity: 10, durationMinutes: 15 }
  // All from one address, which may hold 64 connections without a proxy.
  const behind = { ...env, TRUST_PROXY: 'loopback' }
  const { shop, client: desk } = await openDesk({
    engine: 'PostgreSQL',
    env: behind,
    opening,
    now: openClock().now,
  })
  const times = Array.from({ length: 200 }, (_, index) => {
    const minutes = 9 * 60 + 15 * Math.floor(index / 10)
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  })
  // Ten at a time: a busy database would turn some of two hundred away.
  for (let first = 0; first < times.length; first += 10) {
    const batch = times.slice(first, first + 10)
    await Promise.all(batch.map((time, index) => enter(desk, `Client${first + index}`, time)))
  }
  const seen = (await getAgenda(desk)).appointments
  const data = await cancelAll(desk, seen, 'The street is flooded.')
  expect([data.cancelled.length, data.left_out]).toEqual([200, []])
  expect(await told(shop)).toEqual(seen.map(({ email }) => email).sort())
})

const tell = (desk: OfficialClient, seen: readonly Seen[], about: object) =>
  retryUntilAnswered(async () => desk.rpc('tell_clients', { appointments: seen.map(asSeen), ...about }))

const ready = { what: 'ready', message: 'Come whenever you like.' }
const late = { what: 'late', message: 'The train is late.', minutes: 20 }

describe.each(engines)('clients who get a message, on %s', (engine) => {
  const open = () => openDesk({ engine, env, now: openClock().now })

  it('learn that it’s ready once, by email and by text, also from two desks and after a move', async () => {
    const { shop, client: desk } = await open()
    const frank = await enter(desk, 'Frank', '11:00', { kind: 'pick-up', phone: '(214) 555-0165' })
    const gus = await enter(desk, 'Gus', '12:00', { kind: 'fitting', email: '' })
    const answers = await Promise.all([tell(desk, [frank, gus], ready), tell(desk, [gus, frank], ready)])
    const told = answers.flatMap(({ data }) => data.told as DeskAppointment[])
    expect(told.map(({ full_name }) => full_name)).toEqual(['Frank'])
    await shop.finishJobs()
    const [email, ...more] = await shop.mails('client-ready')
    expect(more).toEqual([])
    expect(email).toMatchObject({ subject: emails.ready.subject('pickup'), to: [{ address: frank.email }] })
    expect(email?.text).toContain(getKind('pick-up').ready)
    expect(email?.text).toContain(ready.message)
    const text = await tell(desk, [frank, gus], { ...ready, way: 'text' })
    expect(text.data.told).toMatchObject([
      { full_name: 'Frank', told: [{ what: 'ready', way: 'email' }, { way: 'text' }] },
    ])
    // Gus also has no number.
    expect(text.data.left_out).toMatchObject([{ full_name: 'Gus', told: [] }])

    const { data: moved } = await desk.rpc('move_appointment', {
      ...{ id: frank.id, sequence: 0, appointment_date: date, appointment_time: '15:00' },
    })
    expect(moved.told).toHaveLength(2)
    expect((await tell(desk, [moved], ready)).data).toMatchObject({
      told: [],
      left_out: [{ full_name: 'Frank' }],
    })
    await shop.finishJobs()
    expect(await shop.mails('client-ready')).toHaveLength(1)
  })

  it('learn that the shop is running late, but not if they moved or canceled since then', async () => {
    const { shop, client: desk } = await open()
    const [bo, cy, dee] = [
      await enter(desk, 'Bo', '10:00'),
      await enter(desk, 'Cy', '11:00'),
      await enter(desk, 'Dee', '12:00'),
    ]
    await desk.rpc('move_appointment', {
      ...{ id: cy.id, sequence: 0, appointment_date: '2026-12-04', appointment_time: '11:00' },
    })
    await desk.rpc('cancel_appointment', { id: dee.id, sequence: 0 })
    const { data } = await tell(desk, [bo, cy, dee], late)
    expect(data).toMatchObject({
      told: [{ full_name: 'Bo' }],
      left_out: [{ full_name: 'Dee' }, { full_name: 'Cy' }],
    })
    expect(data.told[0].starts_at).toBe(bo.starts_at)
    await shop.finishJobs()
    const [email, ...more] = await shop.mails('client-late')
    expect(more).toEqual([])
    expect(email?.text).toContain(emails.late.lead('consultation', '10:20\u00a0AM'))
    expect(email?.text).toContain(late.message)
    // The same sequence again.
    expect((await tell(desk, [bo], { ...late, minutes: 30 })).data.told).toEqual([])
  })

  it('aren’t told about a delay once the appointment started', async () => {
    const { now, wind } = openClock()
    const { shop, client: desk } = await openDesk({ engine, env, now })
    const soon = { appointment_date: '2026-12-01' }
    const bo = await enter(desk, 'Bo', '12:30', soon)
    const cy = await enter(desk, 'Cy', '14:00', soon)
    await shop.finishJobs()
    wind(45 * msPerMinute)
    await desk.auth.refreshSession()
    expect((await tell(desk, [bo, cy], late)).data).toMatchObject({
      told: [{ full_name: 'Cy' }],
      left_out: [{ full_name: 'Bo' }],
    })
    await shop.finishJobs()
    expect((await shop.mails('client-late')).map(({ to }) => to?.[0]?.address)).toEqual([cy.email])
  })

  it('leave no message behind when their data is deleted', async () => {
    const { shop, client: desk } = await open()
    const frank = await enter(desk, 'Frank', '11:00', { kind: 'pick-up' })
    await tell(desk, [frank], ready)
    await shop.finishJobs()
    await desk.rpc('cancel_appointment', { id: frank.id, sequence: 0 })
    await shop.finishJobs()
    expect((await desk.rpc('forget_client', { email: frank.email })).data).toEqual({ forgotten: 1 })
    const { run } = await shop.database()
    expect(await run('select message from tellings')).toEqual([{ message: '' }])
  })
})

describe('a message to clients', () => {
  it('needs text, minutes only if late, and a kind with a “ready” message', async () => {
    const { client: desk } = await openDesk()
    const bo = await enter(desk, 'Bo', '10:00')
    for (const [about, message] of [
      [{ ...ready, message: ' ' }, deskArguments.noMessage],
      [{ ...ready, minutes: 10 }, deskArguments.minutesLate],
      [{ ...late, minutes: null }, deskArguments.minutesLate],
      [{ ...late, minutes: 2.5 }, deskArguments.minutesLate],
      [{ ...late, what: 'early' }, deskArguments.telling],
      [{ ...late, way: 'pigeon' }, deskArguments.tellingWay],
      [ready, deskErrors.nothingReady(getKind('consultation').name)],
    ] as const) {
      const { error, status } = await tell(desk, [bo], about)
      expect([status, error?.message]).toEqual([400, message])
    }
  })
})

describe('canceling together', () => {
  it('takes one to 500 ids, each with a sequence', async () => {
    const { client: desk } = await openDesk()
    const name = deskArguments.names.appointments
    const request = { id: 'one', sequence: 0 }
    for (const [appointments, message] of [
      [[], deskArguments.list(name)],
      ['one', deskArguments.list(name)],
      [Array(501).fill(request), deskArguments.most(name, 500)],
      [[{ id: 'one' }], deskArguments.wholeNumber(deskArguments.names.sequence)],
      [[{ id: 'no one', sequence: 0 }], deskArguments.appointmentId],
    ] as const) {
      const { error, status } = await desk.rpc('cancel_appointments', { appointments })
      expect([status, error?.message]).toEqual([400, message])
    }
  })
})
