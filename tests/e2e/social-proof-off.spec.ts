import { fieldOf, fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, test } from './support/test.ts'

test.use({ socialProofMode: 'off' })

test('no line, no button and no question about figures, and a booking works', async ({ page }) => {
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
