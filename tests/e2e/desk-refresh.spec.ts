import { desk } from '../../copy/desk.ts'
import { bookAsClient, day, goTo, label, openDesk, pathOf, phone, signIn } from './support/desk.ts'
import { kept } from './support/desk-device.ts'
import { abort, bookForNow, changeElsewhere, comeBack } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(phone)

test.describe('left alone', () => {
  test.use({ stoppableClock: true })

  test('an open desk fetches every 30 seconds, and announces new appointments', async ({ page, shop }) => {
    await openDesk(page, shop)
    await page.waitForLoadState('networkidle')
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/rpc/')) calls += 1
    })
    const halfMinute = async () => {
      const answer = page.waitForResponse(/rpc\/agenda/)
      await page.clock.fastForward(30_000)
      await answer
    }
    await bookAsClient(shop, 'Grace Lindholm', '15:00')
    await halfMinute()
    await expect(page.getByRole('status').filter({ hasText: 'New: Grace Lindholm' })).toBeAttached()
    await expect(label(page, 'Grace Lindholm')).toContainText('New')
    // In a week that isn't open.
    await bookAsClient(shop, 'Samir Haddad', '15:00', '2026-12-10')
    await halfMinute()
    await expect(page.getByRole('button', { name: 'Thu 10 December, 1 client' })).toBeAttached()
    for (let half = 2; half < 8; half += 1) await halfMinute()
    // At most three calls a minute.
    expect(calls).toBeLessThanOrEqual(12)
  })
})

test('the next client, and the appointment that a link opened, stay current', async ({ page, shop }) => {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30', '2027-01-20')
  await signIn(page, shop)
  await goTo(page)
  const next = page.getByRole('link', { name: desk.day.next })
  await expect(next).toHaveText(/Wednesday, January 20, 12:30.PM, Priya Raman/)
  await bookAsClient(shop, 'Grace Lindholm', '15:00', '2027-01-12')
  await comeBack(page)
  await expect(next).toHaveText(/Tuesday, January 12, 3:00.PM, Grace Lindholm/)
  // An email's link has the day of its time.
  await page.goto(pathOf({ ...booked, appointment_date: day.date }))
  const dialog = page.getByRole('dialog', { name: 'Priya Raman' })
  await expect(dialog).toContainText('January 20')
  const to = { appointment_date: '2027-01-21', appointment_time: '12:30' }
  await changeElsewhere(page, 'move_appointment', { id: booked.id, sequence: 0, ...to })
  await expect(dialog).toContainText('January 21')
})

test.describe('scrolled away from the current time', () => {
  test.use({ viewport: { width: 390, height: 400 } })

  test('today stays scrolled when the connection returns', async ({ page, shop }) => {
    await signIn(page, shop)
    await bookForNow(page, 'Bo Diaz')
    await expect(label(page, 'Bo Diaz')).toBeVisible()
    await expect.poll(() => kept(page)).toContain('Bo Diaz')
    await page.reload()
    const scrolled = () => page.evaluate(() => scrollY)
    await expect.poll(scrolled).toBeGreaterThan(0)
    await page.evaluate(() => scrollTo(0, 0))
    let failures = 0
    page.on('requestfailed', (request) => {
      if (request.url().includes('from=2026-11-23')) failures += 1
    })
    await abort(page, 'agenda*')
    await comeBack(page)
    // Until the fetch has failed for good.
    await expect.poll(() => failures).toBeGreaterThan(3)
    await page.unroute('**/rpc/agenda*')
    await comeBack(page)
    await expect(page.locator('.band')).toBeHidden()
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await scrolled()).toBe(0)
  })
})
