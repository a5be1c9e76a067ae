import { describe, expect, it } from 'vitest'
import { agendaOf, atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, openShop } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

const time = { appointment_date: '2026-12-03', appointment_time: '10:00' }
const walkIn = { full_name: 'Walk-in', ...time }

describe.each(engines)('what the owner enters at the desk of a shop with two fitters, on %s', (engine) => {
  async function openDesk() {
    const shop = await openShop({ engine, opening: { capacity: 2 } })
    const desk = await atDesk(shop)
    const send = (args: object, key = '') =>
      desk.rpc('book_for_client', args).setHeader('idempotency-key', key)
    const enter = async (args: object, key?: string) => (await send(args, key)).data?.id
    return {
      shop,
      desk,
      send,
      enter,
      booked: async () => (await agendaOf(desk)).appointments.map(({ id }) => id),
    }
  }

  it('is two appointments where two come in whose name and time are the same', async () => {
    const { send, enter, booked } = await openDesk()
    const ids = [await enter(walkIn, 'first'), await enter(walkIn, 'second')]
    expect((await booked()).sort()).toEqual(ids.sort())
    expect(new Set(ids).size).toBe(2)
    expect((await send(walkIn, 'third')).status).toBe(409)
  })

  it('is one where the same entry is sent again, or all at once', async () => {
    const { send, enter, booked } = await openDesk()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => untilAnswered(async () => send(walkIn, 'one'))),
    )
    const id = await enter(walkIn, 'one')
    expect(answers.map(({ data }) => data?.id)).toEqual(Array(10).fill(id))
    expect(await booked()).toEqual([id])
  })

  it('is one where nothing tells the entries apart, as a desk of an earlier version sends them', async () => {
    const { enter, booked } = await openDesk()
    expect(await enter(walkIn)).toBe(await enter(walkIn))
    expect(await booked()).toHaveLength(1)
  })

  it('is one for a client who can be reached, whoever enters them and how often', async () => {
    const { shop, enter, booked } = await openDesk()
    const { data } = await shop.book(ann)
    expect(await enter(ann, 'first')).toBe(data?.id)
    const { email, ...unmailed } = { ...ann, appointment_time: '14:00' }
    const called = await enter(unmailed, 'second')
    expect(await enter(unmailed, 'third')).toBe(called)
    expect(await booked()).toEqual([data?.id, called])
    expect((await shop.book(ann)).status).toBe(200)
  })

  it('keeps the note that was added before it was sent again, and none over another', async () => {
    const { shop, send } = await openDesk()
    await shop.book(ann)
    for (const [entry, key] of [
      [{ ...walkIn, appointment_time: '14:00' }, 'one'],
      [ann, ''],
    ] as const) {
      const noteAfter = async (note: string) => (await send({ ...entry, note }, key)).data?.note
      expect(await noteAfter('')).toBe('')
      expect(await noteAfter('Left shoulder low.')).toBe('Left shoulder low.')
      expect(await noteAfter('')).toBe('Left shoulder low.')
      expect(await noteAfter('Left shoulder low. Brings her sister.')).toBe(
        'Left shoulder low. Brings her sister.',
      )
      expect(await noteAfter('Tall.')).toBe('Left shoulder low. Brings her sister.')
    }
  })

  it('is moved to where another of that name stands', async () => {
    const { desk, enter } = await openDesk()
    await enter(walkIn, 'first')
    const id = await enter({ ...walkIn, appointment_time: '12:00' }, 'second')
    expect((await desk.rpc('move_appointment', { id, sequence: 0, ...time })).status).toBe(200)
  })
})
