import { business } from '../../demo/business.ts'
import { questions } from '../../demo/landing-page.ts'
import { expectAccessible } from './support/accessible.ts'
import * as booking from './support/booking.ts'
import { getScrollWidth, openBroken, waitForLayout } from './support/page.ts'
import { expect, getAll, test } from './support/test.ts'

const { send, someone } = booking
const { phone } = business

test('cloth has one flat background in the visitor’s own colors, or in data-saver mode', async ({ page }) => {
  const cloths = page.locator('.cloth')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const stylesOf = (property: 'backgroundImage' | 'backgroundColor') =>
    cloths.evaluateAll(
      (all, property) => [...new Set(all.map((cloth) => getComputedStyle(cloth)[property]))],
      property,
    )
  await expect.poll(() => stylesOf('backgroundImage')).toEqual(['none'])
  // The browser's own list marker.
  const list = page.locator('form#book select')
  await expect(list).toHaveCSS('appearance', 'auto')
  await expect(list).toHaveCSS('background-image', 'none')
  await expect(page.locator(':root')).toHaveCSS('color-scheme', 'light dark')

  await page.emulateMedia({ forcedColors: 'none' })
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto('/')
  await waitForLayout(page)
  await expect.poll(() => stylesOf('backgroundColor')).toEqual(['rgb(19, 26, 43)'])
  const lengths = await page
    .locator('.length')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element, '::before').backgroundColor))
  expect(new Set(lengths)).toEqual(new Set(['rgb(70, 80, 102)']))
  await expectAccessible(page)
})

test('text twice the size fits the page, and cuts no word', async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const terms = page.locator('.sheet-head .tooltip-trigger').first()
    const sizeOf = () => terms.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = await sizeOf()
    // As a browser's setting makes it: the policy blocks a style sheet.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await sizeOf()).toBe(2 * before)
    await waitForLayout(page)
    const cut = await page.evaluate(() => {
      const words = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // An address is longer than a line.
        if (text.parentElement?.closest('script, details p, [href*=example]')) continue
        for (const { 0: word, index } of (text as Text).data.matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) words.push(word)
        }
      }
      return words
    })
    expect(cut).toEqual([])
  }

  await page.evaluate(() => document.documentElement.classList.add('laid-out'))
  // The style of everything below the first form loads later, and the soonest times as the form comes near.
  const form = booking.getForm(page)
  await form.evaluate((element) => element.scrollIntoView())
  await expect(form.locator('.tape-time').first()).toBeVisible()
  for (const width of [320, 1280, 1100, 900, 768, 640, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => getScrollWidth(page)).toBe(width)
  }
  await booking.fill(form, { appointment_date: someone.appointment_date })
  const times = booking.getOfferedTimes(form).locator('.choice')
  await expect(times).toHaveCount(17)
  const beyond = await times.evaluateAll((all) =>
    all.map((element) => element.scrollWidth - element.clientWidth),
  )
  expect(Math.max(...beyond)).toBe(0)
})

test('the page is at most 7800 px high at 1440 px and 10400 at 390, and prints as ink on white', async ({
  page,
}) => {
  await page.goto('/')
  await waitForLayout(page)
  for (const [width, most] of [
    [1440, 7800],
    [390, 10400],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThanOrEqual(most)
    const stops = await page.locator('main :not(.booked)').evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
        .map(({ className }) => className),
    )
    expect(stops).toEqual([])
    await expect(page.locator('main [tabindex]:not(form *)')).toHaveCount(0)
  }

  await test.step('a closed buttonhole shows its button on hover and focus', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const summaries = page.locator('.faq summary')
    const button = (at: number) => summaries.nth(at).locator('.button')
    await expect(button(1)).toHaveCSS('opacity', '0')
    await summaries.nth(1).hover()
    await expect(button(1)).toHaveCSS('opacity', '0.4')
    await summaries.nth(1).press('Tab')
    await expect(button(2)).toHaveCSS('opacity', '0.4')
  })

  await test.step('in print, with every answer, without form or button', async () => {
    // A4 without its margins.
    const width = 718
    await page.setViewportSize({ width, height: 1047 })
    await page.emulateMedia({ media: 'print' })
    for (const { answer } of questions.items) await expect(page.getByText(answer)).toBeVisible()
    const visibilitiesOf = (selector: string) =>
      page.locator(selector).evaluateAll((all) => [...new Set(all.map((part) => part.checkVisibility()))])
    for (const gone of ['.edge-tape', 'form', '.stitched', '.tally', '.lengths'])
      await expect.poll(() => visibilitiesOf(gone), gone).toEqual([false])
    const painted = await page.evaluate(() => {
      const looks = [...document.querySelectorAll('body, body *:not(svg, svg *)')].flatMap((part) =>
        [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)),
      )
      return {
        grounds: [...new Set(looks.map((look) => `${look.backgroundColor} ${look.backgroundImage}`))],
        colors: [...new Set(looks.map((look) => look.color))],
        shadows: [...new Set(looks.map((look) => look.boxShadow))],
      }
    })
    expect(painted).toEqual({
      grounds: ['rgba(0, 0, 0, 0) none'],
      colors: ['rgb(21, 27, 43)'],
      shadows: ['none'],
    })
    const plates = await page
      .locator('.designs figure')
      .evaluateAll((all) =>
        all.map((plate) => plate.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      )
    expect(plates).not.toEqual([])
    expect(Math.max(...plates.map(({ right }) => right))).toBeLessThanOrEqual(width + 0.05)
    expect(Math.min(...plates.map(({ left }) => left))).toBeGreaterThanOrEqual(-0.05)

    // WebKit keeps the width of the window while it prints.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.locator('.hero-jacket')).toHaveCSS('position', 'relative')
    for (const columns of await getAll(page.locator(':is(.first-visit, .problem, .solution, .faq)')))
      await expect(columns).toHaveCSS('grid-template-columns', /^\S+$/)
    await page.emulateMedia({ media: 'screen' })
    await expect(page.locator('.hero-jacket')).toHaveCSS('position', 'absolute')
  })
})

test('the phone number stays on one line', async ({ form, page }) => {
  const expectUnbroken = async () => {
    for (const number of await getAll(page.getByText(phone.display).filter({ visible: true })))
      await expect(number).toHaveCSS('white-space', 'nowrap')
  }
  const message = `Very many bookings are arriving just now. Please call or text ${phone.display}.`
  await page.route('**/rest/v1/appointments*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message } }),
  )
  await send(form)
  await expect(page.locator('.toast')).toContainText(phone.display)
  await expect(form.getByRole('alert')).toContainText(phone.display)
  await expectUnbroken()
  await page.goto('/?visit=unknown')
  await expectUnbroken()
  await openBroken(page)
  await expectUnbroken()
})
