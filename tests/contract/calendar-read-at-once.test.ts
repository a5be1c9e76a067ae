import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { leaseFrom } from '../../server/db/jobs.ts'
import { delivered } from '../../server/jobs/worker.ts'
import { engines } from './support/engines.ts'
import { hour, idOf, openAtGoogle, type ShopAtGoogle } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { at } from './support/synced-shop.ts'

const day = ann.appointment_date
const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }

/** Polls the calendar; while its answer to the next such question is on its way, something happens to the end. */
async function pollDuring(
  { remote, poll }: ShopAtGoogle,
  question: 'read' | 'find',
  work: () => Promise<void>,
) {
  const asked = { ...remote }
  const held = async <T>(answer: Promise<T>): Promise<T> => {
    Object.assign(remote, asked)
    const found = await answer
    await work()
    return found
  }
  if (question === 'read') remote.read = (...of) => held(asked.read(...of))
  else remote.find = (...of) => held(asked.find(...of))
  await poll()
  expect(remote[question]).toBe(asked[question])
}

/** Does the pending jobs of a kind. @returns how many there were */
async function deliver({ storage: { jobs } }: ShopAtGoogle, kind: 'event-restored' | 'move-refused') {
  const due = await jobs.claimDue(leaseFrom(testNoon), 10, [kind])
  for (const job of due) await jobs.complete(job, delivered('a@mail'), testNoon)
  return due.length
}

describe.each(engines)(
  'two processes that poll the owner’s calendar at the same moment, with %s',
  (engine) => {
    it('miss a deleted event once, and neither cancel nor open anything', async () => {
      const shop = await openAtGoogle(engine)
      const appointment = await shop.bookShown()
      await shop.closeShown('16:00', '17:00')
      shop.deleteEvents(...shop.api.events.keys())
      await pollDuring(shop, 'read', shop.poll)
      expect([await shop.statusOf(appointment), await shop.isOpen('16:00')]).toEqual(['confirmed', false])
      await shop.poll()
      expect([await shop.statusOf(appointment), await shop.isOpen('16:00')]).toEqual(['cancelled', true])
    })

    it('see a move onto another client once, and let the owner make room', async () => {
      const shop = await openAtGoogle(engine)
      const [first, second] = [await shop.bookShown(), await shop.bookShown(bo)]
      shop.moveEvent(first, day, '14:00')
      await pollDuring(shop, 'read', shop.poll)
      expect(await deliver(shop, 'move-refused')).toBe(0)
      shop.moveEvent(second, day, '16:00')
      await shop.poll()
      const times = [await shop.stored(first), await shop.stored(second)].map((one) => one.appointment_time)
      expect(times).toEqual(['14:00', '16:00'])
    })

    it('tell the owner once of the restored event of a canceled consultation', async () => {
      const shop = await openAtGoogle(engine)
      const id = idOf(await shop.bookShown())
      shop.deleteEvents(id)
      await shop.poll(2)
      shop.restoreEvents(id)
      let told = 0
      await pollDuring(shop, 'find', async () => {
        await shop.poll()
        told += await deliver(shop, 'event-restored')
      })
      expect(told + (await deliver(shop, 'event-restored'))).toBe(1)
    })

    it('tell the owner once of a rejected move', async () => {
      const shop = await openAtGoogle(engine)
      const [moved, deleted] = [await shop.bookShown(), await shop.bookShown(bo)]
      shop.deleteEvents(idOf(deleted))
      await shop.poll()
      shop.moveEvent(moved, '2026-12-01', '09:00')
      let told = 0
      await pollDuring(shop, 'find', async () => {
        await shop.poll()
        told += await deliver(shop, 'move-refused')
        // Puts the event back.
        await shop.show(await shop.stored(moved))
      })
      expect(told + (await deliver(shop, 'move-refused'))).toBe(1)
    })

    it('leave the owner’s answer about missing events as it was given', async () => {
      const shop = await openAtGoogle(engine)
      const booked: StoredAppointment[] = []
      for (const appointment_time of ['09:00', '10:00', '11:00', '12:00'])
        booked.push(await shop.bookShown({ ...ann, appointment_time }))
      shop.deleteEvents(...shop.api.events.keys())
      await shop.poll()
      await pollDuring(shop, 'find', async () => {
        await shop.poll()
        expect(await shop.storage.polls.confirm(shop.remote.id)).toBe(booked.length)
      })
      await shop.poll()
      for (const appointment of booked) expect(await shop.statusOf(appointment)).toBe('cancelled')
    })
  },
)

describe.each(engines)('a slow poll of the owner’s calendar, with %s', (engine) => {
  it('undoes nothing that the client did in the meantime', async () => {
    const shop = await openAtGoogle(engine)
    const booked = await shop.bookShown()
    await shop.poll()
    const { id } = booked
    await pollDuring(shop, 'read', async () => {
      const to = { appointment_date: day, appointment_time: '14:00' }
      const moved = await shop.desk.move({ id, expectedSequence: 0, durationMinutes: 60, to, by: 'client' })
      await shop.show(moved.status === 'changed' ? moved.appointment : expect.fail(moved.status))
    })
    await shop.poll(2)
    expect(await shop.stored(booked)).toMatchObject({ appointment_time: '14:00', sequence: 1 })
    expect(shop.api.events.get(idOf(booked))).toMatchObject(hour(at(day, '14:00')))
    expect(await shop.isOpen('10:00')).toBe(true)
  })
})
