import { laidOut } from './support/booking.ts'
import { ownFonts } from './support/fonts.ts'
import { expect, hold, test } from './support/test.ts'

// Before the page has loaded: its picture never comes, so that what waits for that does not happen.
test.beforeEach(async ({ page }) => {
  await page.route('**/*.avif', () => {})
})

test('a press that leads to the form lands on it, though nothing between has been laid out', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const faq = page.locator('.faq')
  await expect.poll(() => faq.evaluate((section) => getComputedStyle(section).contentVisibility)).toBe('auto')
  await page.locator('.hero .stitched').click()
  const field = page.locator('form#book [name=full_name]')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
})

test('an address that names the form lands on it', async ({ page }) => {
  await page.goto('/#book', { waitUntil: 'commit' })
  await expect(page.locator('form#book')).toBeInViewport()
  const top = () => page.locator('form#book').evaluate((form) => Math.abs(form.getBoundingClientRect().top))
  await expect.poll(top).toBeLessThan(120)
})

test('once the page has loaded all of it is laid out', async ({ page }) => {
  await page.unroute('**/*.avif')
  await page.goto('/')
  const visibilities = () =>
    page
      .locator('section, footer')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).contentVisibility))])
  await expect.poll(visibilities).toEqual(['visible'])
})

for (const width of [390, 1440]) {
  test(`at ${width} px what is looked at stays in its place while what is above it is laid out, and gets finer letters`, async ({
    page,
  }) => {
    const pictures = Promise.withResolvers<void>()
    await page.unroute('**/*.avif')
    await page.route('**/*.avif', async (route) => {
      await pictures.promise
      await route.continue()
    })
    // One after the other: where a machine has no stand-in of their measure they break lines in other places, and a
    // browser that lays out a section in the very frame in which they come moves what is below it by such a line.
    const letters = await hold(page, '**/*.woff2')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/', { waitUntil: 'commit' })
    const question = page.locator('.faq summary').first()
    /** As it is drawn: what has just come into view is laid out with the next frame. */
    const top = () =>
      question.evaluate(async (element) => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return element.getBoundingClientRect().top
      })
    await question.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const before = await top()
    pictures.resolve()
    await laidOut(page)
    const isInPlace = () => expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2)
    await isInPlace()
    letters()
    await ownFonts(page)
    await isInPlace()
  })
}
