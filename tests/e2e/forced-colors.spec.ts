import { allOf, expect, test } from './support/test.ts'

test('with the colours of the visitor, words on cloth stand on one ground', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  for (const cloth of await allOf(page.locator('.cloth'))) {
    await expect(cloth).toHaveCSS('background-image', 'none')
  }
  // The mark of a list is the browser's own, in the visitor's colours.
  const list = page.locator('form#book select')
  await expect(list).toHaveCSS('appearance', 'auto')
  await expect(list).toHaveCSS('background-image', 'none')
  await expect(page.locator(':root')).toHaveCSS('color-scheme', 'light dark')
})
