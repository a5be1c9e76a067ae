import { describe, expect, it } from 'vitest'
import { agendaOf, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

const time = { appointment_date: '2026-12-03', appointment_time: '10:00' }
const walkIn = { full_name: 'Walk-in', ...time }

describe.each(engines)('an entry at the desk of a shop with two fitters, on %s', (engine) => {
  async function open() {
    const { shop, client } = await openDesk({ engine, opening: { capacity: 2 } })
    const send = (args: object, key = '') =>
      client.rpc('book_for_client', args).setHeader('idempotency-key', key)
    const enter = async (args: object, key?: string) => (await send(args, key)).data?.id
    const booked = async () => (await agendaOf(client)).appointments.map(({ id }) => id)
    return { shop, client, send, enter, booked }
  }

  it('is one appointment however often it’s sent, and another with the same name and time is a second', async () => {
    const { client, send, enter, booked } = await open()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => untilAnswered(async () => send(walkIn, 'one'))),
    )
    const id = await enter(walkIn, 'one')
    expect(answers.map(({ data }) => data?.id)).toEqual(Array(10).fill(id))
    expect(await booked()).toEqual([id])

    const second = await enter(walkIn, 'second')
    expect((await booked()).sort()).toEqual([id, second].sort())
    expect((await send(walkIn, 'third')).status).toBe(409)

    // Moved to where another of that name is.
    await client.rpc('cancel_appointment', { id, sequence: 0, message: '' })
    const later = await enter({ ...walkIn, appointment_time: '12:00' }, 'later')
    const move = { id: later, sequence: 0, ...time }
    expect((await client.rpc('move_appointment', move)).status).toBe(200)
  })

  it('is one appointment when no key distinguishes it', async () => {
    const { enter, booked } = await open()
    expect(await enter(walkIn)).toBe(await enter(walkIn))
    expect(await booked()).toHaveLength(1)
  })

  it('is one appointment for a client who can be reached, whoever enters them', async () => {
    const { shop, enter, booked } = await open()
    const { data } = await shop.book(ann)
    expect(await enter(ann, 'first')).toBe(data?.id)
    const { email, ...called } = { ...ann, appointment_time: '14:00' }
    const id = await enter(called, 'second')
    expect(await enter(called, 'third')).toBe(id)
    expect(await booked()).toEqual([data?.id, id])
    expect((await shop.book(ann)).status).toBe(200)
  })

  it('keeps the note that was added before it was sent again, and replaces no other', async () => {
    const { shop, send } = await open()
    await shop.book(ann)
    for (const [entry, key] of [
      [{ ...walkIn, appointment_time: '14:00' }, 'one'],
      [ann, ''],
    ] as const) {
      const noteAfter = async (note: string) => (await send({ ...entry, note }, key)).data?.note
      const [low, sister] = ['Left shoulder low.', 'Left shoulder low. Brings her sister.']
      const notes: string[] = []
      for (const note of ['', low, '', sister, 'Tall.']) notes.push(await noteAfter(note))
      expect(notes).toEqual(['', low, low, sister, sister])
    }
  })
})
