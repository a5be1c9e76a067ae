import { describe, expect, it } from 'vitest'
import type { Agenda } from '../../booking/owner-api.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { fieldErrors } from '../../copy/booking-form.ts'
import { opening } from '../../demo/opening-hours.ts'
import { checkShop } from '../../server/cli/doctor/content.ts'
import { freeTimes } from '../../web/desk/timeline/day-timeline.ts'
import { everyDay, shopWeek } from '../support/week.ts'
import { agendaOf, atDesk } from './support/desk.ts'
import { ann, openShop } from './support/shop-server.ts'
import { booked, move } from './support/visits.ts'

const thanksgiving = '2026-11-26'
const time = (hour: number, minute = '00') => `${hour % 12 || 12}:${minute}\u00a0${hour < 12 ? 'AM' : 'PM'}`
const between = (first: string, last: string) => fieldErrors.between(first, last)
const weekdayStarts = fieldErrors.startsThatDay(
  `${between(time(9), time(12))} and ${between(time(13), time(17))}`,
)
const saturdayStarts = fieldErrors.startsThatDay(between(time(10), time(14)))

/** Days with the times that can start, those that can't, and the sentence about the latter. */
const days = [
  {
    ...{ date: '2026-11-04', says: weekdayStarts },
    ...{ fits: ['09:00', '12:00', '13:00', '17:00'], outside: ['08:59', '12:01', '12:59', '17:01'] },
  },
  {
    ...{ date: '2026-11-07', says: saturdayStarts },
    ...{ fits: ['10:00', '12:30', '14:00'], outside: ['09:00', '09:59', '14:01', '17:00'] },
  },
  {
    ...{ date: '2026-11-08', says: `${fieldErrors.closed} ${fieldErrors.openExcept('Sunday')}` },
    ...{ fits: [], outside: ['10:00'] },
  },
  { date: thanksgiving, says: fieldErrors.closed, fits: [], outside: ['10:00'] },
]

describe('a week of the owner’s own', () => {
  it.each([
    ['America/Chicago', 'SQLite'],
    ['Pacific/Auckland', 'PostgreSQL'],
    ['Pacific/Honolulu', 'SQLite'],
  ] as const)('is the same for every way to a time, in %s on %s', async (timeZone, engine) => {
    const nowEpochMs = wallTimeToEpochMs('2026-11-02', '12:00', timeZone)
    const shop = await openShop({ engine, timeZone, nowEpochMs })
    const client = await atDesk(shop)
    const hours = { week: shopWeek, closedDates: [thanksgiving] }
    const set = await client.rpc('set_opening', { ...hours, capacity: 20, changesUntilHoursBefore: 0 })
    expect(set.data).toMatchObject(hours)
    const token = await booked(shop, { ...ann, appointment_date: '2026-11-05' })

    let moves = 0
    for (const { date, fits, outside, says } of days) {
      const open = await shop.openTimes(date)
      expect(open).toEqual(expect.arrayContaining(fits))
      for (const wrong of outside) expect(open).not.toContain(wrong)
      // The desk offers what clients are offered.
      const agenda = await agendaOf(client, { from: date, to: date })
      const offered = freeTimes(date, agenda as Agenda, { opening: set.data, timeZone }, nowEpochMs)
      expect(offered).toEqual(open)

      for (const appointment_time of [...fits, ...outside]) {
        const isOpen = (fits as string[]).includes(appointment_time)
        const at = { appointment_date: date, appointment_time }
        const call = await shop.book({ ...ann, ...at, full_name: 'By Call' })
        expect([at, call.status]).toEqual([at, isOpen ? 201 : 400])
        const form = await shop.postForm({ ...ann, ...at, full_name: 'By Form' })
        expect([at, form.status]).toEqual([at, isOpen ? 200 : 400])
        const moved = await move(shop, token, appointment_time, String(moves), date)
        expect([at, moved.status]).toEqual([at, isOpen ? 303 : 400])
        if (isOpen) moves += 1
        else {
          expect(call.error?.message).toContain(says)
          const text = (html: string) => html.replaceAll('&#x27;', '’').replaceAll('&nbsp;', '\u00a0')
          expect(text(await form.text())).toContain(says)
          // The link's page has no date field to be wrong about.
          if (fits.length > 0) expect(text(await moved.text())).toContain(says)
        }
      }
    }
  })

  it('is the one that search engines are told, and the range of the form', async () => {
    const shop = await openShop({ opening: { week: shopWeek } })
    const page = await (await fetch(shop.url)).text()
    const [, data = ''] = /ld\+json">(.*?)<\/script>/.exec(page) ?? []
    const hours = ['Mo-Fr 09:00-13:00', 'Mo-Fr 13:00-18:00', 'Sa 10:00-15:00']
    expect(JSON.parse(data).openingHours).toEqual(hours)
  })

  it('is fine with the doctor', async () => {
    const failures = async (week: typeof shopWeek) =>
      (await checkShop({ ...opening, week })).filter(({ level }) => level === 'failure')
    expect(await failures(shopWeek)).toEqual([])
    expect(await failures({ ...shopWeek, monday: ['13:00-17:00', '09:00-12:00'] })).toHaveLength(1)
  })

  it('is made of hours that were stored when all days were alike', async () => {
    const shop = await openShop()
    const client = await atDesk(shop)
    await client.rpc('set_opening', { capacity: 2 })
    const { week: _, ...others } = { ...opening, capacity: 3 }
    const stored = { firstStart: '10:00', lastStart: '15:30', closedWeekdays: [1, 7], ...others }
    const { run } = await shop.database()
    await run(`update opening_hours set opening = '${JSON.stringify(stored)}'`)
    const { data } = await client.rpc('opening', {}, { get: true })
    expect(data).toEqual({ ...others, week: everyDay(['10:00-15:30'], { monday: [], sunday: [] }) })
    expect(await shop.openTimes('2026-12-07')).toEqual([])
    expect((await shop.openTimes('2026-12-08')).at(-1)).toBe('15:30')
    expect((await client.rpc('set_opening', { week: shopWeek })).data).toEqual({ ...others, week: shopWeek })
  })
})
