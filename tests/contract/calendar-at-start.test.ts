import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import { readConfig } from '../../server/config.ts'
import { openStores } from '../../server/db/stores.ts'
import { openDatabase } from '../../server/open.ts'
import { behind } from './support/behind.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { shareRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'

const day = ann.appointment_date
const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }
const openCalendar = shareRadicale()

describe.each(engines)('a start with %s', (engine) => {
  it('reads what a backup lacks before the first booking, however recent the last poll was', async () => {
    const calendar = await openCalendar()
    const env = { ...calendar.env, CALENDAR_READ_SECONDS: '60', ...(await databaseSettings(engine)) }
    const before = await openShop({ env })
    await before.postForm({ ...ann })
    const file = join(before.folder, 'backup.sqlite')
    const settings = { DATA_DIR: before.dataDir, ...env }
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    await before.postForm(bo)
    await until(async () => (await calendar.events()).length === 2)
    await before.close()
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })

    const after = await openShop({ env, folder: before.folder, nowEpochMs: testNoon + 30_000 })
    const open = await after.openTimes(day)
    expect(open).not.toContain('14:00')
    // The event of the appointment that the backup has blocks nothing else.
    expect(open).toContain('11:00')
    expect((await after.book({ ...bo, email: 'cy@example.com' })).status).toBe(409)
    expect(await calendar.events()).toHaveLength(2)
  })

  it('of any process reads the calendar first, even while another process is polling', async () => {
    const calendar = await openCalendar()
    await calendar.putEvent('dentist', ['DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z'])
    const both = Promise.withResolvers<void>()
    let polls = 0
    const CALDAV_URL = await behind(calendar.url, {
      delays: async (body) => {
        if (!body.includes('calendar-query')) return
        polls += 1
        if (polls === 2) both.resolve()
        await both.promise
      },
    })
    const database = await databaseSettings(engine)
    const env = { ...calendar.env, CALDAV_URL, CALENDAR_READ_SECONDS: '60', ...database }
    const folder = temporaryFolder()
    const starts = [openShop({ env, folder }), openShop({ env, folder })]
    const first = await Promise.race(starts)
    expect(await first.openTimes(day)).not.toContain('10:00')
    both.resolve()
    await Promise.all(starts)
  })
})

describe.each(engines)('the lease of a poll in %s', (engine) => {
  async function openPolls() {
    const settings = { DATA_DIR: temporaryFolder(), ...(await databaseSettings(engine)) }
    const database = await openDatabase(readConfig(settings), 1)
    onTestFinished(() => database.close())
    return openStores(database)
  }

  it('of a slow poll takes back nothing that a later and faster one found', async () => {
    const { polls, blockedTimes } = await openPolls()
    const dentist = { startEpochMs: testNoon, endEpochMs: testNoon + msPerHour }
    const takeLease = async () =>
      (await polls.takeLease('c', testNoon, msPerMinute, true)) ?? expect.fail('A start has no lease.')
    const slow = await takeLease()
    const quick = await takeLease()
    await polls.finish('c', quick, [dentist], 0, testNoon + 1)
    await polls.finish('c', slow, [], 0, testNoon + 2)
    expect(await blockedTimes.busyDuring(dentist)).toEqual([dentist])
  })

  it('comes once per period, also after the clock was ahead', async () => {
    const { polls } = await openPolls()
    const isTaken = async (atMs: number) => (await polls.takeLease('c', atMs, msPerMinute, false)) !== null
    expect(await isTaken(testNoon + 365 * msPerDay)).toBe(true)
    expect(await isTaken(testNoon)).toBe(true)
    expect(await isTaken(testNoon + msPerMinute - 1)).toBe(false)
    expect(await isTaken(testNoon + msPerMinute)).toBe(true)
  })
})
