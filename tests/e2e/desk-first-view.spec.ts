import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { bookAsClient, day, label, openDesk, phone, signIn } from './support/desk.ts'
import { ageKept, storedSession, waitForFirst } from './support/desk-device.ts'
import { hold } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(phone)

/**
 * The device stores nothing, as when it has no room. Stored data can't be deleted instead: a page that is left may write
 * it while the next one already reads.
 */
const storeNothing = (page: Page) =>
  page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key === 'desk-loaded') throw new DOMException('', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })

test('fetches nothing without a session, and opens on the next client', async ({ page, shop }) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/rest/v1/rpc/') && calls.push(request.url()))
  await page.goto('/?desk')
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
  expect(calls).toEqual([])
  await page.goto('about:blank')

  const heading = page.getByRole('heading', { level: 1 })
  await bookAsClient(shop, 'Priya Raman', '12:30', '2026-12-04')
  await waitForFirst(page)
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await ageKept(page, 3_600_000)
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await page.goto('/?desk')
  // Not on the one that it stored an hour ago.
  await expect(heading).toHaveText(day.heading)

  await ageKept(page, 3_600_000)
  await storedSession(page, 30)
  await bookAsClient(shop, 'Hugo Brandt', '09:00', '2026-12-02')
  calls.length = 0
  page.on('response', (response) => response.url().includes('grant_type') && calls.push('renewed'))
  await page.goto('/?desk')
  await expect(heading).toHaveText('Wednesday, December 2')
  expect(calls[0]).toBe('renewed')
})

test('without stored data it waits for a late week, and retries failed calls', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Hugo Brandt', '12:30', '2026-12-10')
  await storeNothing(page)
  await signIn(page, shop)
  await page.goto('about:blank')
  const answer = await hold(page, '**/rpc/agenda?from=2026-11-23*')
  await page.goto('/?desk')
  await expect(page.getByText(desk.loading)).toBeVisible()
  answer()
  // Not on a client of the week after.
  await expect(label(page, 'Priya Raman')).toBeVisible()

  await page.goto('about:blank')
  let failed = 0
  await page.route('**/rest/v1/rpc/*', (route) => {
    failed += 1
    return failed <= 3 ? route.abort() : route.continue()
  })
  await page.goto('/?desk')
  await expect(label(page, 'Priya Raman')).toBeVisible()
  expect(failed).toBeGreaterThan(3)
})

test('without an answer it opens on the next client that it stored', async ({ page, shop }) => {
  await openDesk(page, shop)
  await ageKept(page, 3_600_000)
  await page.route('**/rest/v1/rpc/*', () => {})
  await page.goto('/?desk')
  await expect(label(page, 'Priya Raman')).toBeVisible()
})
