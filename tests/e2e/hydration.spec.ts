import type { Page } from '@playwright/test'
import { bookingForm } from '#copy/booking-form.ts'
import { authEndpoint, session, startAuthFront } from './support/auth-front.ts'
import * as booking from './support/booking.ts'
import { translate, waitForLayout } from './support/page.ts'
import { expect, holdRequests, openedAtEpochMs, stopClock, test } from './support/test.ts'

const { getField, fill, getForm, isHydrated, someone, submitButton, successToast, getValues } = booking

/**
 * Opens the page, and holds back the last of its scripts.
 * @returns a function that releases it
 */
async function openHeld(page: Page): Promise<() => void> {
  const letGo = await holdRequests(page, '**/assets/hydrate-*.js')
  const asked = page.waitForRequest(
    (request) => request.resourceType() === 'script' && request.url().includes('/hydrate-'),
  )
  await page.goto('/')
  await getForm(page).locator('.tooltip-trigger').dispatchEvent('pointerover')
  await asked
  return letGo
}

/** React rerenders a changed page. */
async function expectHydratedInPlace(page: Page, change: (page: Page) => Promise<void>) {
  const letGo = await openHeld(page)
  const [form, closing] = [getForm(page), getForm(page, 'closing')]
  await waitForLayout(page)
  await fill(form, someone)
  await fill(closing, { full_name: 'Priya Raman' })
  await getField(form, 'email').focus()
  await change(page)
  letGo()
  for (const part of [form, closing]) await isHydrated(part)
  expect(await getValues(form)).toEqual(someone)
  await expect(getField(form, 'email')).toBeFocused()
  await expect(getField(closing, 'full_name')).toHaveValue('Priya Raman')
  // The page would move under the visitor.
  await expect(page.locator('section:not(.laid-out)')).toHaveCount(0)
}

test('with what an extension puts next to a field, the page hydrates with the entries and the cursor in place', ({
  page,
}) =>
  expectHydratedInPlace(page, () =>
    getField(getForm(page), 'email').evaluate((field) => field.after(document.createElement('div'))),
  ))

test('translated by the browser, the page hydrates, too, and works on a day without open times', async ({
  page,
}) => {
  await expectHydratedInPlace(page, translate)
  const { loading, none } = bookingForm.openTimes
  const answer = await holdRequests(page, '**/rpc/open_times*', (route) => route.fulfill({ json: [] }))
  const form = getForm(page)
  await getField(form, 'appointment_date').fill('2027-01-15')
  await expect(form.getByText(loading)).toBeVisible()
  answer()
  await expect(form.getByText(none('Friday, January 15'))).toBeVisible()
  await expect(submitButton(form)).toBeVisible()
})

test('a click before hydration takes effect after it', async ({ page }) => {
  const letGo = await openHeld(page)
  const types = ['pointerdown', 'keydown', 'input']
  /** Elements that reach React, which would hydrate the form immediately. */
  const heardOf = () =>
    getField(getForm(page), 'phone').evaluate((field, types) => {
      const heard: string[] = []
      for (const type of types) {
        document.querySelector('#root')?.addEventListener(type, () => heard.push(type), { capture: true })
        field.dispatchEvent(new Event(type, { bubbles: true }))
      }
      return heard
    }, types)
  expect(await heardOf()).toEqual([])
  await getForm(page).locator('.tooltip-trigger').dispatchEvent('click')
  await expect(page.locator('[data-island=hydrated]')).toHaveCount(0)
  letGo()
  await expect(getForm(page).locator('.tooltip:popover-open')).toBeVisible()
  expect(new Set(await heardOf())).toEqual(new Set(types))
})

test.describe('with a fake clock', () => {
  test.use({ stoppableClock: true })

  for (const [changed, change] of [
    ['as it was', async () => {}],
    ['translated by the browser', translate],
  ] as const) {
    test(`${changed}, a form submitted before hydration is sent by React alone`, async ({ page }) => {
      const posts = booking.watchPosts(page)
      const letGo = await openHeld(page)
      const form = getForm(page)
      await fill(form, someone)
      await change(page)
      await stopClock(page)
      await submitButton(form).click()
      letGo()
      const hasCome = async () => {
        await page.clock.runFor(10)
        return page.locator('[data-island=hydrated]').filter({ has: form }).count()
      }
      await expect.poll(hasCome).toBe(1)
      await expect(successToast(page)).toBeVisible()
      await page.clock.runFor(4000)
      await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027 at 10:30')
      await page.evaluate(() => fetch('/healthz'))
      expect(posts).toEqual(booking.calls)
    })
  }
})

test('a stored session is resumed, refreshed, and ended by another tab', async ({ page, context, shop }) => {
  const key = 'sb-127-auth-token'
  const secondsAhead = Math.round((openedAtEpochMs - Date.now()) / 1000)
  const auth = Object.assign(authEndpoint(), { secondsAhead })
  const front = await startAuthFront(auth, shop.url)
  await page.addInitScript(
    ([name, value]) => {
      localStorage.setItem(name, value)
      const events: string[] = []
      Object.assign(window, { sessionEvents: events })
      document.addEventListener('session', (event) => events.push((event as CustomEvent<string>).detail))
    },
    [key, JSON.stringify(session('old', -10))] as const,
  )
  const events = () => page.evaluate(() => (window as unknown as { sessionEvents: string[] }).sessionEvents)
  await page.goto(front.url)
  await getField(getForm(page), 'full_name').focus()
  await expect.poll(events).toEqual(expect.arrayContaining(['INITIAL_SESSION', 'TOKEN_REFRESHED']))
  expect(auth.refreshes.map(({ token }) => token)).toEqual(['old'])
  const stored = await page.evaluate((name) => localStorage.getItem(name), key)
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ refresh_token: 'refresh-1' })

  const other = await context.newPage()
  await other.goto(`${front.url}/robots.txt`)
  await other.evaluate((name) => {
    localStorage.removeItem(name)
    new BroadcastChannel(name).postMessage({ event: 'SIGNED_OUT', session: null })
  }, key)
  await expect.poll(events).toContain('SIGNED_OUT')
  await front.close()
})
