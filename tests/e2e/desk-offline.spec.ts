import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { day, deskLink, expect, getPath, hold, phone, test } from './support/desk.ts'
import { startFront } from './support/front.ts'

test.use(phone)

const hourMs = 3_600_000

/** Counts requests for the open week that failed. */
function countFailures(page: Page) {
  const count = { failures: 0 }
  page.on('requestfailed', (request) => {
    if (request.url().includes('from=2026-11-22')) count.failures += 1
  })
  return expect.poll(() => count.failures)
}

test('opens on the next client from day-old cached data', async ({ page, shop, owner }) => {
  await owner.bookAsClient('Priya Raman', '12:30', '2026-12-04')
  await test.step('without stored data it waits for a late response, and retries', async () => {
    const answer = await hold(page, '**/rpc/agenda?from=2026-11-22*')
    let asked = 0
    await page.route('**/rpc/*', (route) => {
      asked += 1
      return asked <= 3 ? route.abort() : route.fallback()
    })
    await page.goto(deskLink(shop))
    await owner.press(desk.wayIn.open)
    await expect.poll(() => asked).toBeGreaterThan(3)
    await expect(page.getByText(desk.loading)).toBeVisible()
    answer()
    await expect(owner.label('Priya Raman')).toBeVisible()
    await page.unrouteAll()
  })
  await owner.ageStored(hourMs)
  await page.route('**/rest/v1/rpc/*', () => {})
  await page.goto('/?desk')
  await expect(owner.label('Priya Raman')).toBeVisible()
  await owner.ageStored(22 * hourMs)
  await owner.abort('*')
  await page.goto('/?desk')
  await expect(owner.banner).toContainText(/No connection since Nov 30, 11:\d\d.PM\./)
  await expect(page.locator('.day-sheet-head')).toContainText('as of Nov 30, 11:')
  await expect(owner.label('Priya Raman')).toBeVisible()
  await owner.ageStored(2 * hourMs)
  await page.goto('/?desk')
  await expect(page.getByText(desk.errors.unread)).toBeVisible()
  await expect(owner.label('Priya Raman')).toBeHidden()
  await page.unrouteAll()
  await owner.abort('opening')
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(desk.errors.unread)
  await page.unrouteAll()

  await test.step('new data, after a session that is about to expire', async () => {
    // A slow machine isn't a slow connection.
    await page.addInitScript(() => {
      const { setTimeout } = globalThis
      globalThis.setTimeout = ((run: () => void, ms = 0) =>
        ms === 500 ? 0 : setTimeout(run, ms)) as typeof globalThis.setTimeout
    })
    await page.reload()
    await expect(owner.label('Priya Raman')).toBeVisible()
    await owner.ageStored(hourMs)
    await owner.session(30)
    await owner.bookAsClient('Hugo Brandt', '09:00', '2026-12-02')
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/rest/v1/rpc/') && calls.push(request.url()))
    page.on('response', (response) => response.url().includes('grant_type') && calls.push('renewed'))
    await page.goto('/?desk')
    await expect(owner.heading).toHaveText('Wednesday, December 2')
    expect(calls[0]).toBe('renewed')
  })
})

test('without a connection it keeps the loaded data and its place', async ({ page, owner, context }) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await owner.signIn()
  const { id } = await owner.bookElsewhere('Al Stone', '10:00', { appointment_date: '2026-12-01' })
  await owner.ask('forget_client', { id })
  await owner.bookForNow('Bo Diaz')
  await expect.poll(owner.stored).toContain('Bo Diaz')
  await page.reload()
  const scrolled = () => page.evaluate(() => scrollY)
  await expect.poll(scrolled).toBeGreaterThan(0)
  await page.evaluate(() => scrollTo(0, 0))
  const failures = countFailures(page)
  await owner.press(desk.more)
  await owner.press(desk.find)
  const search = page.getByLabel(desk.finding.label)
  await expect(search).toBeVisible()
  await context.setOffline(true)
  await search.fill('Bo')
  await expect(page.getByText(desk.finding.away)).toBeVisible()
  await expect(owner.dialog.getByRole('link', { name: /Bo Diaz/ })).toBeVisible()
  // A deleted client can't be found by the words in place of the name.
  await search.fill(desk.deletedName)
  await expect(owner.dialog.getByText(desk.finding.none)).toBeVisible()
  await owner.press(desk.back)
  await owner.leave()
  await owner.comeBack()
  // Until the fetch has failed permanently.
  await failures.toBeGreaterThan(3)
  await expect(owner.banner).toContainText('No connection since')
  await expect(owner.label('Bo Diaz')).toBeVisible()
  await context.setOffline(false)
  await owner.comeBack()
  await expect(owner.banner).toBeHidden()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await scrolled()).toBe(0)

  await test.step('a day that was never loaded says so, even during a retry', async () => {
    await context.setOffline(true)
    await owner.goTo('', '2027-04-06')
    const error = page.getByRole('main').getByText(desk.errors.unread)
    await expect(error).toBeVisible()
    await owner.comeBack()
    expect(await error.isVisible()).toBe(true)
    await context.setOffline(false)
    await expect(page.getByRole('main').getByText(desk.day.noneTitle)).toBeVisible()
    await expect(error).toBeHidden()
    await expect(owner.banner).toBeHidden()
  })
})

