import { describe, expect, it } from 'vitest'
import type { Agenda } from '../../booking/owner-api.ts'
import { inOneGo } from './support/behind.ts'
import { isRead } from './support/calendar-reading.ts'
import { atDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { openRadicale } from './support/radicale.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, openShop, until } from './support/shop-server.ts'

const day = { from: '2026-12-03', to: '2026-12-03' }

describe.each(engines)('a closed time in the owner’s calendar, kept in %s', (engine) => {
  it('stands there as a busy event, moves with it, and is open again when it is deleted there', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    const desk = await atDesk(shop)
    const agenda = async (): Promise<Agenda> => (await desk.rpc('agenda', day, { get: true })).data
    const closures = async () => (await agenda()).closures
    await desk.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-03T14:00', reason: 'Fair' })
    await until(async () => (await radicale.events()).length === 1)
    const [standing] = await radicale.events()
    expect(standing?.event.summary).toBe('Closed: Fair')
    expect([standing?.start, standing?.end]).toEqual(['2026-12-03T18:00:00.000Z', '2026-12-03T20:00:00.000Z'])
    expect(standing?.component.getFirstPropertyValue('transp')).not.toBe('TRANSPARENT')

    await radicale.move(standing?.href ?? '', Date.parse('2026-12-03T15:00Z'))
    await until(async () => (await closures())[0]?.from === '2026-12-03T09:00')
    // Once that reading is over, its own event is nothing else that keeps the owner busy.
    await until(async () => (await agenda()).busy.length === 0)
    expect((await closures())[0]?.to).toBe('2026-12-03T10:00')
    expect((await shop.book({ ...ann, appointment_time: '09:30' })).status).toBe(409)

    await radicale.delete(standing?.href ?? '')
    await until(async () => (await closures()).length === 0)
    // Until the next reading the moved event itself may still count as busy.
    await until(async () => (await shop.book({ ...ann, appointment_time: '09:00' })).status === 201)
  })

  it('becomes a whole day where the owner’s app writes one that ends on its own date', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    const desk = await atDesk(shop)
    await desk.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-03T14:00', reason: 'Fair' })
    await until(async () => (await radicale.events()).length === 1)
    await isRead(radicale, shop)
    const [closure] = await radicale.events()
    // Android writes a day like this.
    const wholeDay = 'DTSTART;VALUE=DATE:20261204\r\nDTEND;VALUE=DATE:20261204'
    await radicale.edit(closure?.href ?? '', (text) =>
      text.replace(/(BEGIN:VEVENT[\s\S]*?)DTSTART.*\r\nDTEND.*/, `$1${wholeDay}`),
    )
    const on = { from: '2026-12-04', to: '2026-12-04' }
    const closures = async () => ((await desk.rpc('agenda', on, { get: true })).data as Agenda).closures
    await until(async () => (await closures()).length === 1)
    expect(await closures()).toMatchObject([{ from: '2026-12-04T00:00', to: '2026-12-05T00:00' }])
    expect(await shop.openTimes('2026-12-04')).toEqual([])
  })

  it('stays closed when its event loses its length, and everything else is followed all the same', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    const desk = await atDesk(shop)
    await desk.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-03T14:00', reason: 'Fair' })
    await shop.postForm({ ...ann })
    const { run } = await shop.database()
    await until(async () => (await run('select uid from synced_events')).length === 2)
    await isRead(radicale, shop)
    const [consultation, closure] = await radicale.events()
    await radicale.edit(closure?.href ?? '', (text) => text.replace(/(DTSTART(.*)\r\n)DTEND.*/, '$1DTEND$2'))
    await isRead(radicale, shop)
    await radicale.move(consultation?.href ?? '', Date.parse('2026-12-03T21:00Z'))
    await until(async () => (await shop.openTimes('2026-12-03')).includes('10:00'))
    const agenda: Agenda = (await desk.rpc('agenda', day, { get: true })).data
    expect(agenda.closures).toMatchObject([{ from: '2026-12-03T12:00', to: '2026-12-03T14:00' }])
  })

  it('stays closed while the calendar is emptied event by event', async () => {
    const radicale = await openRadicale()
    const { env, go } = await inOneGo(radicale)
    const shop = await openShop({ env, engine })
    const desk = await atDesk(shop)
    await desk.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-03T14:00', reason: 'Fair' })
    const times = ['09:00', '10:00', '11:00', '15:00']
    for (const appointment_time of times) await shop.postForm({ ...ann, appointment_time })
    await until(async () => (await radicale.events()).length === 1 + times.length)
    const { run } = await shop.database()
    await until(async () => (await run('select uid from synced_events')).length === 1 + times.length)
    await isRead(radicale, shop)
    const isOurs = ({ event }: { event: { summary: string } }) => /^C(losed|onsultation)/.test(event.summary)
    const ours = (await radicale.events()).filter(isOurs)
    const before = await radicale.objects()
    // One of them is left: it goes next.
    await go(async () => {
      for (const { href } of ours.slice(0, -1)) await radicale.delete(href)
    })
    await isRead(radicale, shop, 3)
    // The first of them that come back are consultations.
    for (const { href } of ours.filter(({ event }) => !event.summary.startsWith('Closed')).slice(0, 2)) {
      const name = href.split('/').at(-1)?.replace('.ics', '') ?? ''
      await radicale.putText(name, before.find((one) => one.href === href)?.text ?? '')
    }
    await isRead(radicale, shop, 3)
    const agenda: Agenda = (await desk.rpc('agenda', day, { get: true })).data
    expect(agenda.closures).toHaveLength(1)
    expect(agenda.appointments.map(({ status }) => status)).toEqual(times.map(() => 'confirmed'))
    expect((await shop.book({ ...ann, appointment_time: '12:30' })).status).toBe(409)

    const putBack = await runCommand('calendar', ['put-back'], {
      ...shop.settings,
      ...env,
      ...atTestNoon,
    })
    expect(putBack.output).toContain('The server will write 2 entries again')
    await until(async () => (await radicale.events()).filter(isOurs).length === ours.length)
    await isRead(radicale, shop, 3)
    expect((await desk.rpc('agenda', day, { get: true })).data.closures).toHaveLength(1)
  })
})
