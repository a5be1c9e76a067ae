import type { Locator } from '@playwright/test'
import { askAsOwner, bookAsClient, day, expect, label, phone, signIn, test } from './support/desk.ts'

test.use(phone)

/** A finger that pulls far to the left, beginning on this part of the page. */
const pull = (part: Locator) =>
  part.evaluate((target) => {
    const touch = (type: string, clientX: number) => {
      const finger = new Touch({ identifier: 0, target, clientX, clientY: 400 })
      const touches = type === 'touchend' ? [] : [finger]
      target.dispatchEvent(new TouchEvent(type, { touches, bubbles: true }))
    }
    touch('touchstart', 300)
    touch('touchmove', 260)
    touch('touchmove', 100)
    touch('touchend', 100)
  })

test('labels that are pulled sideways to be seen leave the day where it is', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await askAsOwner(page, 'set_opening', { capacity: 3 })
  await bookAsClient(shop, 'Samir Haddad', '12:30')
  const heading = page.getByRole('heading', { level: 1 })
  const second = label(page, 'Samir Haddad').getByRole('link').first()
  await expect(second).toBeVisible()
  // As long as two share the paper it does not scroll.
  await pull(second)
  await expect(heading).toHaveText('Friday, December 4')
  await page.goBack()
  await bookAsClient(shop, 'Bo Diaz', '12:30')
  await expect(page.getByRole('link', { name: 'Bo Diaz', exact: true })).toBeAttached()
  await pull(second)
  await expect(heading).toHaveText(day.heading)
  await pull(page.locator('.tape').first())
  await expect(heading).toHaveText('Friday, December 4')
})

test('two fingers may enlarge the day, and one then shows the rest of it instead of the next day', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  // What the browser may make of fingers there.
  const main = page.getByRole('main')
  await expect(main).toHaveCSS('touch-action', 'pan-y pinch-zoom')
  const heading = page.getByRole('heading', { level: 1 })
  const session = await page.context().newCDPSession(page)
  const enlarge = (pageScaleFactor: number) =>
    session.send('Emulation.setPageScaleFactor', { pageScaleFactor })
  await enlarge(2)
  await expect(main).toHaveCSS('touch-action', 'auto')
  await pull(page.locator('.tape').first())
  await expect(heading).toHaveText(day.heading)
  await enlarge(1)
  await expect(main).toHaveCSS('touch-action', 'pan-y pinch-zoom')
  await pull(page.locator('.tape').first())
  await expect(heading).toHaveText('Friday, December 4')
})
