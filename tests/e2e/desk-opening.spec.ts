import type { Locator, Page } from '@playwright/test'
import { fieldErrors } from '../../copy/booking-form.ts'
import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import type { Opening } from '../../demo/types.ts'
import { fieldOf, fill, openForm } from './support/booking.ts'
import { askAsOwner, bookAsClient, day, expect, phone, screen, signIn, test } from './support/desk.ts'

test.use(screen)

/** Opens a day of the week in the opening hours. */
async function edit(page: Page, weekday: string): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^${weekday}, `) }).click()
  return page.getByRole('group', { name: weekday, exact: true })
}

test('opening hours take effect as soon as they are saved', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  const monday = await edit(page, 'Monday')
  await monday.getByLabel(deskHours.lastStart).fill('15:00')
  for (const other of ['Tuesday', 'Wednesday', 'Friday', 'Saturday', 'Sunday'])
    await monday.getByRole('checkbox', { name: other }).check()
  const thursday = await edit(page, 'Thursday')
  await thursday.getByRole('button', { name: deskHours.close('Thursday') }).click()
  await expect(page.getByText(deskHours.daysChanged(7))).toBeVisible()
  // She stays booked on a day that is closed from now on.
  await expect(page.getByRole('status').filter({ hasText: deskHours.outside(1) })).toBeVisible()
  await expect(page.getByRole('button', { name: deskHours.move('Priya Raman') })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(deskHours.saved)).toBeVisible()
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
  await expect(time).toHaveAccessibleDescription(/9:00.AM to 3:00.PM, Dallas time\.$/)
  expect(await page.locator('script[type="application/ld+json"]').textContent()).toContain(
    '"openingHours":["Mo,Tu,We,Fr,Sa,Su 09:00-16:00"]',
  )
  await fill(form, { appointment_date: day.date, appointment_time: '15:30' })
  await fieldOf(form, 'full_name').focus()
  await expect(form).toContainText(`${fieldErrors.closed} We’re open every day except Thursday.`)
  await expect(form).toContainText(/Preferred Time must be between 9:00.AM and 3:00.PM/)
})

test('opening hours that another desk has changed meanwhile stay changed', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  await page.getByLabel(deskHours.capacity).fill('2')
  await askAsOwner(page, 'set_opening', { bufferMinutes: 15 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(deskHours.saved)).toBeVisible()
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({ capacity: 2, bufferMinutes: 15 })
})

test('a day that another desk closed in the meantime stays closed, until the owner decides again', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  const sheet = page.getByRole('dialog')
  const monday = await edit(page, 'Monday')
  await monday.getByLabel(deskHours.lastStart).fill('15:00')
  const before: Opening = await askAsOwner(page, 'opening', {})
  await askAsOwner(page, 'set_opening', { week: { ...before.week, tuesday: [] } })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('alert').last()).toContainText(
    `${desk.faults.changed}${deskHours.standing('Tuesday', deskHours.closed)}`,
  )
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({ week: { ...before.week, tuesday: [] } })
  // Once it is known, it stays known when something else goes wrong.
  await page.route('**/rpc/set_opening', (route) => route.abort())
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('alert').last()).toContainText(desk.faults.unanswered)
  await page.unroute('**/rpc/set_opening')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(deskHours.saved)).toBeVisible()
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({
    week: { ...before.week, monday: ['09:00-15:00'], tuesday: [] },
  })
})

test('a lunch break is added with one press, copied with one, and taken back with one', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  const monday = await edit(page, 'Monday')
  await monday.getByRole('button', { name: deskHours.addLunch }).click()
  await expect(page.getByText(deskHours.added(desk.day.lunchBreak, '12:00-1:00\u00a0PM'))).toBeAttached()
  await expect(monday.getByRole('button', { name: deskHours.addBreak })).toBeFocused()
  await monday.getByRole('button', { name: deskHours.allWeekdays }).click()
  await expect(page.getByText(deskHours.daysChanged(5))).toBeVisible()
  // A second press gives the day its own hours back.
  await monday.getByRole('checkbox', { name: 'Friday' }).uncheck()
  await expect(page.getByText(deskHours.daysChanged(4))).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(deskHours.saved)).toBeVisible()
  const { week }: Opening = await askAsOwner(page, 'opening', {})
  expect([week.monday, week.thursday, week.friday]).toEqual([
    ['09:00-11:00', '13:00-17:00'],
    ['09:00-11:00', '13:00-17:00'],
    ['09:00-17:00'],
  ])
  await expect(page.getByRole('listitem').filter({ hasText: desk.day.lunchBreak })).not.toHaveCount(0)

  await page.getByRole('button', { name: desk.opening }).click()
  await edit(page, 'Monday')
  await monday.getByRole('button', { name: /^Remove the lunch break, 12:00-1:00/ }).click()
  await expect(monday.getByRole('button', { name: deskHours.addLunch })).toBeFocused()
  await expect(monday.getByLabel(deskHours.lastStart)).toHaveValue('17:00')
})

test('hours that overlap are ringed, and say when the later ones can start', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.opening }).click()
  const wednesday = await edit(page, 'Wednesday')
  await wednesday.getByRole('button', { name: deskHours.addLunch }).click()
  await wednesday.getByLabel(deskHours.lastStart).first().fill('12:30')
  const second = wednesday.getByLabel(deskHours.firstStart).last()
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(second).toHaveAccessibleDescription(deskHours.overlap('1:30\u00a0PM'))
  await second.fill('13:30')
  await expect(second).toHaveAttribute('aria-invalid', 'false')
  await second.fill('17:30')
  await expect(wednesday.getByLabel(deskHours.lastStart).last()).toHaveAccessibleDescription(deskHours.order)
})

for (const [name, view] of [
  ['screen', screen],
  ['phone', phone],
] as const) {
  test.describe(`on a ${name}`, () => {
    test.use(view)

    test('holidays are checked, other dates are picked with the keyboard, and all are saved at once', async ({
      page,
      shop,
    }) => {
      await bookAsClient(shop, 'Priya Raman', '12:30')
      await bookAsClient(shop, 'Noah Brandt', '16:00', '2026-12-25')
      await signIn(page, shop)
      await page.goto(`/?desk#/day/${day.date}/opening`)
      await page.getByRole('button', { name: desk.closedDates }).click()
      const christmas = page.getByRole('checkbox', {
        name: `Christmas Day, Friday, December 25, ${deskHours.thatDay(1)}`,
      })
      await christmas.check()
      await expect(page.getByText(`${deskHours.thatDay(1)}. ${deskHours.stay(1)}`)).toBeVisible()
      await expect(page.getByRole('button', { name: deskHours.move('Noah Brandt') })).toBeVisible()

      const cell = (words: string) => page.getByRole('button', { name: words, exact: true })
      const thursday = cell(`Thursday, December 3, ${deskHours.appointments(1)}`)
      await thursday.click()
      await expect(thursday).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press('ArrowRight')
      await expect(cell('Friday, December 4')).toBeFocused()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await expect(cell('Friday, December 11')).toBeFocused()
      await page.keyboard.press('Home')
      await expect(cell('Monday, December 7')).toBeFocused()
      await page.keyboard.press('PageDown')
      await expect(cell('Thursday, January 7, 2027')).toBeFocused()
      await page.keyboard.press('PageUp')
      await expect(cell('Monday, December 7')).toBeFocused()
      await expect(page.getByText(deskHours.daysChanged(3))).toBeVisible()
      const through = deskHours.through('Thursday, December 3', 'Friday, December 4')
      await expect(cell(deskHours.reopenLabel(through))).toBeVisible()
      // One step back are the hours, and one step on the dates are still picked.
      await cell('Back').click()
      await expect(page.getByText(deskHours.datesCount(1, 2))).toBeVisible()
      await page.getByRole('button', { name: desk.closedDates }).click()
      await expect(cell(deskHours.reopenLabel(through))).toBeVisible()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(deskHours.saved)).toBeVisible()
      expect(await askAsOwner(page, 'opening', {})).toMatchObject({
        closedDates: ['2026-12-03', '2026-12-04', '2026-12-25'],
      })
      const open = await fetch(`${shop.url}/rest/v1/rpc/open_times?on=2026-12-25`, {
        headers: { apikey: 'public-demo-key' },
      })
      expect(await open.json()).toEqual([])

      await page.goto(`/?desk#/day/2026-12-05/opening`)
      await expect(page.getByText(deskHours.datesCount(1, 2))).toBeVisible()
      await page.getByRole('button', { name: desk.closedDates }).click()
      await cell(deskHours.reopenLabel(through)).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(deskHours.saved)).toBeVisible()
      expect(await askAsOwner(page, 'opening', {})).toMatchObject({ closedDates: ['2026-12-25'] })
    })
  })
}
