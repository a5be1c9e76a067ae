import type { Locator, Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { desk } from '../../copy/desk.ts'
import { freePort } from '../support/free-port.ts'
import { expectAccessible } from './support/accessible.ts'
import { bookAsClient, day, goTo, label, pathOf, phone, press, screen, signIn } from './support/desk.ts'
import { changeElsewhere, comeBack } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

/** Announced as it appears. */
const notice = (within: Page | Locator) =>
  within.getByRole('region', { name: desk.notices }).getByRole('status')

/** Comes back until the server has tried, failed, and says so here. */
const expectSoon = (page: Page, part: Locator) =>
  expect(async () => {
    await comeBack(page)
    await expect(part).toBeVisible({ timeout: 500 })
  }).toPass()

test.describe('on a phone, with no answer from the calendar', () => {
  const CALDAV_URL = 'http://127.0.0.1:1/shop/'
  test.use({ ...phone, settings: { CALDAV_URL, CALDAV_USERNAME: 'shop', CALDAV_PASSWORD: 'secret' } })

  test('a blocked time is pending, reopened or not, and can be tried again', async ({ page, shop }) => {
    await signIn(page, shop)
    const fair = { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: 'Fair' }
    await goTo(page)
    const { closure } = await changeElsewhere<{ closure: { id: string } }>(page, 'close_time', fair)
    const banner = page.getByRole('region', { name: desk.owed.sentence(1) })
    await expectSoon(page, banner)
    await expect(banner).toContainText('Closed time in your calendar, since')
    await expectAccessible(page)
    const answer = page.waitForResponse('**/rpc/deliver_owed')
    await press(banner, desk.again)
    expect(await (await answer).json()).toMatchObject([{ kind: 'closure-event' }])
    await expect(notice(page)).toContainText(desk.owed.stillSentence(1))
    await expect(banner).toBeVisible()

    await changeElsewhere(page, 'reopen_time', { id: closure.id })
    await expect(page.getByText('Closed 4:00-6:00 PM')).toHaveCount(0)
    await expect(banner).toContainText(desk.kinds['closure-event'])
  })
})

test.describe('on a phone, with no answer from the mail server', () => {
  test.use({ ...phone, settings: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' } })

  test('pending emails are shown on every day, and each can be tried again', async ({ page, shop }) => {
    const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const banner = page.getByRole('region', { name: desk.owed.sentence(2) })
    await expectSoon(page, banner)
    await expect(banner).toContainText('Priya Raman')
    await goTo(page, '', '2027-03-04')
    await expect(banner).toBeVisible()
    // Her appointment isn't loaded there.
    await expect(banner).not.toContainText('Priya Raman')

    await page.goto(pathOf(booked))
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('listitem').filter({ hasText: 'Confirmation' }), desk.again)
    // In the dialog, because the rest of the page is inert.
    await expect(notice(dialog)).toContainText(desk.owed.stillNotDelivered(desk.kinds['client-invitation']))
  })
})

test.describe('on a screen, with a mail server that comes back', () => {
  test.use({
    ...screen,
    settings: async ({ nowEpochMs: _ }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
  })

  test('a pending email is shown, and sent with Try again', async ({ page, shop, settings }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const banner = page.locator('.band')
    await expectSoon(page, banner)
    await expect(banner).toContainText('Priya Raman')
    await expect(label(page, 'Priya Raman')).toContainText(desk.owed.count(1))
    await expectAccessible(page)
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    server.listen(Number(new URL(settings.SMTP_URL ?? '').port), '127.0.0.1')
    try {
      await press(banner, desk.again)
      await expect(notice(page)).toContainText(desk.owed.allDelivered)
      await expect(banner).toBeHidden()
      await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
      await expect(page.getByRole('dialog')).toContainText('Confirmation')
    } finally {
      await new Promise<void>((resolve) => server.close(resolve))
    }
  })
})
