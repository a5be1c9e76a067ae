import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { agreement } from '../../copy/booking-form.ts'
import { cancelled } from '../../copy/emails.ts'
import { visitPage } from '../../copy/pages.ts'
import { expectAccessible, toldInvalid } from './support/accessible.ts'
import { someone } from './support/booking.ts'
import { expect, type TestShop, test } from './support/test.ts'

/** Books without a browser, and opens the link of the confirmation as it stands in the mail. */
async function openVisit(page: Page, shop: TestShop): Promise<string> {
  await fetch(`${shop.url}/book`, { method: 'POST', body: new URLSearchParams(someone) })
  await expect.poll(async () => (await confirmation(shop)) !== undefined).toBe(true)
  const [, path = ''] = /(\/\?visit=[\w-]+)/.exec((await confirmation(shop))?.text ?? '') ?? []
  await page.goto(path)
  return path
}

async function confirmation(shop: TestShop) {
  const mails = await Promise.all((await shop.mails()).map((mail) => PostalMime.parse(mail)))
  return mails.find(({ subject }) => subject?.startsWith('Your consultation: '))
}

async function expectNoOverflow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(width).toBeLessThanOrEqual(0)
}

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('the appointment is seen, moved and cancelled', async ({ page, shop }) => {
      await openVisit(page, shop)
      await expect(
        page.getByText('Your consultation is on Thursday, January 14, 2027 at 10:30 AM'),
      ).toBeVisible()
      await expectNoOverflow(page)
      await expectAccessible(page)

      await page.getByLabel(visitPage.date).fill('2027-01-15')
      await page.getByRole('button', { name: visitPage.showTimes }).click()
      await expect(page.getByText('Open on Friday, January 15, 2027')).toBeVisible()
      // By keyboard, and the focus is visible.
      expect(await toldInvalid(page)).toEqual([])
      await page.getByRole('radio', { name: '1:30 PM', exact: true }).focus()
      await page.keyboard.press('ArrowRight')
      const time = page.locator('.choice:has(:checked)')
      await expect(time).toHaveText('2:00 PM')
      await expect(time).toHaveCSS('outline-style', 'solid')
      await page.keyboard.press('Enter')
      await expect(
        page.getByText('Your consultation is on Friday, January 15, 2027 at 2:00 PM'),
      ).toBeVisible()
      await expect(page.getByRole('status')).toContainText('It was on Thursday, January 14, 2027')
      await expectAccessible(page)

      await page.getByText(visitPage.cancelQuestion('consultation')).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: visitPage.cancel }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(cancelled.title('consultation'))
      await expectNoOverflow(page)
      await expectAccessible(page)
      await page.getByRole('link', { name: cancelled.again }).click()
      await expect(page).toHaveURL(/\/#book$/)
    })

    test('a link that opens nothing says so calmly', async ({ page }) => {
      const answer = await page.goto('/?visit=nothing')
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitPage.unknownTitle)
      await expectNoOverflow(page)
      await expectAccessible(page)
    })
  })
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('everything works the same', async ({ page, shop }) => {
    await openVisit(page, shop)
    await page.getByRole('radio', { name: '3:30 PM', exact: true }).check()
    await page.getByRole('button', { name: visitPage.move('consultation') }).click()
    await expect(
      page.getByText('Your consultation is on Thursday, January 14, 2027 at 3:30 PM'),
    ).toBeVisible()
  })
})

test('the address goes to no other site, and nothing is fetched from one', async ({ page, shop }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url())
  })
  const path = await openVisit(page, shop)
  expect(elsewhere).toEqual([])
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('google.com/maps')),
    page.getByRole('link', { name: agreement.map }).click(),
  ])
  expect(await asked.headerValue('referer')).toBeNull()
  expect(path).toContain('visit=')
})
