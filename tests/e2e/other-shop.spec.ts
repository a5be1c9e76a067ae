import { testimonialsTitle } from '../../demo/landing-page.ts'
import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { socialProofMode } from './support/build-page.ts'
import { ownFonts } from './support/fonts.ts'
import { expect, test } from './support/test.ts'

// One after the other, so that the page is built once.
test.describe.configure({ mode: 'default' })

test.use({
  otherShop: {
    changes: [
      socialProofMode('off'),
      { file: 'demo/business.ts', written: /city: '.*'/, instead: "city: 'Ajo'" },
      { file: 'demo/business.ts', written: /regionName: '.*'/, instead: "regionName: 'Arizona'" },
      { file: 'demo/business.ts', written: /social: \[.*?\n {2}\]/s, instead: 'social: []' },
      { file: 'demo/claims.ts', written: /clients: '.*'/, instead: "clients: 'More than five hundred'" },
      { file: 'demo/claims.ts', written: /turnaround: '.*'/, instead: "turnaround: 'eight to ten weeks'" },
      {
        file: 'demo/landing-page.ts',
        written: /title: \['First we'.*\]/,
        instead: "title: ['Craftsmanship', 'at last.']",
      },
      { file: 'demo/testimonials.ts', written: /(testimonials: .*) = \[.*\]/s, instead: '$1 = []' },
    ],
  },
})

test('a shop elsewhere, with longer claims, without quotes and links: nothing overlaps, and no room is left', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/ in Ajo, Arizona$/)
  await expect(page.locator('body')).not.toContainText('Texas')
  await expect(page.getByRole('heading', { name: testimonialsTitle })).toHaveCount(0)
  await expect(page.locator('ul:not(:has(li))')).toHaveCount(0)

  const figures = page.locator('.facts dt')
  for (const width of [320, 760, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(figures.first()).toHaveText('More than five hundred')
    const tooWide = await figures.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
    )
    expect(tooWide, `${width} px`).toEqual([])
  }
})

test('a heading with a longer word stands on a phone without breaking it', async ({ page }) => {
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 800 })
    await ownFonts(page)
    const lines = await heading.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines, `${width} px`).toBe(2)
  }
})

test('with social proof switched off: no line, no button and no question about figures, and a booking works', async ({
  page,
}) => {
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const form = await openForm(page)
  await page.locator('.timetable').scrollIntoViewIfNeeded()
  await expect(page.locator('.tally, #social-proof')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /these figures/ })).toHaveCount(0)
  await expect(page.getByText(/people viewing|^Only \d+ consultation|Last booked/)).toHaveCount(0)

  await fill(form, someone)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await expect(fieldOf(form, 'full_name')).toHaveValue('')
  expect(asked.filter((url) => url.includes('social_proof'))).toEqual([])
  expect(faults).toEqual([])
})
