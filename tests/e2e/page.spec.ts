import type { Request } from '@playwright/test'
import { bookingForm } from '../../copy/booking-form.ts'
import { notFoundPage } from '../../copy/pages.ts'
import { solution } from '../../demo/landing-page.ts'
import { fieldOf, fill, formOf, openForm, someone, submitButton } from './support/booking.ts'
import { expect, stopClock, test } from './support/test.ts'

test('both calls to action lead smoothly to the first field, and immediately under reduced motion', async ({
  page,
}) => {
  await page.goto('/')
  for (const name of [bookingForm.submit, solution.action]) {
    await page.getByRole('link', { name }).first().click()
    await expect(fieldOf(formOf(page), 'full_name')).toBeFocused()
    await expect(formOf(page)).toBeInViewport()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  }
  const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
  expect(await behaviour()).toBe('smooth')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await behaviour()).toBe('auto')
})

test('one answer is open at a time, and the open one can be closed', async ({ page }) => {
  await page.goto('/')
  const items = page.locator('.faq details')
  await expect(items).toHaveCount(6)
  // Safari makes a drawing that is left to its own width as wide as what stands around it.
  const widths = await page
    .locator('svg:not(.draft)')
    .evaluateAll((all) => all.map((one) => String(one.computedStyleMap().get('width'))))
  expect(widths).not.toContain('auto')
  const [first, second] = [items.nth(0), items.nth(1)]
  await first.locator('summary').click()
  await expect(first).toHaveAttribute('open')
  await second.locator('summary').click()
  await expect(second).toHaveAttribute('open')
  await expect(first).not.toHaveAttribute('open')
  await second.locator('summary').press('Enter')
  await expect(second).not.toHaveAttribute('open')
  await expect(page.locator('.faq details[open]')).toHaveCount(0)
})

test('an unknown path: the texts, the way back, and the path in the console without its query', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  const answer = await page.goto('/no/such/page?email=secret@example.com')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeAttached()
  await expect(page.getByText(notFoundPage.title)).toBeVisible()
  expect(errors.some((text) => text.includes('/no/such/page'))).toBe(true)
  expect(errors.join()).not.toContain('secret')
  await page.getByRole('link', { name: notFoundPage.action }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(fieldOf(formOf(page), 'full_name')).toBeAttached()
})

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  test('tooltips: after 700 ms under the pointer, on focus, on a tap; gone with Escape', async ({ page }) => {
    const form = await openForm(page)
    await stopClock(page)
    const term = form.getByRole('button', { name: bookingForm.terms })
    const tip = page.locator('.tooltip:popover-open')

    await term.hover()
    await page.clock.runFor(699)
    await expect(tip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tip).toBeVisible()
    await expect(term).toHaveAccessibleDescription(bookingForm.termsTip)
    await tip.hover()
    await page.clock.runFor(1000)
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)

    await page.mouse.move(0, 0)
    await fieldOf(formOf(page), 'full_name').focus()
    await page.keyboard.press('Shift+Tab')
    await expect(term).toBeFocused()
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
  })

  test('tooltips: another shows at once within 300 ms of the last one, and after 700 ms when it was longer ago', async ({
    page,
  }) => {
    await openForm(page)
    const first = page.getByRole('button', { name: 'Minor adjustments' })
    const second = page.getByRole('button', { name: 'Basted' })
    const tip = page.locator('.tooltip:popover-open')
    await first.scrollIntoViewIfNeeded()
    await stopClock(page)
    await page.evaluate(() => {
      const onToggle = ({ newState }: ToggleEvent) => {
        if (newState === 'open' && document.querySelector('.tooltip:popover-open'))
          document.documentElement.dataset.two = 'tooltips'
      }
      document.addEventListener('beforetoggle', onToggle, { capture: true })
    })

    await first.hover()
    await page.clock.runFor(699)
    await expect(tip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tip).toContainText('Hem, sleeve, waist')

    const leave = async (awayMs: number) => {
      await page.mouse.move(1, 1)
      await page.clock.runFor(200)
      await expect(tip).toHaveCount(0)
      await page.clock.runFor(awayMs)
    }
    await leave(299)
    await second.hover()
    await expect(tip).toContainText('Held together with white thread')

    await page.clock.runFor(1000)
    await first.hover()
    await expect(tip).toContainText('Hem, sleeve, waist')

    await leave(300)
    await second.hover()
    await page.clock.runFor(699)
    await expect(tip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tip).toContainText('Held together with white thread')
    await expect(page.locator('html')).not.toHaveAttribute('data-two')
  })

  test('scripts that never come: what was incomplete is completed, and booked', async ({ page, shop }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    const form = formOf(page)
    await fill(form, { ...someone, phone: '' })
    await stopClock(page)
    const unanswered = page.waitForResponse((answer) => answer.url().endsWith('/book'))
    await submitButton(form).click()
    await page.clock.runFor(4000)
    expect((await unanswered).status()).toBe(204)
    await fill(form, { phone: someone.phone })
    await submitButton(form).click()
    await expect(page).toHaveURL(/\/book\?appointment=/)
    await expect(page.locator('body')).toContainText('Thursday, January 14, 2027')
    await expect.poll(() => shop.calendar()).toContain('BEGIN:VEVENT')
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap shows a tooltip, a tap elsewhere puts it away', async ({ page }) => {
    const form = await openForm(page)
    await form.getByRole('button', { name: bookingForm.terms }).tap()
    await expect(page.locator('.tooltip:popover-open')).toBeVisible()
    await fieldOf(form, 'email').tap()
    await expect(page.locator('.tooltip:popover-open')).toHaveCount(0)
  })
})

test('the client libraries run only when a visitor starts on a form, the session’s code is never fetched', async ({
  page,
}) => {
  const requested: Request[] = []
  page.on('request', (request) => requested.push(request))
  /** What is only fetched ahead is asked for as no script. */
  const run = () => requested.filter((request) => request.resourceType() === 'script')
  const named = (requests: Request[], name: RegExp) => requests.filter((request) => name.test(request.url()))
  await page.goto('/')
  const form = formOf(page)
  await form.scrollIntoViewIfNeeded()
  await page.locator('[data-island=hydrated]').filter({ has: form }).waitFor({ state: 'attached' })
  // The cloth comes after the scripts that are fetched ahead.
  await page.locator('html.textured').waitFor()
  await expect.poll(() => named(requested, /api-/)).not.toEqual([])
  expect(named(run(), /api-/)).toEqual([])
  // By a link for it, Firefox would refuse it: the policy names what may be fetched by the page, and nothing for links.
  expect(named(requested, /api-/).map((request) => request.resourceType())).toEqual(['fetch'])
  await fieldOf(form, 'full_name').focus()
  await expect.poll(() => named(run(), /api-/)).not.toEqual([])
  expect(named(requested, /open-session-/)).toEqual([])
})

test('pictures further down are there before a visitor comes to them', async ({ page }) => {
  await page.goto('/')
  const shown = () =>
    page
      .locator('.plates img')
      .evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalWidth > 0))
  await expect.poll(shown).toEqual([true, true, true])
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
