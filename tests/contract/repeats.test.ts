import { describe, expect, it } from 'vitest'
import { shop as ourShop } from '../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { everyDay } from '../support/week.ts'
import { ann, type OpenShop, openShop } from './support/shop-server.ts'

const beforeMidnight = wallTimeToEpochMs('2026-12-02', '23:59', ourShop.timeZone) + 58_000

const save = (shop: OpenShop, fields: object) => shop.post('/rest/v1/appointments', JSON.stringify(fields))

describe('what was booked two seconds before midnight, for the next day', () => {
  async function bookBeforeMidnight() {
    let nowEpochMs = beforeMidnight
    const shop = await openShop({ now: () => nowEpochMs })
    const { data } = await shop.book(ann)
    nowEpochMs += 3000
    return { shop, id: data?.id }
  }

  it('is the same appointment when its six fields are sent again, by any call or the form', async () => {
    const { shop, id } = await bookBeforeMidnight()
    const again = await shop.book({ ...ann, full_name: ` ${ann.full_name} ` })
    expect([again.status, again.data?.id]).toEqual([200, id])
    const page = await shop.postForm({ ...ann })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<h1>Appointment Booked!</h1>')
    const database = await shop.database()
    expect(await database.run('select id from appointments')).toHaveLength(1)
    // The call fails where a busy machine needs more than ten seconds for it.
    await expect.poll(async () => (await shop.notify(ann)).error).toBeNull()
    expect(await shop.mails()).toHaveLength(1)
  })

  it('lets nobody else book that day, nor with other fields', async () => {
    const { shop } = await bookBeforeMidnight()
    for (const fields of [
      { ...ann, phone: '(555) 765-4321' },
      { ...ann, appointment_time: '15:00' },
    ]) {
      const refused = await save(shop, fields)
      expect([refused.status, (await refused.json()).message]).toEqual([
        400,
        'Preferred Date must be Friday, December 4, 2026 or later.',
      ])
      expect((await shop.postForm(fields)).status).toBe(400)
    }
    const appointmentData = { ...ann, full_name: 'Bo' }
    const body = JSON.stringify({ appointmentData, calendarLink: '' })
    const unknown = await shop.post('/functions/v1/send-appointment-notification', body)
    expect(unknown.status).toBe(400)
    // Nor is what was cancelled booked still.
    await (await shop.database()).run("update appointments set status = 'cancelled'")
    expect((await save(shop, ann)).status).toBe(400)
  })
})

describe('the six fields of an appointment, sent again', () => {
  it('are answered the same after the owner has changed the hours', async () => {
    const { folder, book, close } = await openShop()
    const { data } = await book(ann)
    await close()
    const opening = { week: everyDay(['11:00-17:00']), closedDates: ['2026-12-03'] }
    const closed = await openShop({ folder, opening })
    const again = await closed.book(ann)
    expect([again.status, again.data?.id]).toEqual([200, data?.id])
  })

  it('are answered without script in a burst, and faster than people type, too', async () => {
    const shop = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '1000', BURST_PER_ADDRESS: '1' } })
    const answer = await shop.postForm({ ...ann })
    await fetch(shop.url, { headers: { accept: 'text/html' } })
    expect((await shop.postForm({ ...ann })).status).toBe(200)
    expect((await shop.postForm({ ...ann, full_name: 'Bo' })).status).toBe(429)
    expect(answer.status).toBe(200)
  })
})
