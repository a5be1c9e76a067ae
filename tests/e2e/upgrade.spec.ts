import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bookingForm } from '../../copy/booking-form.ts'
import { fill, formOf, someone, submitButton } from './support/booking.ts'
import { build, socialProofMode } from './support/build-page.ts'
import { expect, test } from './support/test.ts'

// A build of its own, whose files can go; the lines, with figures of the shop, would fetch the calls before.
test.use({ otherShop: { changes: [socialProofMode('off')] } })

test('a page that was opened before an upgrade books after it', async ({ page, distDir }) => {
  await page.goto('/')
  const form = formOf(page)
  await form.evaluate((element) => element.scrollIntoView())
  await page.locator('[data-island=hydrated]').filter({ has: form }).waitFor({ state: 'attached' })
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/api-')),
  )
  const assets = join(distDir ?? '', 'assets')
  const gone = `${assets}-before`
  await rename(assets, gone)
  try {
    await fill(form, someone)
    await submitButton(form).click()
    await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
  } finally {
    await rename(gone, assets)
  }
})

test('a build that fails, and one that is done, leave the page that runs whole until the restart', async ({
  request,
  distDir,
}) => {
  const namedIn = (html: string) => [...new Set(html.match(/\/assets\/[\w.-]+/g))]
  const named = namedIn(await (await request.get('/')).text())
  expect(named.length).toBeGreaterThan(10)
  const expectWhole = async () => {
    for (const asset of named) expect((await request.get(asset)).status(), asset).toBe(200)
    const booked = await request.post('/book', { form: { ...someone } })
    expect(await booked.text()).toContain(bookingForm.booked.toastTitle)
  }
  const sources = dirname(distDir ?? '')
  const html = join(sources, 'web/build/prerender.tsx')
  const intact = await readFile(html, 'utf8')
  await writeFile(html, `${intact}\nthrow new Error('fails')\n`)
  await expect(build(sources)).rejects.toThrow()
  await expectWhole()

  await writeFile(html, intact)
  await appendFile(join(sources, 'web/page/hydration/start.ts'), "\nconsole.info('anew')\n")
  await build(sources)
  expect(namedIn(await readFile(join(sources, 'dist/index.html'), 'utf8'))).not.toEqual(named)
  await expectWhole()
})
