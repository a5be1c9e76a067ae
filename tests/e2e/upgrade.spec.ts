import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fill, formOf, someone, submitButton } from './support/booking.ts'
import { socialProofMode } from './support/build-page.ts'
import { expect, test } from './support/test.ts'

// A build of its own, whose files can go; the lines, with figures of the shop, would fetch the calls before.
test.use({ otherShop: { changes: [socialProofMode('off')] } })

test('a page that was opened before an upgrade books after it', async ({ page, distDir }) => {
  await page.goto('/')
  const form = formOf(page)
  await form.evaluate((element) => element.scrollIntoView())
  await page.locator('[data-island=hydrated]').filter({ has: form }).waitFor({ state: 'attached' })
  // Fetched ahead, and nobody has touched the form.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/calls-')),
  )
  const assets = join(distDir ?? '', 'assets')
  const gone = `${assets}-before`
  await rename(assets, gone)
  try {
    await fill(form, someone)
    await submitButton(form).click()
    await expect(page.getByRole('status').getByText('Appointment Booked!')).toBeVisible()
  } finally {
    await rename(gone, assets)
  }
})
