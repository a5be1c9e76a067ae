import { appendFile, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bookingForm, socialProofWords } from '#copy/booking-form.ts'
import { testimonialsTitle } from '../../demo/landing-page.ts'
import { getForm, getValues, isHydrated, openForm, send, someone, successToast } from './support/booking.ts'
import { build, socialProofMode } from './support/build-page.ts'
import { countLines, waitForFonts } from './support/page.ts'
import { expect, test, watchErrors } from './support/test.ts'

// One after the other, because the page is built once, and the last test rebuilds it.
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

test('longer claims don’t overlap, and missing quotes, links, and numbers leave no gap', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const errors = watchErrors(page)
  await page.goto('/')
  await expect(page).toHaveTitle(/ in Ajo, Arizona$/)
  await expect(page.locator('body')).not.toContainText('Texas')
  await expect(page.getByRole('heading', { name: testimonialsTitle })).toHaveCount(0)
  // The soonest times reserve their space until they load.
  await expect(page.locator('ul:not(.tape-lengths, :has(li))')).toHaveCount(0)

  const figures = page.locator('.facts dt')
  await expect(figures.first()).toHaveText('More than five hundred')
  for (const width of [320, 760, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const tooWide = await figures.evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((element) => element.textContent),
    )
    expect(tooWide, `${width} px`).toEqual([])
  }

  // A longer word in the heading doesn't break on a phone.
  await waitForFonts(page)
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await countLines(page.locator('h1')), `${width} px`).toBe(2)
  }

  await page.setViewportSize({ width: 1280, height: 720 })
  const form = await openForm(page)
  await page.locator('.timetable').scrollIntoViewIfNeeded()
  await expect(page.locator('.tally, #social-proof')).toHaveCount(0)
  await expect(page.getByRole('button', { name: socialProofWords.hide })).toHaveCount(0)
  await expect(page.getByText(/people viewing|^Only \d+ consultation|Last booked/)).toHaveCount(0)
  await send(form)
  await expect(form.getByRole('region')).toBeVisible()
  expect(Object.values(await getValues(form)).join('')).toBe('')
  expect(asked.filter((url) => url.includes('social_proof'))).toEqual([])
  expect(errors).toEqual([])
})

test('a server and a page from before an upgrade still book', async ({ page, request, distDir }) => {
  await page.goto('/')
  const form = getForm(page)
  await form.evaluate((element) => element.scrollIntoView())
  await isHydrated(form)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/api-')),
  )
  const sources = dirname(distDir ?? '')
  const assetsIn = (html: string) => [...new Set(html.match(/\/assets\/[\w.-]+/g))]
  const assets = assetsIn(await (await request.get('/')).text())
  expect(assets.length).toBeGreaterThan(10)
  await appendFile(join(sources, 'web/page/hydration/start.ts'), "\nconsole.info('changed')\n")
  await build(sources)
  expect(assetsIn(await readFile(join(sources, 'dist/index.html'), 'utf8'))).not.toEqual(assets)
  // The server closes a connection that was idle for so long, perhaps as the first request leaves.
  for (const asset of assets) expect((await request.get(asset, { maxRetries: 1 })).status(), asset).toBe(200)
  const booked = await request.post('/book', { form: { ...someone, appointment_time: '14:00' } })
  expect(await booked.text()).toContain(bookingForm.booked.toastTitle)

  for (const folder of ['dist', 'dist.before']) await rm(join(sources, folder, 'assets'), { recursive: true })
  expect((await request.get(assets[0] ?? '')).status()).toBe(404)
  await send(form)
  await expect(successToast(page)).toBeVisible()
})
