import { fieldFaults } from '../../copy/booking-form.ts'
import { desk } from '../../copy/desk.ts'
import { fieldOf, fill, openForm } from './support/booking.ts'
import { askAsOwner, bookAsClient, day, expect, screen, signIn, test } from './support/desk.ts'

test.use(screen)

test('opening hours are in force at once', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  await page.getByLabel(desk.hours.lastStart).fill('15:00')
  await page.getByRole('checkbox', { name: 'Thu' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(desk.hours.saved)).toBeVisible()
  const open = await fetch(`${shop.url}/rest/v1/rpc/open_times?on=${day.date}`, {
    headers: { apikey: 'public-demo-key' },
  })
  expect(await open.json()).toEqual([])

  await askAsOwner(page, 'set_opening', { latestDaysAhead: 30 })

  // The page of the visitors offers them, with the owner's session beside it.
  const form = await openForm(page)
  await expect(fieldOf(form, 'appointment_date')).toHaveAttribute('max', '2026-12-31')
  const time = fieldOf(form, 'appointment_time')
  await expect(time).toHaveAttribute('max', '15:00')
  await expect(time).toHaveAccessibleDescription(/9:00.AM to 3:00.PM/)
  expect(await page.locator('script[type="application/ld+json"]').textContent()).toContain(
    '"openingHours":"Mo,Tu,We,Fr,Sa,Su 09:00-16:00"',
  )
  await fill(form, { appointment_date: day.date, appointment_time: '15:30' })
  await fieldOf(form, 'full_name').focus()
  await expect(form).toContainText(`${fieldFaults.closed} We’re open every day except Thursday.`)
  await expect(form).toContainText(/Preferred Time must be between 9:00.AM and 3:00.PM/)
})

test('opening hours that another desk has changed meanwhile stay changed', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  await page.getByLabel(desk.hours.capacity).fill('2')
  await askAsOwner(page, 'set_opening', { bufferMinutes: 15 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(desk.hours.saved)).toBeVisible()
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({ capacity: 2, bufferMinutes: 15 })
})

test('a day that another desk has closed meanwhile stays closed, until it is decided anew', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(desk.hours.closedDates).fill('2026-12-31')
  await askAsOwner(page, 'set_opening', { closedDates: ['2026-12-25'] })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('alert')).toContainText(
    `${desk.faults.changed}${desk.hours.standing(desk.hours.closedDates, '12/25/2026')}`,
  )
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({ closedDates: ['2026-12-25'] })
  await expect(sheet.getByLabel(desk.hours.closedDates)).toHaveValue('2026-12-31')
  await sheet.getByLabel(desk.hours.closedDates).fill('12/25/2026, 2026-12-31')
  // What was said to be changed is known, also once something else has gone wrong.
  await page.route('**/rpc/set_opening', (route) => route.abort())
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('alert')).toContainText(desk.faults.unanswered)
  await page.unroute('**/rpc/set_opening')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(desk.hours.saved)).toBeVisible()
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({ closedDates: ['2026-12-25', '2026-12-31'] })
})
