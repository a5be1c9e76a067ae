import type { Request } from '@playwright/test'
import { bookingForm, socialProofWords } from '#copy/booking-form.ts'
import { solution } from '../../demo/landing-page.ts'
import { expectAccessible } from './support/accessible.ts'
import { getField, getForm, isHydrated } from './support/booking.ts'
import { waitForFonts, waitForLayout } from './support/page.ts'
import { expect, holdRequests, inMotion, setHidden, stopClock, test } from './support/test.ts'

test.describe('before the first picture has loaded', () => {
  test.use(inMotion)
  // Nothing that waits for the page's load happens.
  test.beforeEach(({ page }) => page.route('**/*.avif', () => {}))

  test('the form’s anchor and both calls to action lead to the form', async ({ page }) => {
    await page.goto('/#book', { waitUntil: 'commit' })
    await expect(getForm(page)).toBeInViewport()
    const top = () => getForm(page).evaluate((form) => Math.abs(form.getBoundingClientRect().top))
    await expect.poll(top).toBeLessThan(120)

    await page.goto('about:blank')
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    // Nothing between them has been laid out.
    await expect(page.locator('.faq')).toHaveCSS('content-visibility', 'auto')
    for (const name of [bookingForm.submit, solution.action]) {
      await page.getByRole('link', { name }).first().click()
      const field = getField(getForm(page), 'full_name')
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport()
      await field.blur()
    }
    const root = page.locator('html')
    await expect(root).toHaveCSS('scroll-behavior', 'smooth')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(root).toHaveCSS('scroll-behavior', 'auto')
  })
})

test('the page lays out its sections, with pictures, once it has loaded, and runs the client libraries only near a form', async ({
  page,
}) => {
  const requested: Request[] = []
  page.on('request', (request) => requested.push(request))
  const typesOf = (name: RegExp) =>
    requested.filter((request) => name.test(request.url())).map((request) => request.resourceType())
  await page.goto('/')
  const shown = () =>
    page
      .locator('.designs img')
      .evaluateAll((all: HTMLImageElement[]) => all.map((image) => image.naturalWidth > 0))
  await expect.poll(shown).toEqual([true, true, true])
  const visibilities = () =>
    page
      .locator('section, footer')
      .evaluateAll((all) => [...new Set(all.map((element) => getComputedStyle(element).contentVisibility))])
  await expect.poll(visibilities).toEqual(['visible'])
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // Styling a form fetches the arrow of its list. Sooner, that would block a phone during the first view.
  const arrowAfterLoadMs = () =>
    page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const arrow = performance.getEntriesByType('resource').find(({ name }) => /chevron/.test(name))
      return arrow && navigation && arrow.startTime - navigation.loadEventEnd
    })
  expect(await arrowAfterLoadMs()).toBeGreaterThan(0)

  // The cloth loads after the prefetched scripts.
  await page.locator('html.textured').waitFor()
  // Firefox would reject a link for it: the policy lists what the page may fetch, and nothing for links.
  await expect.poll(() => typesOf(/api-/)).toEqual(['fetch'])
  const form = getForm(page)
  await form.scrollIntoViewIfNeeded()
  await isHydrated(form)
  // They ask for the soonest times.
  await expect.poll(() => typesOf(/api-/)).toEqual(['fetch', 'script'])
  expect(typesOf(/open-session-/)).toEqual([])

  await test.step('one answer is open at a time, and the open one can be closed', async () => {
    const items = page.locator('.faq details')
    await expect(items).toHaveCount(6)
    // Safari makes a drawing without a width as wide as its surroundings.
    const widths = await page
      .locator('svg:not(.draft)')
      .evaluateAll((all) => all.map((element) => String(element.computedStyleMap().get('width'))))
    expect(widths).not.toContain('auto')
    const [first, second] = [items.nth(0), items.nth(1)]
    await first.locator('summary').click()
    await expect(first).toHaveAttribute('open')
    await second.locator('summary').click()
    await expect(second).toHaveAttribute('open')
    await expect(first).not.toHaveAttribute('open')
    await second.locator('summary').press('Enter')
    await expect(page.locator('.faq details[open]')).toHaveCount(0)
  })
})

