import type { Locator } from '@playwright/test'
import { kindOf, longestMinutes } from '../../booking/kinds.ts'
import type { Agenda } from '../../booking/owner-api.ts'
import { desk } from '../../copy/desk.ts'
import { clientMails } from '../../copy/emails.ts'
import { expectAccessible } from './support/accessible.ts'
import { askAsOwner, bookAsClient, expect, label, phone, signIn, test } from './support/desk.ts'

test.use(phone)

const twoWeeksOn = '2026-12-17'

const booked = { from: twoWeeksOn, to: twoWeeksOn }

const lasting = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000

test('books a fitting after a consultation in three presses and a time', async ({ page, shop }) => {
  const { id } = await bookAsClient(shop, 'Eleanor Whitfield', '12:30')
  await signIn(page, shop)
  const note = 'Left shoulder low.'
  await askAsOwner(page, 'write_note', { id, note })
  await page.reload()
  const fitting = kindOf('fitting')
  const sheet = page.getByRole('dialog')
  let presses = 0
  const press = async (wanted: Locator) => {
    presses += 1
    await wanted.tap()
  }
  await press(page.getByRole('link', { name: 'Eleanor Whitfield', exact: true }))
  await press(sheet.getByRole('button', { name: desk.bookNext }))
  await expect(sheet.getByRole('heading', { name: desk.bookNext })).toBeVisible()
  await expect(sheet.getByText('eleanor.whitfield@example.com')).toBeVisible()
  await expect(sheet.getByRole('radio', { name: desk.adding.kindOption(fitting.name, 45) })).toBeChecked()
  await expect(sheet.getByLabel(desk.adding.date)).toHaveValue(twoWeeksOn)
  await expect(sheet.getByText(desk.adding.open(45, 'Thursday, December 17'))).toBeVisible()
  await expect(sheet.getByRole('checkbox', { name: desk.adding.copyNote })).toBeChecked()
  await expectAccessible(page)
  await sheet.getByRole('radio', { name: '10:30 AM', exact: true }).tap()
  await press(sheet.getByRole('button', { name: desk.adding.book, exact: true }))
  await expect(label(page, 'Eleanor Whitfield')).toContainText('10:30')
  expect(presses).toBe(3)

  const { appointments } = await askAsOwner<Agenda>(page, 'agenda', booked)
  expect(appointments).toMatchObject([{ kind: 'fitting', appointment_time: '10:30', note }])
  expect(appointments.map(lasting)).toEqual([45])
  const mail = async () => (await shop.mails()).find((one) => one.includes(fitting.title)) ?? ''
  await expect.poll(mail).toContain(clientMails.length(fitting.name, 45))
  expect(await mail()).toContain('To: eleanor.whitfield@example.com')

  await page.getByRole('link', { name: 'Eleanor Whitfield, 10:30 AM, Fitting' }).tap()
  await sheet.getByRole('button', { name: desk.appointment.cancel }).tap()
  await expect(sheet.getByText(desk.cancelling.mailTitle('fitting'))).toBeVisible()
})

test('a booking takes as long as its kind, or as long as the owner says', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`/?desk#/day/${twoWeeksOn}/book`)
  const sheet = page.getByRole('dialog')
  const length = sheet.getByLabel(desk.adding.length)
  await expect(length).toHaveValue('60')
  await sheet.getByRole('radio', { name: desk.adding.kindOption(kindOf('pick-up').name, 15) }).tap()
  await expect(length).toHaveValue('15')
  await length.fill(String(longestMinutes + 1))
  await sheet.getByLabel(desk.adding.name).fill('Omar Farouk')
  await sheet.getByRole('radio', { name: '1:00 PM', exact: true }).tap()
  const book = sheet.getByRole('button', { name: desk.adding.book, exact: true })
  await book.tap()
  await expect(length).toBeFocused()
  await length.fill('90')
  await expect(sheet.getByText(desk.adding.open(90, 'Thursday, December 17'))).toBeVisible()
  await book.tap()
  await expect(label(page, 'Omar Farouk')).toBeVisible()
  const { appointments } = await askAsOwner<Agenda>(page, 'agenda', booked)
  expect(appointments.map(({ kind }) => kind)).toEqual(['pick-up'])
  expect(appointments.map(lasting)).toEqual([90])
})
