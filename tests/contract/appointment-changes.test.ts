import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Actor } from '../../booking/appointment.ts'
import { shop as demoShop, type Shop } from '../../booking/opening-hours.ts'
import { msPerHour } from '../../booking/time.ts'
import { readConfig } from '../../server/config.ts'
import { openStores } from '../../server/db/stores.ts'
import { openDatabase } from '../../server/open.ts'
import { everyDay } from '../support/week.ts'
import { databaseSettings, type EngineName, engines } from './support/engines.ts'
import { ann, temporaryFolder, testNoon } from './support/shop-server.ts'
import { openDesk } from './support/use-cases.ts'

async function openShop(name: EngineName, opening: Partial<Shop['opening']> = {}) {
  const shop = { ...demoShop, opening: { ...demoShop.opening, ...opening } }
  const settings = { DATA_DIR: temporaryFolder(), ...(await databaseSettings(name)) }
  const engine = await openDatabase(readConfig(settings), shop.opening.capacity)
  onTestFinished(() => engine.close())
  const storage = await openStores(engine)
  const woken: number[] = []
  const desk = openDesk(storage, { shop, wakeWorker: (dueAtMs) => woken.push(dueAtMs) })
  async function book(appointment_time: string, full_name = ann.full_name) {
    const outcome = await desk.book({ ...ann, full_name, appointment_time }, 0)
    if (!('appointment' in outcome)) throw new Error('The test wants this time to be open.')
    return outcome.appointment
  }
  const moveOf = (id: string, appointment_time: string, by: Actor = 'client', expectedSequence = 0) => {
    const to = { appointment_date: ann.appointment_date, appointment_time }
    return { id, expectedSequence, durationMinutes: shop.opening.durationMinutes, to, by }
  }
  const move = (id: string, time: string) => desk.move(moveOf(id, time))
  /** As the owner's calendar moves several. @returns the outcomes */
  const moveAll = async (...moves: [id: string, time: string, sequence?: number][]) => {
    const all = moves.map(([id, time, sequence]) => moveOf(id, time, 'calendar', sequence))
    return (await desk.moveTogether(all)).map(({ status }) => status)
  }
  const pendingJobs = () =>
    engine.db.selectFrom('jobs').selectAll().where('status', '=', 'pending').orderBy('id').execute()
  return { desk, storage, engine, book, move, moveAll, pendingJobs, woken }
}

