import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { agreement } from '#copy/booking-form.ts'
import { cancelled } from '#copy/emails.ts'
import { visitPage } from '#copy/pages.ts'
import { business } from '#shop/business.ts'
import { expectAccessible, getInvalid } from './support/accessible.ts'
import { fill, getValues, someone, submitButton } from './support/booking.ts'
import { phone } from './support/desk.ts'
import { getScrollWidth } from './support/page.ts'
import { expect, type TestShop, test } from './support/test.ts'

async function expectSound(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await getScrollWidth(page)).toBe(width)
    await expectAccessible(page)
  }
  // So it works the same without JavaScript.
  await expect(page.locator('script')).toHaveCount(0)
}

/** Books, and takes the client's link from the confirmation. */
async function pathOfVisit(shop: TestShop): Promise<string> {
  await fetch(`${shop.url}/book`, { method: 'POST', body: new URLSearchParams(someone) })
  const confirmation = async () => {
    const mails = await Promise.all((await shop.mails()).map((mail) => PostalMime.parse(mail)))
    return mails.find(({ subject }) => subject?.startsWith('Your consultation: '))
  }
  await expect.poll(async () => (await confirmation()) !== undefined).toBe(true)
  const [path = ''] = /\/\?visit=[\w-]+/.exec((await confirmation())?.text ?? '') ?? []
  return path
}

test('a client sees, reschedules, and cancels an appointment by its link', async ({ page, shop }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const path = await pathOfVisit(shop)
  await page.goto(path)
  const isOn = (when: string) =>
    page.getByText(visitPage.expected('consultation', `${when}, ${business.timeZoneName}`))
  await expect(isOn('Thursday, January 14, 2027 at 10:30 AM')).toBeVisible()
  await expectSound(page)
  expect(requested.filter((url) => !url.startsWith(shop.url) && !/^data:/.test(url))).toEqual([])
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('google.com/maps')),
    page.getByRole('link', { name: agreement.map }).click(),
  ])
  expect(await asked.headerValue('referer')).toBeNull()
  await page.goto(path)

  await test.step('confirmed', async () => {
    const confirm = page.getByRole('button', { name: visitPage.confirm })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(confirm).toBeInViewport()
    await confirm.click()
    await expect(page.getByText(visitPage.confirmed)).toBeVisible()
    await expect(confirm).toHaveCount(0)
    await expectSound(page)
  })

  await test.step('rescheduled by keyboard, with a visible focus', async () => {
    await page.getByLabel(visitPage.date).fill('2027-01-15')
    await page.getByRole('button', { name: visitPage.showTimes }).click()
    await expect(page.getByText(visitPage.open('Friday, January 15, 2027'))).toBeVisible()
    expect(await getInvalid(page)).toEqual([])
    await page.getByRole('radio', { name: 'Friday, January 15, 1:30 PM', exact: true }).focus()
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
    // To book again, without typing anything again, and without any of it in the address.
    const again = await getValues(page.locator('form'))
    expect(again).toMatchObject({ full_name: someone.full_name, email: someone.email, phone: someone.phone })
    expect(page.url()).not.toContain('Daniel')
    await fill(page.locator('form'), someone)
    await submitButton(page.locator('form')).click()
    await expect(page).toHaveURL(/\/book\?appointment=/)
  })

  const answer = await page.goto('/?visit=nothing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitPage.unknownTitle)
  await expectSound(page)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a new day’s times are in view, and Back chooses no time by itself', async ({ page, shop }) => {
    await page.goto(await pathOfVisit(shop))
    await page.getByLabel(visitPage.date).fill('2027-01-15')
    await page.getByRole('button', { name: visitPage.showTimes }).tap()
    const times = page.getByRole('radio', { name: /^Friday, January 15, / })
    await expect(times.first()).toBeInViewport()
    await times.nth(2).check()
    await page.getByRole('button', { name: visitPage.move('consultation') }).tap()
    await expect(page.getByRole('status')).toContainText('It was on Thursday, January 14, 2027')
    await page.goBack()
    await expect(times.first()).toBeVisible()
    await expect(page.locator('[type=radio]:checked')).toHaveCount(0)
  })
})
