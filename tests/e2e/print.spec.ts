import { questions } from '../../demo/landing-page.ts'
import { fill, openForm, someone, submitButton } from './support/booking.ts'
import { allOf, expect, test } from './support/test.ts'

// A4 without its margins.
test.use({ viewport: { width: 718, height: 1047 } })

test('on paper: ink on white, every answer and design, no tape, cloth, form, or button', async ({ page }) => {
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  for (const { answer } of questions.items) await expect(page.getByText(answer)).toBeVisible()
  for (const gone of ['.edge-tape', 'form', '.stitched', '.tally', '.lengths']) {
    for (const part of await allOf(page.locator(gone))) await expect(part).toBeHidden()
  }
  const painted = await page.evaluate(() => {
    const looks = [...document.querySelectorAll('body, body *:not(svg, svg *)')].flatMap((part) =>
      [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)),
    )
    return {
      grounds: [...new Set(looks.map((look) => `${look.backgroundColor} ${look.backgroundImage}`))],
      colours: [...new Set(looks.map((look) => look.color))],
      shadows: [...new Set(looks.map((look) => look.boxShadow))],
    }
  })
  expect(painted).toEqual({
    grounds: ['rgba(0, 0, 0, 0) none'],
    colours: ['rgb(21, 27, 43)'],
    shadows: ['none'],
  })

  // All three designs are side by side on the sheet.
  await expect(page.locator('.plates')).toHaveCSS('display', 'grid')
  for (const plate of await allOf(page.locator('.plates figure'))) {
    const box = await plate.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(718)
    expect(box?.x).toBeGreaterThanOrEqual(0)
  }
})

test('on paper: what was booked stands there without the form', async ({ page }) => {
  const form = await openForm(page)
  await fill(form, someone)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027')
  await expect(form.getByRole('region')).toBeVisible()
  await expect(form.getByLabel('Full Name *')).toBeHidden()
  await expect(page.locator('form#closing')).toBeHidden()
})

test.describe('from a wide window', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  // WebKit keeps the width of the window while it prints.
  test('on paper: the layout is the narrow one', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('.hero-jacket')).toHaveCSS('position', 'absolute')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.hero-jacket')).toHaveCSS('position', 'relative')
    for (const columns of await allOf(page.locator(':is(.visit, .problem, .solution, .faq)')))
      await expect(columns).toHaveCSS('grid-template-columns', /^\S+$/)
  })
})
