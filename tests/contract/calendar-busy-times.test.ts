import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { requestErrors } from '../../copy/errors.ts'
import { lineTo } from './support/behind.ts'
import { isRead, stand } from './support/calendar-reading.ts'
import { shareRadicale } from './support/radicale.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

const day = ann.appointment_date
const wholeDay = Array.from({ length: 17 }, (_, half) =>
  [String(9 + Math.floor(half / 2)).padStart(2, '0'), half % 2 ? '30' : '00'].join(':'),
)
const without = (...times: string[]) => wholeDay.filter((time) => !times.includes(time))
const openCalendar = shareRadicale()

const opens = (shop: OpenShop, times: readonly string[]) =>
  until(async () => (await shop.openTimes(day)).join() === times.join())

describe('the owner’s own events in a CalDAV calendar', () => {
  it('block their times for the whole shop, and only those', async () => {
    const calendar = await openCalendar()
    const shop = await openShop({ env: calendar.env, opening: { capacity: 2 } })
    expect(await shop.openTimes(day)).toEqual(wholeDay)
    // The shop's domain makes an event none of the shop's.
    const dentist = 'dentist-17@hollisandcrane.example'
    await calendar.putEvent(dentist, ['DTSTART:20261203T163000Z', 'DTEND:20261203T173000Z'])
    await calendar.putEvent('holiday', ['DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261206'])
    await calendar.putEvent('yoga', [
      ...['DTSTART;TZID=America/New_York:20261111T110000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=WE'],
      'EXDATE;TZID=America/New_York:20261216T110000',
    ])
    const monday = ['DTSTART:20261207T160000Z', 'DTEND:20261207T170000Z']
    await calendar.putEvent('reminder', [...monday, 'TRANSP:TRANSPARENT'])
    await calendar.putEvent('called-off', [...monday, 'STATUS:CANCELLED'])
    await isRead(calendar, shop)
    const dentistTimes = ['10:00', '10:30', '11:00']
    expect(await shop.openTimes(day)).toEqual(without(...dentistTimes))
    // The day is the shop's day, not that of Greenwich.
    for (const [date, times] of [
      ['2026-12-04', wholeDay],
      ['2026-12-05', []],
      ['2026-12-06', wholeDay],
      ['2026-12-07', wholeDay],
      ['2026-12-09', without('09:30', '10:00', '10:30')],
      ['2026-12-16', wholeDay],
      // After the clocks of both cities changed.
      ['2027-03-17', without('09:30', '10:00', '10:30')],
    ] as const)
      expect([date, await shop.openTimes(date)]).toEqual([date, times])

    const { status, error } = await shop.book(ann)
    expect(status).toBe(409)
    expect(error?.hint).toBe(requestErrors.nearest('09:00, 09:30, 11:30'))
    // The event of a booking takes one of two seats, not both.
    const early = { ...ann, appointment_time: '09:30' }
    expect((await shop.postForm(early)).status).toBe(200)
    await stand(calendar, shop, 1)
    expect(await shop.openTimes(day)).toEqual(without(...dentistTimes))
    expect((await shop.book({ ...early, email: 'bob@example.com' })).status).toBe(201)
    expect((await shop.book({ ...early, email: 'cleo@example.com' })).status).toBe(409)

    await calendar.delete(new URL(`${dentist}.ics`, calendar.url).pathname)
    await opens(shop, without('09:00', '09:30', '10:00'))
  })

  it('still block while the calendar can’t be read, also after a restart, until the shop has another calendar', async () => {
    const calendar = await openCalendar()
    const line = await lineTo(calendar)
    const shop = await openShop({ env: line.env })
    await calendar.putEvent('dentist', ['DTSTART:20261203T163000Z', 'DTEND:20261203T173000Z'])
    const left = without('10:00', '10:30', '11:00')
    await opens(shop, left)
    line.failing = Number.POSITIVE_INFINITY
    await shop.close()
    const { folder } = shop
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (text) => void lines.push(text) })
    const later = await openShop({ env: line.env, folder, log })
    await until(() => lines.some((text) => text.includes('the calendar could not be read')))
    expect(await later.openTimes(day)).toEqual(left)
    expect((await later.book(ann)).status).toBe(409)
    await later.close()
    await opens(await openShop({ folder }), wholeDay)
  })
})
