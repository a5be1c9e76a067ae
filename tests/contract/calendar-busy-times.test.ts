import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { requestErrors } from '../../copy/errors.ts'
import { type OpenRadicale, openRadicale } from './support/radicale.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

const day = ann.appointment_date
const half = [
  '09:00',
  '09:30',
  '10:00',
  '10:30',
  '11:00',
  '11:30',
  '12:00',
  '12:30',
  '13:00',
  '13:30',
  '14:00',
]
const wholeDay = [...half, '14:30', '15:00', '15:30', '16:00', '16:30', '17:00']
const without = (...times: string[]) => wholeDay.filter((time) => !times.includes(time))

const opens = (shop: OpenShop, times: readonly string[], date = day) =>
  until(async () => JSON.stringify(await shop.openTimes(date)) === JSON.stringify(times))

/** Waits until the shop has read the calendar anew: a marker on another day closes a time there. */
async function isRead(radicale: OpenRadicale, shop: OpenShop): Promise<void> {
  await radicale.putEvent('marker', ['DTSTART:20271201T160000Z', 'DTEND:20271201T170000Z'])
  await until(async () => !(await shop.openTimes('2027-12-01')).includes('10:00'))
}

describe('what else stands in the owner’s calendar', () => {
  it('closes those times, refuses them at booking, and opens them again', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    expect(await shop.openTimes(day)).toEqual(wholeDay)
    await radicale.putEvent('dentist', ['DTSTART:20261203T163000Z', 'DTEND:20261203T173000Z'])
    await opens(shop, without('10:00', '10:30', '11:00'))

    const { status, error } = await shop.book(ann)
    expect(status).toBe(409)
    expect(error?.hint).toBe(requestErrors.nearest('09:00, 09:30, 11:30'))
    expect((await shop.book({ ...ann, appointment_time: '09:30' })).status).toBe(201)

    const [dentist] = (await radicale.events()).filter(({ event }) => event.uid === 'dentist')
    await radicale.delete(dentist?.href ?? '')
    await opens(shop, without('09:00', '09:30', '10:00'))
    expect((await shop.book({ ...ann, appointment_time: '10:30' })).status).toBe(201)
  })

  it('closes the whole shop, however many fitters it has', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, opening: { capacity: 3 } })
    await radicale.putEvent('holiday', ['DTSTART;VALUE=DATE:20261203', 'DTEND;VALUE=DATE:20261204'])
    await opens(shop, [])
    // The day is the shop's day, not the one of Greenwich.
    expect(await shop.openTimes('2026-12-02')).toEqual(wholeDay)
    expect(await shop.openTimes('2026-12-04')).toEqual(wholeDay)
    expect((await shop.book(ann)).status).toBe(409)
  })

  it('counts repetitions, in their own zone, with their exceptions', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    await radicale.putEvent('yoga', [
      'DTSTART;TZID=America/New_York:20261105T110000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;BYDAY=TH',
      'EXDATE;TZID=America/New_York:20261210T110000',
    ])
    await opens(shop, without('09:30', '10:00', '10:30'))
    expect(await shop.openTimes('2026-12-10')).toEqual(wholeDay)
    expect(await shop.openTimes('2026-12-17')).toEqual(without('09:30', '10:00', '10:30'))
    // The clocks change in both cities on the same day.
    expect(await shop.openTimes('2027-03-18')).toEqual(without('09:30', '10:00', '10:30'))
  })

  it('does not count what leaves the owner free', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    const at = ['DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z']
    await radicale.putEvent('reminder', [...at, 'TRANSP:TRANSPARENT'])
    await radicale.putEvent('called-off', [...at, 'STATUS:CANCELLED'])
    await isRead(radicale, shop)
    expect(await shop.openTimes(day)).toEqual(wholeDay)
  })

  it('never counts our own events', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, opening: { capacity: 2 } })
    expect((await shop.postForm({ ...ann })).status).toBe(200)
    await until(async () => (await radicale.objects()).length === 1)
    await isRead(radicale, shop)
    expect(await shop.openTimes(day)).toEqual(wholeDay)
    expect((await shop.book({ ...ann, email: 'bob@example.com' })).status).toBe(201)
    expect((await shop.book({ ...ann, email: 'cleo@example.com' })).status).toBe(409)
  })

  it('still holds while the calendar cannot be read, for a server that was started meanwhile too', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    await radicale.putEvent('dentist', ['DTSTART:20261203T163000Z', 'DTEND:20261203T173000Z'])
    const left = without('10:00', '10:30', '11:00')
    await opens(shop, left)
    await radicale.kill()
    await shop.close()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const later = await openShop({ env: radicale.env, folder: shop.folder, log })
    await until(() => lines.some((line) => line.includes('the calendar could not be read')))
    expect(await later.openTimes(day)).toEqual(left)
    expect((await later.book(ann)).status).toBe(409)
  })

  it('closes nothing any more once another calendar is the shop’s', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env })
    await radicale.putEvent('dentist', ['DTSTART:20261203T163000Z', 'DTEND:20261203T173000Z'])
    await opens(shop, without('10:00', '10:30', '11:00'))
    await shop.close()
    await opens(await openShop({ folder: shop.folder }), wholeDay)
  })
})
