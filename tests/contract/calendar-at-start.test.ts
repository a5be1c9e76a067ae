import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { msPerHour, msPerMinute } from '../../booking/time.ts'
import { readConfig } from '../../server/config.ts'
import { openStores } from '../../server/db/stores.ts'
import { openDatabase } from '../../server/open.ts'
import { behind } from './support/behind.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { openRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'

const day = ann.appointment_date
const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }

describe.each(engines)('before the first booking after a start, with %s,', (engine) => {
  it('what a backup does not know is read, however lately the calendar was', async () => {
    const radicale = await openRadicale()
    const env = { ...radicale.env, CALENDAR_READ_SECONDS: '60', ...(await databaseSettings(engine)) }
    const before = await openShop({ env })
    await before.postForm({ ...ann })
    const file = join(before.folder, 'backup.sqlite')
    const settings = { DATA_DIR: before.dataDir, ...env }
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    await before.postForm(bo)
    await until(async () => (await radicale.events()).length === 2)
    await before.close()
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })

    const after = await openShop({ env, folder: before.folder, nowEpochMs: testNoon + 30_000 })
    expect(await after.openTimes(day)).not.toContain('14:00')
  })

  it('every process has read what the owner has entered, although another is reading already', async () => {
    const radicale = await openRadicale()
    await radicale.putEvent('dentist', ['DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z'])
    const both = Promise.withResolvers<void>()
    let readings = 0
    const CALDAV_URL = await behind(radicale.url, {
      delays: async (body) => {
        if (!body.includes('calendar-query')) return
        readings += 1
        if (readings === 2) both.resolve()
        await both.promise
      },
    })
    const env = {
      ...radicale.env,
      CALDAV_URL,
      CALENDAR_READ_SECONDS: '60',
      ...(await databaseSettings(engine)),
    }
    const folder = temporaryFolder()
    const starts = [openShop({ env, folder }), openShop({ env, folder })]
    const first = await Promise.race(starts)
    expect(await first.openTimes(day)).not.toContain('10:00')
    both.resolve()
    await Promise.all(starts)
  })

  it('a reading that another one has overtaken takes nothing back of what that has found', async () => {
    const DATA_DIR = temporaryFolder()
    const database = await openDatabase(readConfig({ DATA_DIR, ...(await databaseSettings(engine)) }), 1)
    onTestFinished(() => database.close())
    const { polls, blockedTimes } = await openStores(database)
    const dentist = { startEpochMs: testNoon, endEpochMs: testNoon + msPerHour }
    const takeLease = async () => {
      const lease = await polls.takeLease('c', testNoon, msPerMinute, true)
      return lease ?? expect.fail('A start has no lease.')
    }
    const slow = await takeLease()
    const quick = await takeLease()
    await polls.finish('c', quick, [dentist], 0, testNoon + 1)
    await polls.finish('c', slow, [], 0, testNoon + 2)
    expect(await blockedTimes.busyDuring(dentist)).toEqual([dentist])
  })
})
