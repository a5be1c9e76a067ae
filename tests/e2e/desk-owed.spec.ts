import type { Locator, Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { desk } from '../../copy/desk.ts'
import { freePort } from '../support/free-port.ts'
import { expectAccessible } from './support/accessible.ts'
import {
  askAsOwner,
  bookAsClient,
  day,
  expect,
  label,
  pathOf,
  phone,
  screen,
  signIn,
  test,
} from './support/desk.ts'

/** Read out as it comes. */
const notice = (within: Page | Locator) =>
  within.getByRole('region', { name: desk.notices }).getByRole('status')

/** Nobody listens there. */
const CALDAV_URL = 'http://127.0.0.1:1/shop/'

for (const [where, use] of Object.entries({ phone, screen })) {
  test.describe(`on a ${where}, while the calendar is away`, () => {
    test.use({ ...use, settings: { CALDAV_URL, CALDAV_USERNAME: 'shop', CALDAV_PASSWORD: 'secret' } })

    test('a closed time whose entry fails is owed, open again or not, and can be tried again', async ({
      page,
      shop,
    }) => {
      await signIn(page, shop)
      const fair = { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: 'Fair' }
      const { closure } = await askAsOwner<{ closure: { id: string } }>(page, 'close_time', fair)
      await page.goto(`/?desk#/day/${day.date}`)
      const band = page.getByRole('region', { name: desk.owed.sentence(1) })
      await expect(band).toContainText('Closed time in your calendar, since')
      await expectAccessible(page)
      const answer = page.waitForResponse('**/rpc/deliver_owed')
      await band.getByRole('button', { name: desk.again }).click()
      expect(await (await answer).json()).toMatchObject([{ kind: 'closure-event' }])
      await expect(notice(page)).toContainText(desk.owed.stillSentence(1))
      await expect(band).toBeVisible()

      await askAsOwner(page, 'reopen_time', { id: closure.id })
      await expect(page.getByText('Closed 4:00-6:00 PM')).toHaveCount(0)
      await expect(band).toContainText(desk.kinds['closure-event'])
    })
  })
}

test.describe('while the mail server is away', () => {
  test.use({ ...phone, settings: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' } })

  test('what is owed is seen on any day, with the names that are known there', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const band = page.getByRole('region', { name: desk.owed.sentence(2) })
    await page.goto(`/?desk#/day/${day.date}`)
    await expect(band).toContainText('Priya Raman')
    await page.goto('/?desk#/day/2027-03-04')
    await expect(band).toBeVisible()
    await expect(band).not.toContainText('Priya Raman')
  })

  test('whether trying again has helped is said of one mail, too', async ({ page, shop }) => {
    const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.goto(pathOf(booked))
    const ticket = page.getByRole('dialog')
    const confirmation = ticket.getByRole('listitem').filter({ hasText: 'Confirmation' })
    await confirmation.getByRole('button', { name: desk.again }).click()
    // The rest of the page is inert.
    await expect(notice(ticket)).toContainText(desk.owed.stillNotDelivered(desk.kinds['client-invitation']))
  })
})

test.describe('on a screen, where the mail server is away and comes back', () => {
  test.use({
    ...screen,
    settings: async ({ nowEpochMs: _ }, use) => use({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
  })

  test('what is owed is seen without looking, and delivered with Try again', async ({
    page,
    shop,
    settings,
  }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const band = page.locator('.band')
    await expect(band).toContainText('Priya Raman')
    await expect(label(page, 'Priya Raman')).toContainText(desk.owed.count(1))
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    const { port } = new URL(settings.SMTP_URL ?? '')
    server.listen(Number(port), '127.0.0.1')
    try {
      await band.getByRole('button', { name: desk.again }).click()
      await expect(notice(page)).toContainText(desk.owed.allDelivered)
      await expect(band).toBeHidden()
      await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
      await expect(page.getByRole('dialog')).toContainText('Confirmation')
    } finally {
      await new Promise<void>((resolve) => server.close(resolve))
    }
  })
})
