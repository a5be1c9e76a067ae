import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { eventOf, isRead, stand } from './support/calendar-reading.ts'
import { engines } from './support/engines.ts'
import { openRadicale } from './support/radicale.ts'
import { runCommand } from './support/run-command.ts'
import { ann, openShop, until } from './support/shop-server.ts'

const at = (date: string, time: string) => wallTimeToEpochMs(date, time, demoShop.timeZone)
const day = ann.appointment_date
const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }

describe('after a restore from a backup', () => {
  it('the time of a booking that the backup does not know stays closed', async () => {
    const radicale = await openRadicale()
    const before = await openShop({ env: radicale.env })
    await before.postForm({ ...ann })
    await stand(radicale, before, 1)
    const file = join(before.folder, 'backup.sqlite')
    const settings = { DATA_DIR: before.dataDir }
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    await before.postForm(bo)
    await stand(radicale, before, 2)
    await before.close()
    expect(await runCommand('restore', [file, '--replace'], settings)).toMatchObject({ code: 0 })

    // From its first moment on.
    const after = await openShop({ env: radicale.env, folder: before.folder })
    const open = await after.openTimes(day)
    expect(open).not.toContain('14:00')
    // The appointment that is known is no stranger to itself.
    expect(open).toContain('11:00')
    expect((await after.book({ ...bo, full_name: 'Cy Young', email: 'cy@example.com' })).status).toBe(409)
    expect(await radicale.events()).toHaveLength(2 + 2)
  })
})

describe.each(engines)('what in the calendar is ours, kept in %s', (engine) => {
  it('is nothing of the owner’s, whatever its UID', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    const text = (uid: string) =>
      ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', 'BEGIN:VEVENT', `UID:${uid}`]
        .concat('DTSTAMP:20261201T000000Z', 'DTSTART:20261203T160000Z', 'DTEND:20261203T170000Z')
        .concat('SUMMARY:Board', 'END:VEVENT', 'END:VCALENDAR', '')
        .join('\r\n')
    await radicale.putText('board', text('board-meeting-17@hollisandcrane.example'))
    await isRead(radicale, shop)
    expect(await shop.openTimes(day)).not.toContain('10:00')
  })

  it('is a consultation once, where the owner has made it repeat', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    const { href } = await eventOf(radicale, 'Ann Lee')
    await radicale.edit(href, (text) => text.replace('END:VEVENT', 'RRULE:FREQ=WEEKLY;COUNT=3\r\nEND:VEVENT'))
    await isRead(radicale, shop)
    for (const date of ['2026-12-10', '2026-12-17']) expect(await shop.openTimes(date)).not.toContain('10:00')
    const wanted = { ...bo, appointment_date: '2026-12-10', appointment_time: '10:00' }
    expect((await shop.book(wanted)).status).toBe(409)
    const database = await shop.database()
    expect(await database.run('select sequence, status from appointments')).toEqual([
      { sequence: 0, status: 'confirmed' },
    ])
    expect(
      await database.run(`select * from busy_times where start_ms < ${at('2026-12-09', '00:00')}`),
    ).toEqual([])
  })

  it('is nothing any more once its appointment is cancelled: restored, it closes its time, and the owner is told', async () => {
    const radicale = await openRadicale()
    const shop = await openShop({ env: radicale.env, engine })
    await shop.postForm({ ...ann })
    await stand(radicale, shop, 1)
    const { href } = await eventOf(radicale, 'Ann Lee')
    const text = (await radicale.objects()).find((one) => one.href === href)?.text ?? ''
    await radicale.delete(href)
    await until(async () => (await shop.openTimes(day)).includes('10:00'))
    const name = href.split('/').at(-1)?.replace('.ics', '') ?? ''
    await radicale.putText(name, text)
    await until(async () => !(await shop.openTimes(day)).includes('10:00'))
    await until(async () => (await shop.mails('event-restored')).length === 1)
    const [told] = await shop.mails('event-restored')
    expect(told?.subject).toBe('Still canceled: Ann Lee’s consultation')
    expect(told?.text).toContain('Thursday, December 3, 2026 at 10:00 AM')
    expect((await shop.book({ ...bo, appointment_time: '10:00' })).status).toBe(409)
    await isRead(radicale, shop, 2)
    expect(await shop.mails('event-restored')).toHaveLength(1)

    // And once more, when it is restored once more.
    await radicale.delete(href)
    await until(async () => (await shop.openTimes(day)).includes('10:00'))
    await radicale.putText(name, text)
    await until(async () => (await shop.mails('event-restored')).length === 2)
  })
})
