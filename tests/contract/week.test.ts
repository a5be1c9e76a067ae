import { describe, expect, it } from 'vitest'
import { fieldErrors } from '#copy/booking-form.ts'
import type { Agenda } from '../../booking/owner-api.ts'
import { fromJson } from '../../booking/owner-json.ts'
import { formatTime, minutesToTime, wallTimeToEpochMs } from '../../booking/time.ts'
import { opening } from '../../demo/opening-hours.ts'
import { checkShop } from '../../server/cli/doctor/content.ts'
import { freeTimes } from '../../web/desk/timeline/day-timeline.ts'
import { everyDay, shopWeek } from '../support/week.ts'
import { atDesk, getAgenda } from './support/desk.ts'
import { ann, openShop } from './support/shop-server.ts'
import { bookVisit, move } from './support/visits.ts'

const thanksgiving = '2026-11-26'
const time = (hour: number) => formatTime(minutesToTime(hour * 60))
const between = (first: number, last: number) => fieldErrors.between(time(first), time(last))
const weekdayStarts = fieldErrors.startsThatDay(`${between(9, 12)} or ${between(13, 17)}`)
const saturdayStarts = fieldErrors.startsThatDay(between(10, 14))

const days: [date: string, fits: string[], outside: string[], says: string][] = [
  ['2026-11-04', ['09:00', '12:00', '13:00', '17:00'], ['08:59', '12:01', '12:59', '17:01'], weekdayStarts],
  ['2026-11-07', ['10:00', '12:30', '14:00'], ['09:00', '09:59', '14:01', '17:00'], saturdayStarts],
  ['2026-11-08', [], ['10:00'], `${fieldErrors.closed} ${fieldErrors.openExcept('Sunday')}`],
  [thanksgiving, [], ['10:00'], fieldErrors.closed],
]

describe('an owner’s own week', () => {
  it.each([
    ['America/Chicago', 'SQLite'],
    ['Pacific/Auckland', 'PostgreSQL'],
    ['Pacific/Honolulu', 'SQLite'],
  ] as const)('applies to every way to book, in %s on %s', async (timeZone, engine) => {
    const nowEpochMs = wallTimeToEpochMs('2026-11-02', '12:00', timeZone)
    const shop = await openShop({ engine, timeZone, nowEpochMs })
    const client = await atDesk(shop)
    const hours = { week: shopWeek, dates: { [thanksgiving]: [] } }
    const set = await client.rpc('set_opening', { ...hours, capacity: 20, changesUntilHoursBefore: 0 })
    expect(set.data).toMatchObject(hours)

    for (const [date, fits, outside, says] of days) {
      // One for each day, because a link can change an appointment five times a day.
      const fields = { ...ann, email: `ann.${date}@example.com`, appointment_date: '2026-11-05' }
      const token = await bookVisit(shop, fields)
      let moves = 0
      const open = await shop.openTimes(date)
      expect(open).toEqual(expect.arrayContaining(fits))
      for (const wrong of outside) expect(open).not.toContain(wrong)
      // The desk offers the same times as the page.
      const agenda = await getAgenda(client, { from: date, to: date })
      const offered = freeTimes(date, fromJson<Agenda>(agenda), { opening: set.data, timeZone }, nowEpochMs)
      expect(offered).toEqual(open)

      for (const appointment_time of [...fits, ...outside]) {
        const isOpen = fits.includes(appointment_time)
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

  it('is the one that search engines get, and the form’s range', async () => {
    const shop = await openShop({ opening: { week: shopWeek } })
    const page = await (await fetch(shop.url)).text()
    const [, data = ''] = /ld\+json">(.*?)<\/script>/.exec(page) ?? []
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
    expect(JSON.parse(data).openingHoursSpecification).toMatchObject([
      { dayOfWeek: days, opens: '09:00', closes: '13:00' },
      { dayOfWeek: days, opens: '13:00', closes: '18:00' },
      { dayOfWeek: ['Saturday'], opens: '10:00', closes: '15:00' },
    ])
  })

  it('passes the doctor’s check', async () => {
    const failures = async (week: typeof shopWeek) =>
      (await checkShop({ ...opening, week })).filter(({ level }) => level === 'failure')
    expect(await failures(shopWeek)).toEqual([])
    expect(await failures({ ...shopWeek, monday: ['13:00-17:00', '09:00-12:00'] })).toHaveLength(1)
  })
})

it('shows the last known hours while the database hangs, and asks it once', async () => {
  const shop = await openShop({ engine: 'PostgreSQL' })
  await (await atDesk(shop)).rpc('set_opening', { week: everyDay(['07:00-17:00']) })
  const { run } = await shop.database()
  await run('begin')
  await run('lock table opening_hours in access exclusive mode')
  const page = async () => (await fetch(shop.url)).text()
  const asked = async () => {
    const pages = [await page(), ...(await Promise.all(Array.from({ length: 20 }, page)))]
    for (const html of pages) expect(html).toContain('&quot;07:00-17:00&quot;')
    return run("select pid from pg_locks where not granted and relation = 'opening_hours'::regclass")
  }
  // On a busy machine, the database may have given up by now.
  await expect.poll(asked).toHaveLength(1)
  await run("update opening_hours set opening = replace(opening, '07:00', '06:00')")
  await run('commit')
  await expect.poll(page).toContain('&quot;06:00-17:00&quot;')
})
