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
  for (const cloth of await getAll(cloths)) await expect(cloth).toHaveCSS('background-image', 'none')
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
  for (const cloth of await getAll(cloths))
    await expect(cloth).toHaveCSS('background-color', 'rgb(19, 26, 43)')
  const lengths = await page
    .locator('.length')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor))
  expect(new Set(lengths)).toEqual(new Set(['rgb(70, 80, 102)']))
  await expectAccessible(page)
})

test('nothing is wider than the page, also with text of twice the size', async ({ page }) => {
  for (const width of [320, 1280, 1100, 900, 768, 640, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    // As a browser's setting makes it: the policy blocks a style sheet.
    if (width > 320)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await page.evaluate(() => document.documentElement.classList.add('laid-out'))
    expect(await getScrollWidth(page)).toBe(width)
  }
  const form = booking.getForm(page)
  await booking.fill(form, { appointment_date: someone.appointment_date })
  const times = booking.getOfferedTimes(form).locator('.choice')
  await expect(times).toHaveCount(17)
  const beyond = await times.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
  expect(Math.max(...beyond)).toBe(0)
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

test.describe('in print', () => {
  // A4 without its margins.
  const width = 718
  test.use({ viewport: { width, height: 1047 } })

  test('the page is ink on white, with every answer, without form or button', async ({ page }) => {
    await page.goto('/')
    await page.emulateMedia({ media: 'print' })
    for (const { answer } of questions.items) await expect(page.getByText(answer)).toBeVisible()
    for (const gone of ['.edge-tape', 'form', '.stitched', '.tally', '.lengths'])
      for (const part of await getAll(page.locator(gone))) await expect(part).toBeHidden()
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
    await expect(page.locator('.plates')).toHaveCSS('display', 'grid')
    for (const plate of await getAll(page.locator('.plates figure'))) {
      const box = await plate.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect(box?.x).toBeGreaterThanOrEqual(0)
    }

    // WebKit keeps the width of the window while it prints.
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.locator('.hero-jacket')).toHaveCSS('position', 'relative')
    for (const columns of await getAll(page.locator(':is(.visit, .problem, .solution, .faq)')))
      await expect(columns).toHaveCSS('grid-template-columns', /^\S+$/)
    await page.emulateMedia({ media: 'screen' })
    await expect(page.locator('.hero-jacket')).toHaveCSS('position', 'absolute')
  })
})
