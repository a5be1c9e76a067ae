import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { galleryWords } from '#copy/gallery.ts'
import { gallery } from '../../demo/gallery.ts'
import { expectAccessible } from './support/accessible.ts'
import { getForm, isHydrated } from './support/booking.ts'
import { ownerAt } from './support/desk.ts'
import { getScrollWidth, waitForLayout } from './support/page.ts'
import { expect, test } from './support/test.ts'

// One after the other, because the shop is built once.
test.describe.configure({ mode: 'default' })

test.use({ otherShop: { changes: [], isFull: true } })

const { length } = gallery.photographs
const captionOf = (index: number) => gallery.photographs[index]?.caption ?? ''

/** The photographs, once a visitor is near them and their script has loaded. */
async function photographsOf(page: Page) {
  await page.goto('/')
  await waitForLayout(page)
  const links = page.locator('[data-photograph]')
  await links.first().scrollIntoViewIfNeeded()
  await isHydrated(links)
  return links
}

test('a photograph opens large, keys move through the gallery, and closing returns to the last one', async ({
  page,
}) => {
  const links = await photographsOf(page)
  await links.nth(2).focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: galleryWords.name })
  const shows = async (index: number) => {
    await expect(viewer.getByRole('status')).toHaveText(galleryWords.place(index + 1, length))
    await expect(viewer.locator('.viewer-caption')).toHaveText(captionOf(index))
    await expect(viewer.getByRole('img').nth(index)).toBeInViewport({ ratio: 0.9 })
  }
  await expect(viewer.getByRole('button', { name: galleryWords.close })).toBeFocused()
  await shows(2)
  for (const [key, index] of [
    ['ArrowRight', 3],
    ['ArrowLeft', 2],
    ['End', length - 1],
    ['ArrowRight', length - 1],
    ['Home', 0],
    ['ArrowLeft', 0],
    ['ArrowRight', 1],
  ] as const) {
    await page.keyboard.press(key)
    await shows(index)
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(links.nth(1)).toBeFocused()
})

test('the desk’s open date and its main button are in the shop’s cloth', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await ownerAt(page, shop).signIn()
  const cloth = 'rgb(90, 20, 32)'
  for (const part of [page.locator('.day-row .is-open'), page.getByRole('button', { name: desk.book })])
    await expect(part).toHaveCSS('background-color', cloth)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a swipe snaps to the next photograph, and its caption follows', async ({ page }) => {
    const links = await photographsOf(page)
    await links.first().tap()
    const status = page.getByRole('dialog').getByRole('status')
    await expect(status).toHaveText(galleryWords.place(1, length))
    const row = page.locator('.viewer-row')
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', x: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: 400 }] })
    await touch('touchStart', 340)
    for (let x = 325; x >= 85; x -= 15) await touch('touchMove', x)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(status).toHaveText(galleryWords.place(2, length))
    await expect(page.locator('.viewer-caption')).toHaveText(captionOf(1))
    await expect.poll(() => row.evaluate((element) => element.scrollLeft % element.clientWidth)).toBe(0)
    await page.getByRole('button', { name: galleryWords.close }).tap()
    await expect(links.nth(1)).toBeFocused()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each photograph is a link to its file', async ({ page, request }) => {
    await page.goto('/')
    const links = page.locator('[data-photograph]')
    await expect(links).toHaveCount(length)
    for (const link of await links.all()) {
      const file = await request.get((await link.getAttribute('href')) ?? '')
      expect(file.headers()['content-type']).toBe('image/webp')
    }
    await expect(getForm(page).getByRole('textbox').first()).toBeVisible()
  })
})

test('the page is accessible and fits 320, 390, and 1440 px, without an offer', async ({ page }) => {
  await page.goto('/')
  await waitForLayout(page)
  await expect(page.locator('body')).not.toContainText(/free suit|third free/i)
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => getScrollWidth(page)).toBe(width)
    await expectAccessible(page)
  }
})
