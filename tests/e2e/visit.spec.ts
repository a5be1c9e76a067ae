import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { agreement } from '#copy/booking-form.ts'
import { cancelled } from '#copy/emails.ts'
import { visitPage } from '#copy/pages.ts'
import { expectAccessible, getInvalid } from './support/accessible.ts'
import { someone } from './support/booking.ts'
import { getScrollWidth } from './support/page.ts'
import { expect, test } from './support/test.ts'

async function expectSound(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await getScrollWidth(page)).toBe(width)
    await expectAccessible(page)
  }
  // So it works the same without JavaScript.
  await expect(page.locator('script')).toHaveCount(0)
}

test('a client sees, moves, and cancels an appointment by its link', async ({ page, shop }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await fetch(`${shop.url}/book`, { method: 'POST', body: new URLSearchParams(someone) })
  const confirmation = async () => {
    const mails = await Promise.all((await shop.mails()).map((mail) => PostalMime.parse(mail)))
    return mails.find(({ subject }) => subject?.startsWith('Your consultation: '))
  }
  await expect.poll(async () => (await confirmation()) !== undefined).toBe(true)
  const [path = ''] = /\/\?visit=[\w-]+/.exec((await confirmation())?.text ?? '') ?? []
  await page.goto(path)
  const isOn = (when: string) => page.getByText(`${visitPage.expected('consultation')} ${when}`)
  await expect(isOn('Thursday, January 14, 2027 at 10:30 AM')).toBeVisible()
  await expectSound(page)
  expect(requested.filter((url) => !url.startsWith(shop.url) && !/^data:/.test(url))).toEqual([])
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('google.com/maps')),
    page.getByRole('link', { name: agreement.map }).click(),
  ])
  expect(await asked.headerValue('referer')).toBeNull()
  await page.goto(path)

  await test.step('moved by keyboard, with a visible focus', async () => {
    await page.getByLabel(visitPage.date).fill('2027-01-15')
    await page.getByRole('button', { name: visitPage.showTimes }).click()
    await expect(page.getByText(`${visitPage.open} Friday, January 15, 2027`)).toBeVisible()
    expect(await getInvalid(page)).toEqual([])
    await page.getByRole('radio', { name: '1:30 PM', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    const time = page.locator('.choice:has(:checked)')
    await expect(time).toHaveText('2:00 PM')
    await expect(time).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('Enter')
    await expect(isOn('Friday, January 15, 2027 at 2:00 PM')).toBeVisible()
    await expect(page.getByRole('status')).toContainText('It was on Thursday, January 14, 2027')
    await expectSound(page)
  })

  await test.step('canceled', async () => {
    await page.getByText(visitPage.cancelQuestion('consultation')).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: visitPage.cancel }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(cancelled.title('consultation'))
    await expectSound(page)
    await page.getByRole('link', { name: cancelled.again }).click()
    await expect(page).toHaveURL(/\/#book$/)
  })

  const answer = await page.goto('/?visit=nothing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitPage.unknownTitle)
  await expectSound(page)
})
