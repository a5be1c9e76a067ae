import { expect, test } from './support/test.ts'

test('with the colours of the visitor, words on cloth stand on one ground', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const grounds = await page
    .locator('.cloth')
    .evaluateAll((cloths) => cloths.map((cloth) => getComputedStyle(cloth).backgroundImage))
  expect(new Set(grounds)).toEqual(new Set(['none']))
})
