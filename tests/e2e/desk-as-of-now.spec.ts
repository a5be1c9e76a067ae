import { desk } from '../../copy/desk.ts'
import {
  askAsOwner,
  bookAsClient,
  bookForNow,
  day,
  expect,
  label,
  pathOf,
  phone,
  signIn,
  test,
} from './support/desk.ts'

test.use(phone)

test('what comes in meanwhile appears by itself and is announced', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await bookAsClient(shop, 'Grace Lindholm', '15:00')
  await expect(label(page, 'Grace Lindholm')).toContainText('New')
  await expect(page.getByRole('status').filter({ hasText: 'New: Grace Lindholm' })).toBeAttached()
  // In a week that is not open, too.
  await bookAsClient(shop, 'Samir Haddad', '15:00', '2026-12-10')
  await expect(page.getByRole('button', { name: 'Thu 10 December, 1 client' })).toBeAttached()
})

test('who comes next, and where an appointment stands that a link has led to, stays as of now', async ({
  page,
  shop,
}) => {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30', '2027-01-20')
  await signIn(page, shop)
  await page.goto(`/?desk#/day/${day.date}`)
  const next = page.getByRole('link', { name: desk.day.next })
  await expect(next).toHaveText(/Wednesday, January 20, 12:30.PM, Priya Raman/)
  await bookAsClient(shop, 'Grace Lindholm', '15:00', '2027-01-12')
  // The owner comes back to the desk.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(next).toHaveText(/Tuesday, January 12, 3:00.PM, Grace Lindholm/)
  // A mail's link names the day it knew.
  await page.goto(pathOf({ ...booked, appointment_date: day.date }))
  const sheet = page.getByRole('dialog', { name: 'Priya Raman' })
  await expect(sheet).toContainText('January 20')
  const to = { appointment_date: '2027-01-21', appointment_time: '12:30' }
  await askAsOwner(page, 'move_appointment', { id: booked.id, sequence: 0, ...to })
  await expect(sheet).toContainText('January 21')
})

test.describe('left alone', () => {
  test.use({ stoppableClock: true })

  test('an idle desk makes at most three calls a minute', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await expect(label(page, 'Priya Raman')).toBeVisible()
    await page.waitForLoadState('networkidle')
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/rpc/')) calls += 1
    })
    for (let half = 0; half < 8; half += 1) {
      const asked = page.waitForResponse(/rpc\/agenda/)
      await page.clock.fastForward(30_000)
      await asked
    }
    expect(calls).toBeLessThanOrEqual(12)
  })
})

test.describe('scrolled away from now', () => {
  test.use({ viewport: { width: 390, height: 400 } })

  test('today stays where it is when the connection returns', async ({ page, shop }) => {
    await signIn(page, shop)
    await bookForNow(page, 'Bo Diaz')
    await expect(label(page, 'Bo Diaz')).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('desk-loaded'))).toContain('Bo Diaz')
    await page.reload()
    const scrolled = () => page.evaluate(() => scrollY)
    await expect.poll(scrolled).toBeGreaterThan(0)
    await page.evaluate(() => scrollTo(0, 0))
    let failures = 0
    await page.route('**/rpc/agenda*', (route) => {
      if (route.request().url().includes('from=2026-11-23')) failures += 1
      return route.abort()
    })
    // Until it has tried often enough to say that it failed.
    await expect.poll(() => failures).toBeGreaterThan(3)
    await page.unroute('**/rpc/agenda*')
    await expect(page.locator('.band')).toBeHidden()
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await scrolled()).toBe(0)
  })
})
