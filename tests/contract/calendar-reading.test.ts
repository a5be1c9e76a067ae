import { describe, expect, it } from 'vitest'
import { calendarObject, hostileEntries } from '../support/hostile-entries.ts'
import { lineTo } from './support/behind.ts'
import { isRead, stand } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { engines } from './support/engines.ts'
import { shareRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, until } from './support/shop-server.ts'

const openCalendar = shareRadicale()

/**
 * Returns the most CPU time that this thread, which is the server's, spends before it turns to the next request. A busy
 * machine doesn't change that.
 */
async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage().user
  const timer = setInterval(() => {
    const now = process.threadCpuUsage().user
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  await work().finally(() => clearInterval(timer))
  return longest / 1000
}

describe('hostile entries in the owner’s calendar', () => {
  it('keep no visitor waiting, and the owner gets an email about them', async () => {
    const calendar = await openCalendar()
    const { env, go } = await lineTo(calendar)
    const shop = await openShop({ env })
    await shop.postForm({ ...ann })
    const calm = await longestTurnMs(() => isRead(calendar, shop, 2))
    const entries = Object.values(hostileEntries)
    const hostile = await longestTurnMs(async () => {
      await go(async () => {
        for (const [index, entry] of entries.entries())
          await calendar.putText(`hostile-${index}`, calendarObject(`hostile-${index}`, entry))
      })
      await until(async () => {
        expect((await fetch(shop.url)).status).toBe(200)
        return (await shop.mails('calendar-notice')).length > 0
      })
    })
    expect(hostile).toBeLessThan(Math.max(100, 2 * calm))
    const [notice] = await shop.mails('calendar-notice')
    const unreadable = entries.filter(({ isUnreadable }) => isUnreadable).length
    expect(notice?.text).toContain(`We couldn’t read ${unreadable} entries`)
  })
})

describe.each(engines)('a calendar that can’t be read for an hour, with %s', (engine) => {
  it('causes one email and a warning of the doctor, and gets its entries as soon as it answers', async () => {
    const calendar = await openCalendar()
    const line = await lineTo(calendar)
    const clock = openClock()
    const shop = await openShop({ env: line.env, engine, now: clock.now })
    await shop.postForm({ ...ann })
    await stand(calendar, shop, 1)
    const { run } = await shop.database()
    const twoHours = 2 * 3_600_000
    // The machine slept, and wakes a moment before its network.
    line.failing = 1
    clock.wind(twoHours)
    await isRead(calendar, shop)
    expect(await run("select outcome from jobs where kind = 'calendar-notice'")).toEqual([])

    line.failing = Number.POSITIVE_INFINITY
    clock.wind(twoHours)
    await until(async () => (await shop.mails('calendar-notice')).length === 1)
    expect((await shop.mails('calendar-notice'))[0]?.text).toMatch(
      /been able to read it since Tuesday, December 1, 2026 at 2:\d\d PM/,
    )
    clock.wind(twoHours)
    const { failed } = line
    await until(() => line.failed > failed + 2)
    expect(await shop.mails('calendar-notice')).toHaveLength(1)
    // The doctor has the real clock.
    await run('update calendar_polls set polled_at_ms = 0')
    expect((await runCommand('doctor', [], shop.settings, shop.folder)).output).toContain(
      'WARN  The calendar was last read on',
    )

    // The event of a later booking was tried for long, and would be tried again in some hours.
    await shop.postForm({ ...ann, appointment_time: '14:00' })
    const inHours = `update jobs set attempts = 20, due_at_ms = ${clock.now() + 6 * 3_600_000}
      where kind = 'calendar-event' and attempts > 0 and status = 'pending' and leased_until_ms is null returning id`
    await until(async () => (await run(inHours)).length === 1)
    line.failing = 0
    await until(async () =>
      (await calendar.events()).some(({ start }) => start === '2026-12-03T20:00:00.000Z'),
    )
  })
})
