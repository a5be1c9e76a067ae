import { stagingRibbon } from '#copy/pages.ts'
import { expect, test, watchErrors } from './support/test.ts'

test.use({ settings: { STAGING: '1' } })

test('a ribbon marks a copy of the real data on the page and the desk, and covers nothing', async ({
  page,
}) => {
  const errors = watchErrors(page)
  for (const path of ['/', '/?desk']) {
    await page.goto(path)
    const ribbon = page.getByText(stagingRibbon)
    await expect(ribbon).toBeVisible()
    await expect(ribbon).toHaveCSS('position', 'fixed')
    await expect(ribbon).toHaveCSS('pointer-events', 'none')
    expect((await ribbon.boundingBox())?.width).toBeLessThan(20)
  }
  expect(errors).not.toContainEqual(expect.stringMatching(/Security Policy/))
})
