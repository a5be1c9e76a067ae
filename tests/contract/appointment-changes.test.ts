import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { msPerHour } from '../../booking/time.ts'
import { engines } from './support/engines.ts'
import { openQueue } from './support/queue.ts'
import { ann, testNoon } from './support/shop-server.ts'

describe.each(engines)('changing an appointment, on %s', (name) => {
  async function openShop(capacity = 2) {
    const queue = await openQueue(name, capacity)
    /** As the owner's calendar moves several. */
    const move = async (...moves: [id: string, time: string, sequence?: number][]) => {
      const requests = moves.map(([id, appointment_time, expectedSequence = 0]) => {
        const to = { appointment_date: ann.appointment_date, appointment_time }
        return { id, expectedSequence, durationMinutes: 60, to, by: 'calendar' as const }
      })
      return (await queue.desk.moveTogether(requests)).map(({ status }) => status)
    }
    const pending = queue.engine.db.selectFrom('jobs').selectAll().where('status', '=', 'pending')
    const pendingJobs = async () =>
      (await pending.orderBy('id').execute()).toSorted((a, b) => a.kind.localeCompare(b.kind))
    return { ...queue, move, pendingJobs }
  }

  it('moves others to different seats if that makes room', async () => {
    const { desk, book, move } = await openShop()
    // Each of the two fitters has a gap of half an hour at 10:00. Together they have the whole one.
    const mover = await book('16:00', 'Mover')
    for (const time of ['09:00', '09:30', '10:30', '11:00']) await book(time, `Client ${time}`)
    expect(await move([mover, '10:00'])).toEqual(['changed'])
    expect(await desk.openTimesOn(ann.appointment_date)).not.toContain('10:00')
    // Its own time doesn't conflict with it.
    await book('14:00', 'First')
    const second = await book('15:00', 'Second')
    await book('15:30', 'Third')
    expect(await move([second, '14:45'])).toEqual(['changed'])

    const { book: bookThere } = await openShop()
    for (const time of ['10:30', '10:00', '12:30', '12:00']) await bookThere(time, `Client ${time}`)
    // The first one gets the lower seat, which the later one has.
    await bookThere('11:15', 'Newcomer')
  })

  it('succeeds or fails by itself when another change in the batch is impossible', async () => {
    const { book, move, engine } = await openShop()
    const [bo, cy] = [await book('16:00', 'Bo Diaz'), await book('16:00', 'Cy Fox')]
    // There's a seat, but the database rejects it, like a newer version's constraint.
    await sql`create unique index once_at_two on appointments (start_ms) where appointment_time = '14:00'`.execute(
      engine.db,
    )
    const twice = await book('10:00')
    await book('14:00')
    const outcomes = await move([bo, '12:00'], [twice, '14:00'], [cy, '12:00'])
    expect(outcomes).toEqual(['changed', 'taken', 'changed'])
  })

  it('can join the same client’s other appointment, or trade places with it', async () => {
    const { desk, appointments, book, move } = await openShop()
    const [first, second] = [await book('10:00'), await book('11:00')]
    expect(await move([second, '10:00'])).toEqual(['changed'])
    expect(await desk.openTimesOn(ann.appointment_date)).not.toContain('10:00')
    // The same six fields still match the first one.
    const again = await desk.book({ ...ann, appointment_time: '10:00' }, 0)
    expect(again).toMatchObject({ status: 'repeated', appointment: { id: first } })
    expect(await move([first, '14:00'], [second, '14:00', 1])).toEqual(['changed', 'changed'])
    for (const id of [first, second])
      expect(await appointments.findById(id)).toMatchObject({ appointment_time: '14:00' })
    const alone = await openShop(1)
    const [early, late] = [await alone.book('10:00'), await alone.book('14:00')]
    expect(await alone.move([early, '14:00'], [late, '10:00'])).toEqual(['changed', 'changed'])
  })

  it('replaces earlier jobs, and its event waits until a running attempt ends', async () => {
    const { desk, jobs, book, pendingJobs, woken } = await openShop()
    const id = await book('10:00')
    const endsAtMs = testNoon + msPerHour
    await jobs.claim(id, 'calendar-event', { nowEpochMs: testNoon, endsAtMs })
    const to = { appointment_date: ann.appointment_date, appointment_time: '14:00' }
    await desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'client' })
    const [business, event, ...others] = await pendingJobs()
    expect(business).toMatchObject({ kind: 'business-notification', sequence: 1, due_at_ms: testNoon })
    expect(event).toMatchObject({ kind: 'calendar-event', sequence: 1 })
    // PostgreSQL's own clock knows how much of the lease is left.
    expect(event?.due_at_ms).toBeGreaterThan(testNoon + msPerHour / 2)
    expect(event?.due_at_ms).toBeLessThanOrEqual(endsAtMs)
    const client = ['client-invitation', 'client-reminder'].map((kind) => ({ kind, sequence: 1 }))
    expect(others).toMatchObject(client)
    // The owner canceled it in the calendar, and gets no email.
    await desk.cancel({ id, expectedSequence: 1, by: 'calendar' })
    expect(await pendingJobs()).toMatchObject([{ kind: 'client-invitation', sequence: 2 }])
    const blocked = await desk.block({ from: '2026-12-03T12:00', to: '2026-12-03T18:00', reason: '' })
    await desk.blockedTimes.unblock(blocked.id, 'desk')
    // Each change wakes the worker.
    expect(woken).toEqual(Array(5).fill(testNoon))
  })
})
