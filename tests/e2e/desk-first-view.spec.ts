import type { Page, Request } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { ageKept, bookAsClient, expect, label, phone, signIn, test, waitForFirst } from './support/desk.ts'

test.use(phone)

const isCall = (request: Request) => request.url().includes('/rest/v1/rpc/')

/**
 * The next time that the desk is opened, the device has kept nothing: it had no room. What is kept cannot be taken away
 * afterwards, as a page that is left may write it while the next one is read already.
 */
async function keepNothing(page: Page) {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key === 'desk-loaded') throw new DOMException('', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
}

/** The session's token is to be renewed before it is used. */
async function nearItsEnd(page: Page): Promise<void> {
  // Beside a desk that is open, which would renew it at once.
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 30 }))
  })
}

test('without a session nothing is asked for, and a token near its end is renewed first', async ({
  page,
  shop,
}) => {
  const calls: string[] = []
  page.on('request', (request) => isCall(request) && calls.push(request.url()))
  await page.goto('/?desk')
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
  expect(calls).toEqual([])
  await page.goto('about:blank')

  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await nearItsEnd(page)
  calls.length = 0
  const renewed = page.waitForResponse((response) => response.url().includes('grant_type=refresh_token'))
  page.on('response', (response) => response.url().includes('grant_type') && calls.push('renewed'))
  await page.goto('/?desk')
  await renewed
  await expect(label(page, 'Priya Raman')).toBeVisible()
  expect(calls[0]).toBe('renewed')
})

test('what fails as the desk opens is asked for again', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await keepNothing(page)
  await signIn(page, shop)
  await page.goto('about:blank')
  let refused = 0
  await page.route('**/rest/v1/rpc/*', (route) => {
    refused += 1
    return refused <= 3 ? route.abort() : route.continue()
  })
  await page.goto('/?desk')
  await expect(label(page, 'Priya Raman')).toBeVisible()
  expect(refused).toBeGreaterThan(3)
})

test('a week that is answered late is waited for: the next client is not one of the week after', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Hugo Brandt', '12:30', '2026-12-10')
  await keepNothing(page)
  await signIn(page, shop)
  await page.goto('about:blank')
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/agenda\?from=2026-11-23/, async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/?desk')
  await expect(page.getByText(desk.loading)).toBeVisible()
  answer()
  await expect(label(page, 'Priya Raman')).toBeVisible()
})

for (const { has, setSession } of [
  { has: 'lasts', setSession: async () => {} },
  { has: 'is to be renewed', setSession: nearItsEnd },
])
  test(`opens on the next client as of now, and not as it was kept, with a session that ${has}`, async ({
    page,
    shop,
  }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await waitForFirst(page)
    await signIn(page, shop)
    await expect(label(page, 'Priya Raman')).toBeVisible()
    await ageKept(page, 3_600_000)
    await setSession(page)
    await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-02')
    await page.goto('/?desk')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wednesday, December 2')
  })

test('where no answer comes it opens on the next client as it was kept', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await ageKept(page, 3_600_000)
  await page.route('**/rest/v1/rpc/*', () => {})
  await page.goto('/?desk')
  await expect(label(page, 'Priya Raman')).toBeVisible()
})