const onHomeScreen = test.extend({ serviceWorkers: 'allow' })

onHomeScreen('opens from the cache, whatever the network answers', async ({ page, shop, owner, context }) => {
  let inPlace: ((outgoing: ServerResponse) => void) | undefined
  const front = await startFront(shop.url, ({ url }, outgoing) => {
    if (url === '/?desk') inPlace?.(outgoing)
    return url === '/?desk' && inPlace !== undefined
  })
  await owner.bookAsClient('Priya Raman', '12:30')
  await page.goto(`${front.url}${deskLink(shop)}`)
  await owner.press(desk.wayIn.open)
  await expect(owner.label('Priya Raman')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(owner.stored).toContain('Priya Raman')
  await test.step('a gateway error, and half a page', async () => {
    const failures = [
      (outgoing: ServerResponse) => outgoing.writeHead(502).end('Bad Gateway'),
      (outgoing: ServerResponse) => {
        outgoing.writeHead(200, { 'content-type': 'text/html', 'content-length': 10_000 })
        outgoing.write('<!doctype html><h1>The d', () => outgoing.destroy())
      },
    ]
    for (const failure of failures) {
      inPlace = failure
      await page.goto(`${front.url}/?desk`)
      await expect(owner.label('Priya Raman')).toBeVisible()
    }
  })
  await test.step('nothing, even after a fetch failed permanently', async () => {
    await context.setOffline(true)
    const failures = countFailures(page)
    await page.reload()
    await expect(owner.banner).toContainText('No connection since')
    await failures.toBeGreaterThan(3)
    await owner.comeBack()
    await failures.toBeGreaterThan(4)
    await page.reload()
    await expect(owner.label('Priya Raman')).toBeVisible()
    // The booking page isn't affected.
    await expect(page.goto(front.url)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  })
  await front.close()
})

const withClock = test.extend({ stoppableClock: true })

withClock('refreshes every 30 seconds, and announces new appointments', async ({ page, owner }) => {
  await owner.openDesk()
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
  await owner.bookAsClient('Grace Lindholm', '15:00')
  await halfMinute()
  await expect(page.getByRole('status').filter({ hasText: 'New: Grace Lindholm' })).toBeAttached()
  await expect(owner.label('Grace Lindholm')).toContainText(desk.day.fresh)
  // In a week that isn't open.
  await owner.bookAsClient('Samir Haddad', '15:00', '2026-12-10')
  await halfMinute()
  await expect(page.getByRole('button', { name: 'Thursday, December 10, 1 client' })).toBeAttached()
  for (let half = 2; half < 8; half += 1) await halfMinute()
  // At most three calls a minute.
  expect(calls).toBeLessThanOrEqual(12)
})

withClock(
  'without clients it opens on today, as loaded the day before, and then shows the next client',
  async ({ page, owner }) => {
    await owner.signIn()
    const empty = page.getByRole('main').getByText(desk.day.noneTitle)
    await expect(owner.heading).toHaveText('Tuesday, December 1')
    await expect(empty).toBeVisible()
    await page.goto('/robots.txt')
    await page.clock.fastForward(2 * hourMs)
    await owner.abort('*')
    await page.goto('/?desk')
    await expect(owner.heading).toHaveText('Wednesday, December 2')
    await expect(empty).toBeVisible()
    await expect(owner.banner).toContainText('No connection since Dec 1')

    await test.step('the next client and a linked appointment stay current', async () => {
      const booked = await owner.bookAsClient('Priya Raman', '12:30', '2027-01-20')
      await page.unroute('**/rpc/*')
      await owner.comeBack()
      await expect(owner.banner).toBeHidden()
      await owner.goTo()
      const next = page.getByRole('link', { name: /^Next client/ })
      await expect(next).toHaveText(/Wednesday, January 20, 12:30.PM, Priya Raman/)
      await owner.bookAsClient('Grace Lindholm', '15:00', '2027-01-12')
      await owner.comeBack()
      await expect(next).toHaveText(/Tuesday, January 12, 3:00.PM, Grace Lindholm/)
      // An email's link has the day from its time.
      await page.goto(getPath({ ...booked, appointment_date: day.date }))
      const dialog = page.getByRole('dialog', { name: 'Priya Raman' })
      await expect(dialog).toContainText('January 20')
      const to = { appointment_date: '2027-01-21', appointment_time: '12:30' }
      await owner.changeElsewhere('move_appointment', { id: booked.id, sequence: 0, ...to })
      await expect(dialog).toContainText('January 21')
    })
  },
)
