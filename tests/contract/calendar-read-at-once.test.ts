import { describe, expect, it } from 'vitest'
import { leaseFrom } from '../../server/db/jobs.ts'
import { delivered } from '../../server/jobs/worker.ts'
import { at, hour, idOf, openAtGoogle } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'

const day = ann.appointment_date
const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }
type Around = Awaited<ReturnType<typeof openAtGoogle>>

/** Reads the calendar; while its answer to the next such question is on its way, so does another process, to the end. */
async function readAtOnce({ remote, read }: Around, question: 'read' | 'find', then = async () => {}) {
  const asked = { ...remote }
  const meanwhile = async <T>(answer: Promise<T>): Promise<T> => {
    Object.assign(remote, asked)
    const told = await answer
    await read()
    await then()
    return told
  }
  if (question === 'read') remote.read = (...of) => meanwhile(asked.read(...of))
  else remote.find = (...of) => meanwhile(asked.find(...of))
  await read()
  expect(remote[question]).toBe(asked[question])
}

/** Does what is owed of a kind. @returns how much it was */
async function deliver({ storage: { jobs } }: Around, kind: 'event-restored' | 'move-refused') {
  const due = await jobs.claimDue(leaseFrom(testNoon), 10, [kind])
  for (const job of due) await jobs.complete(job, delivered('a@mail'), testNoon)
  return due.length
}

describe('two processes that read the owner’s calendar at the same moment', () => {
  it('have missed what is gone once, and cancel and open nothing', async () => {
    const around = await openAtGoogle()
    const { api, book, show, showBlockedTime, desk, read, storage } = around
    const appointment = await book()
    await show(appointment)
    await showBlockedTime(await desk.block({ from: `${day}T16:00`, to: `${day}T17:00`, reason: 'Fair' }))
    for (const id of api.events.keys()) api.change(id, { status: 'cancelled' })
    await readAtOnce(around, 'read')
    const status = async () => (await storage.appointments.findById(appointment.id))?.status
    expect(await status()).toBe('confirmed')
    expect(await desk.openTimesOn(day)).not.toContain('16:00')
    await read()
    expect(await status()).toBe('cancelled')
    expect(await desk.openTimesOn(day)).toContain('16:00')
  })

  it('have seen a move onto another client once, and let the owner make room', async () => {
    const around = await openAtGoogle()
    const { api, book, show, read, storage } = around
    const [first, second] = [await book(), await book(bo)]
    for (const appointment of [first, second]) await show(appointment)
    api.change(idOf(first), hour(at(day, '14:00')))
    await readAtOnce(around, 'read')
    expect(await deliver(around, 'move-refused')).toBe(0)
    api.change(idOf(second), hour(at(day, '16:00')))
    await read()
    const stored = await storage.appointments.findByIds([first.id, second.id])
    expect(stored.map(({ appointment_time }) => appointment_time).sort()).toEqual(['14:00', '16:00'])
  })

  it('tell the owner once of the event of a cancelled consultation that stands there again', async () => {
    const around = await openAtGoogle()
    const { api, book, show, read } = around
    const appointment = await book()
    await show(appointment)
    api.change(idOf(appointment), { status: 'cancelled' })
    for (const _ of [1, 2]) await read()
    api.change(idOf(appointment), { status: 'confirmed' })
    let told = 0
    await readAtOnce(around, 'find', async () => {
      told += await deliver(around, 'event-restored')
    })
    expect(told + (await deliver(around, 'event-restored'))).toBe(1)
  })

  it('tell the owner once of a move that cannot be followed', async () => {
    const around = await openAtGoogle()
    const { api, book, show, read, storage } = around
    const [moved, deleted] = [await book(), await book(bo)]
    for (const appointment of [moved, deleted]) await show(appointment)
    api.change(idOf(deleted), { status: 'cancelled' })
    await read()
    api.change(idOf(moved), hour(at('2026-12-01', '09:00')))
    let told = 0
    await readAtOnce(around, 'find', async () => {
      told += await deliver(around, 'move-refused')
      // And the event is back where it was.
      await show((await storage.appointments.findById(moved.id)) ?? expect.fail())
    })
    expect(told + (await deliver(around, 'move-refused'))).toBe(1)
  })

  it('leave the owner’s answer about what is gone as it was given', async () => {
    const around = await openAtGoogle()
    const { api, book, show, read, remote, storage } = around
    const times = ['09:00', '10:00', '11:00', '12:00']
    const ids: string[] = []
    for (const appointment_time of times) {
      const appointment = await book({ ...ann, appointment_time })
      await show(appointment)
      ids.push(appointment.id)
    }
    for (const id of api.events.keys()) api.change(id, { status: 'cancelled' })
    await read()
    await readAtOnce(around, 'find', async () => {
      expect(await storage.polls.confirm(remote.id)).toBe(times.length)
    })
    await read()
    const stored = await storage.appointments.findByIds(ids)
    expect(stored.map(({ status }) => status)).toEqual(times.map(() => 'cancelled'))
  })
})