describe.each(engines)('moving an appointment, on %s', (name) => {
  it('takes the new time, frees the old one, counts the change and keeps its history', async () => {
    const { desk, storage, book, move } = await openShop(name, { week: everyDay(['09:00-21:00']) })
    const { id } = await book('10:00')
    const outcome = await move(id, '20:00')
    expect(outcome).toMatchObject({
      status: 'changed',
      appointment: { appointment_time: '20:00', sequence: 1, status: 'confirmed' },
    })
    const open = await desk.openTimesOn(ann.appointment_date)
    expect(open).toContain('10:00')
    expect(open).not.toContain('20:00')
    const near = { appointment_date: ann.appointment_date, appointment_time: '10:20' }
    expect(await desk.openTimesNear(near)).toEqual(['10:00', '10:30', '11:00'])
    expect(await storage.changes.findChange(id, 1)).toEqual({
      what: 'rescheduled',
      fromEpochMs: Date.UTC(2026, 11, 3, 16),
      toEpochMs: Date.UTC(2026, 11, 4, 2),
      by: 'client',
    })
  })

  it('is rejected where someone else comes, and changes nothing', async () => {
    const { desk, storage, book, move, pendingJobs } = await openShop(name)
    await book('14:00', 'Bo Diaz')
    const appointment = await book('10:00')
    const { id } = appointment
    const before = await pendingJobs()
    expect(await move(id, '14:30')).toEqual({ status: 'taken' })
    expect(await storage.appointments.findById(id)).toEqual(appointment)
    expect(await pendingJobs()).toEqual(before)
    // Its own time is open to it.
    expect(await desk.openTimesOn(ann.appointment_date, appointment)).toContain('10:30')
    expect((await move(id, '10:30')).status).toBe('changed')
  })

  it('succeeds for one of many who want the same time, and for one of two changes of an appointment', async () => {
    const { book, move } = await openShop(name)
    const ids: string[] = []
    for (const time of ['09:00', '10:00', '11:00', '12:00']) ids.push((await book(time, `Client ${time}`)).id)
    const outcomes = await Promise.all(ids.map((id) => move(id, '15:00')))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['changed', 'taken', 'taken', 'taken'])
    const { id } = await book('16:00', 'Bo Diaz')
    const two = await Promise.all([move(id, '13:00'), move(id, '17:00')])
    expect(two.map(({ status }) => status).sort()).toEqual(['changed', 'stale'])
  })

  it('makes others change seats where that makes room', async () => {
    const { desk, book, move } = await openShop(name, { capacity: 2, bufferMinutes: 0 })
    // Each of the two fitters has a gap of half an hour at 10:00; together they have the whole one.
    const { id } = await book('16:00', 'Mover')
    for (const time of ['09:00', '09:30', '10:30', '11:00']) await book(time, `Client ${time}`)
    expect((await move(id, '10:00')).status).toBe('changed')
    expect(await desk.openTimesOn(ann.appointment_date)).not.toContain('10:00')
    // Its own time stands in nobody's way: not in its own, when it moves a quarter of an hour.
    await book('14:00', 'First')
    const { id: second } = await book('15:00', 'Second')
    await book('15:30', 'Third')
    expect((await move(second, '14:45')).status).toBe('changed')
  })

  it('is judged by itself where another that goes with it cannot be made', async () => {
    const { book, moveAll, engine } = await openShop(name, { capacity: 2 })
    const [bo, cy] = [await book('16:00', 'Bo Diaz'), await book('16:00', 'Cy Fox')]
    // There is a seat, but the database refuses it, as with a constraint that a newer version has added.
    await sql`create unique index once_at_two on appointments (start_ms) where appointment_time = '14:00'`.execute(
      engine.db,
    )
    const twice = await book('10:00')
    await book('14:00')
    const outcomes = await moveAll([bo.id, '12:00'], [twice.id, '14:00'], [cy.id, '12:00'])
    expect(outcomes).toEqual(['changed', 'taken', 'changed'])
  })

  it('joins the same client’s other appointment, who comes with somebody', async () => {
    const { desk, storage, book, move, moveAll } = await openShop(name, { capacity: 2 })
    const [first, second] = [await book('10:00'), await book('11:00')]
    expect((await move(second.id, '10:00')).status).toBe('changed')
    expect(await desk.openTimesOn(ann.appointment_date)).not.toContain('10:00')
    // What was sent for the first is that still.
    expect(await desk.book({ ...ann, appointment_time: '10:00' }, 0)).toMatchObject({
      status: 'repeated',
      appointment: { id: first.id },
    })
    expect(await moveAll([first.id, '14:00'], [second.id, '14:00', 1])).toEqual(['changed', 'changed'])
    for (const { id } of [first, second])
      expect(await storage.appointments.findById(id)).toMatchObject({ appointment_time: '14:00' })
  })

  it('changes places with the same client’s other appointment', async () => {
    const { book, moveAll } = await openShop(name)
    const [first, second] = [await book('10:00'), await book('14:00')]
    expect(await moveAll([first.id, '14:00'], [second.id, '10:00'])).toEqual(['changed', 'changed'])
  })

  it('lets two change seats with each other', async () => {
    const { book } = await openShop(name, { capacity: 2 })
    for (const time of ['10:30', '10:00', '12:30', '12:00']) await book(time, `Client ${time}`)
    // Whoever comes first is given the lower seat, which the later one has.
    expect(await book('11:15', 'Newcomer')).toMatchObject({ status: 'confirmed' })
  })

  it('adds its jobs once, supersedes earlier ones, and wakes the worker, as every change does', async () => {
    const { desk, book, move, pendingJobs, woken } = await openShop(name)
    const { id } = await book('10:00')
    await move(id, '14:00')
    const rows = await pendingJobs()
    expect(rows.every((row) => row.sequence === 1)).toBe(true)
    const kinds = ['business-notification', 'calendar-event', 'client-invitation', 'client-reminder']
    expect(rows.map((row) => row.kind).sort()).toEqual(kinds)
    await desk.cancel({ id, expectedSequence: 1, by: 'client' })
    const closed = await desk.block({ from: '2026-12-03T12:00', to: '2026-12-03T18:00', reason: '' })
    await desk.unblock(closed.id, 'desk')
    expect(woken).toEqual(Array(5).fill(testNoon))
  })

  it('waits for an attempt at the earlier event to end, so that events arrive in order', async () => {
    const { storage, book, move, pendingJobs } = await openShop(name)
    const { id } = await book('10:00')
    const leaseEndsAtMs = testNoon + msPerHour
    await storage.jobs.claim(id, 'calendar-event', { nowEpochMs: testNoon, endsAtMs: leaseEndsAtMs })
    await move(id, '14:00')
    const due = new Map((await pendingJobs()).map((row) => [row.kind, row.due_at_ms]))
    // PostgreSQL's own clock says how much of the lease is left.
    expect(due.get('calendar-event')).toBeGreaterThan(testNoon + msPerHour / 2)
    expect(due.get('calendar-event')).toBeLessThanOrEqual(leaseEndsAtMs)
    expect(due.get('business-notification')).toBe(testNoon)
  })
})

describe.each(engines)('canceling an appointment, on %s', (name) => {
  it('frees the time, keeps the history, and cannot be done twice', async () => {
    const { desk, storage, book } = await openShop(name)
    const { id } = await book('10:00')
    const cancel = () => desk.cancel({ id, expectedSequence: 0, by: 'client' })
    expect(await cancel()).toMatchObject({
      status: 'changed',
      appointment: { status: 'cancelled', sequence: 1 },
    })
    expect(await cancel()).toEqual({ status: 'stale' })
    expect(await desk.openTimesOn(ann.appointment_date)).toContain('10:00')
    expect(await storage.changes.findChange(id, 1)).toMatchObject({ what: 'cancelled', toEpochMs: null })
    await book('10:00', 'Bo Diaz')
  })

  it('adds jobs for the client alone when the owner did it in the calendar', async () => {
    const { desk, book, pendingJobs } = await openShop(name)
    const { id } = await book('10:00')
    await desk.cancel({ id, expectedSequence: 0, by: 'calendar' })
    expect((await pendingJobs()).map((row) => row.kind)).toEqual(['client-invitation'])
  })
})
