import type { Page } from '@playwright/test'
import { authEndpoint, session, startAuthFront } from './support/auth-front.ts'
import { fieldOf, formOf } from './support/booking.ts'
import { test as base, expect } from './support/test.ts'

const key = 'sb-127-auth-token'

const test = base.extend<{ auth: ReturnType<typeof authEndpoint>; front: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names.
  auth: async ({}, use) => use(authEndpoint()),
  front: async ({ auth, shop }, use) => {
    const front = await startAuthFront(auth, shop.url)
    await use(front.url)
    await front.close()
  },
})

test.use({ nowEpochMs: null })

/** The page with a session left by an earlier visit; what happens to it is noted in `sessionEvents`. */
async function openWithSession(page: Page, url: string, stored: object): Promise<void> {
  await page.addInitScript(
    ([name, value]) => {
      if (!localStorage.getItem(name)) localStorage.setItem(name, value)
      const events: string[] = []
      Object.assign(window, { sessionEvents: events })
      document.addEventListener('session', (event) => events.push((event as CustomEvent<string>).detail))
    },
    [key, JSON.stringify(stored)] as const,
  )
  await page.goto(url)
  await fieldOf(formOf(page), 'full_name').focus()
}

const events = (page: Page) =>
  page.evaluate(() => (window as unknown as { sessionEvents: string[] }).sessionEvents)
const storedToken = (page: Page) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').refresh_token, key)

test('a stored session is taken up as it is', async ({ page, front, auth }) => {
  await openWithSession(page, front, session('fresh', 3600))
  await expect.poll(() => events(page)).toContain('INITIAL_SESSION')
  expect(auth.refreshes).toEqual([])
  expect(await storedToken(page)).toBe('fresh')
})

test('one that has run out is renewed and stored again', async ({ page, front, auth }) => {
  await openWithSession(page, front, session('old', -10))
  await expect.poll(() => storedToken(page)).toBe('refresh-1')
  expect(auth.refreshes[0]?.token).toBe('old')
  await expect.poll(() => events(page)).toContain('TOKEN_REFRESHED')
})

test('signed out in another tab, it is gone here too', async ({ page, front, context }) => {
  await openWithSession(page, front, session('fresh', 3600))
  await expect.poll(() => events(page)).toContain('INITIAL_SESSION')
  const other = await context.newPage()
  await other.goto(`${front}/robots.txt`)
  await other.evaluate((name) => {
    localStorage.removeItem(name)
    new BroadcastChannel(name).postMessage({ event: 'SIGNED_OUT', session: null })
  }, key)
  await expect.poll(() => events(page)).toContain('SIGNED_OUT')
})