test('at 390 and 1440 px content above the view moves nothing in it', async ({ page }) => {
  for (const width of [390, 1440])
    await test.step(`${width} px`, async () => {
      const pictures = await holdRequests(page, '**/*.avif')
      // One after the other: on a machine without a metric-compatible fallback, lines break in other places.
      const letters = await holdRequests(page, '**/*.woff2')
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/', { waitUntil: 'commit' })
      const question = page.locator('.faq summary').first()
      /** As drawn: content that just came into view gets its layout with the next frame. */
      const top = () =>
        question.evaluate(async (element) => {
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
          return element.getBoundingClientRect().top
        })
      await question.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const before = await top()
      pictures()
      await waitForLayout(page)
      const isInPlace = () => expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2)
      await isInPlace()
      letters()
      await waitForFonts(page)
      await isInPlace()
      await page.unrouteAll()
    })
})

test.describe('with a fake clock', () => {
  test.use({ ...inMotion, stoppableClock: true })

  test('the simulated lines change every 5-15 s, and a tooltip shows after 700 ms or on focus', async ({
    form,
    page,
  }) => {
    await waitForLayout(page)
    const list = page.locator('#social-proof')
    const lines = list.locator('li')
    await list.scrollIntoViewIfNeeded()
    await expect(lines).toHaveText([
      /^[2-6] people viewing this page$/,
      /^Only [6-9] consultation slots left this month$/,
      /^Last booked: (2 minutes|15 minutes|1 hour|2 hours|4 hours) ago$/,
    ])
    expect(await list.evaluate((element) => element.closest('[aria-live], [role=status]'))).toBeNull()
    await stopClock(page)
    const box = await list.boundingBox()
    const staysFor = async (ms: number) => {
      const before = await lines.allInnerTexts()
      await page.clock.runFor(ms)
      expect(await lines.allInnerTexts()).toEqual(before)
    }
    await setHidden(page, true)
    await staysFor(120_000)
    await setHidden(page, false)
    await staysFor(4900)

    const seen = new Set<string>()
    for (let step = 0; step < 20; step += 1) {
      await page.clock.runFor(15_000)
      const texts = await lines.allInnerTexts()
      seen.add(texts.join('|'))
      expect(Number(texts[0]?.match(/\d+/)?.[0])).toBeLessThanOrEqual(8)
      expect(Number(texts[1]?.match(/\d+/)?.[0])).toBeLessThanOrEqual(12)
      expect(await list.boundingBox()).toEqual(box)
    }
    expect(seen.size).toBeGreaterThan(3)

    await page.getByRole('button', { name: socialProofWords.hide }).click()
    await expect(lines.first()).toBeHidden()
    expect(await list.boundingBox()).toEqual(box)
    await page.getByRole('button', { name: socialProofWords.show }).click()
    await expect(lines.first()).toBeVisible()

    const tip = page.locator('.tooltip:popover-open')
    const first = page.getByRole('button', { name: 'Minor adjustments' })
    const second = page.getByRole('button', { name: 'Basted' })
    await first.scrollIntoViewIfNeeded()
    const showsLate = async (text: string) => {
      await page.clock.runFor(699)
      await expect(tip).toHaveCount(0)
      await page.clock.runFor(1)
      await expect(tip).toContainText(text)
    }
    const leave = async (awayMs: number) => {
      await page.mouse.move(1, 1)
      await page.clock.runFor(200)
      await expect(tip).toHaveCount(0)
      await page.clock.runFor(awayMs)
    }
    await first.hover()
    await showsLate('Hem, sleeve, waist')
    await leave(299)
    await second.hover()
    await expect(tip).toContainText('Held together with white thread')
    await page.clock.runFor(1000)
    await first.hover()
    await expect(tip).toContainText('Hem, sleeve, waist')
    await leave(300)
    await second.hover()
    await showsLate('Held together with white thread')
    await tip.hover()
    await page.clock.runFor(1000)
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)

    await page.mouse.move(0, 0)
    await getField(form, 'full_name').focus()
    await page.keyboard.press('Shift+Tab')
    const term = form.getByRole('button', { name: bookingForm.terms })
    await expect(term).toBeFocused()
    await expect(tip).toHaveText(bookingForm.termsTip)
    await expect(term).toHaveAccessibleDescription(bookingForm.termsTip)
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap shows a tooltip, and a tap elsewhere hides it', async ({ form, page }) => {
    await page.locator('.faq summary').first().press('Enter')
    await form.getByRole('button', { name: bookingForm.terms }).tap()
    await expect(page.locator('.tooltip:popover-open')).toBeVisible()
    await expectAccessible(page)
    await getField(form, 'email').tap()
    await expect(page.locator('.tooltip:popover-open')).toHaveCount(0)
  })
})
