import type { Locator, Page } from '@playwright/test'
import { fieldErrors } from '../../copy/booking-form.ts'
import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import type { Opening } from '../../demo/types.ts'
import { fieldOf, fill, openForm } from './support/booking.ts'
import { bookAsClient, day, goTo, openDesk, press, saveHours, screen, signIn } from './support/desk.ts'
import { abort, askAsOwner, openTimes } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(screen)

/** Opens a day of the week in the opening hours. */
async function edit(page: Page, weekday: string): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^${weekday}, `) }).click()
  return page.getByRole('group', { name: weekday, exact: true })
}

test('opening hours take effect as soon as they are saved', async ({ page, shop }) => {
  await openDesk(page, shop)
  await press(page, desk.opening)
  const monday = await edit(page, 'Monday')
  await monday.getByLabel(deskHours.lastStart).fill('15:00')
  for (const other of ['Tuesday', 'Wednesday', 'Friday', 'Saturday', 'Sunday'])
    await monday.getByRole('checkbox', { name: other }).check()
  const thursday = await edit(page, 'Thursday')
  await press(thursday, deskHours.close('Thursday'))
  await expect(page.getByText(deskHours.daysChanged(7))).toBeVisible()
  // She stays booked on a day that closes.
  await expect(page.getByRole('status').filter({ hasText: deskHours.outside(1) })).toBeVisible()
  await expect(page.getByRole('button', { name: deskHours.move('Priya Raman') })).toBeVisible()
  await saveHours(page)
  expect(await openTimes(shop, day.date)).toEqual([])
  await askAsOwner(page, 'set_opening', { latestDaysAhead: 30 })

  // The booking page offers them, in a browser with the owner's session.
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

test('another desk’s change stays, until the owner decides again', async ({ page, shop }) => {
  await signIn(page, shop)
  const opening = () => askAsOwner<Opening>(page, 'opening', {})
  await press(page, desk.opening)
  await page.getByLabel(deskHours.capacity).fill('2')
  await askAsOwner(page, 'set_opening', { bufferMinutes: 15 })
  await saveHours(page)
  const before = await opening()
  expect(before).toMatchObject({ capacity: 2, bufferMinutes: 15 })

  await press(page, desk.opening)
  const dialog = page.getByRole('dialog')
  const monday = await edit(page, 'Monday')
  await monday.getByLabel(deskHours.lastStart).fill('15:00')
  await askAsOwner(page, 'set_opening', { week: { ...before.week, tuesday: [] } })
  await press(dialog, 'Save')
  await expect(dialog.getByRole('alert').last()).toContainText(
    `${desk.faults.changed}${deskHours.standing('Tuesday', deskHours.closed)}`,
  )
  expect(await opening()).toMatchObject({ week: { ...before.week, tuesday: [] } })
  // The owner has seen the change, also if something else then fails.
  await abort(page, 'set_opening')
  await press(dialog, 'Save')
  await expect(dialog.getByRole('alert').last()).toContainText(desk.faults.unanswered)
  await page.unroute('**/rpc/set_opening')
  await saveHours(page)
  expect(await opening()).toMatchObject({ week: { ...before.week, monday: ['09:00-15:00'], tuesday: [] } })
})

test('a lunch break takes one click, and hours that overlap are ringed', async ({ page, shop }) => {
  await signIn(page, shop)
  await press(page, desk.opening)
  const monday = await edit(page, 'Monday')
  await press(monday, RegExp(deskHours.addLunch))
  await expect(page.getByText(deskHours.added(desk.day.lunchBreak, '12:00-1:00\u00a0PM'))).toBeAttached()
  await expect(monday.getByRole('button', { name: deskHours.addBreak })).toBeFocused()
  await press(monday, deskHours.allWeekdays)
  await expect(page.getByText(deskHours.daysChanged(5))).toBeVisible()
  // Unchecked, a day has its own hours again.
  await monday.getByRole('checkbox', { name: 'Friday' }).uncheck()
  await expect(page.getByText(deskHours.daysChanged(4))).toBeVisible()
  await saveHours(page)
  const { week }: Opening = await askAsOwner(page, 'opening', {})
  expect([week.monday, week.thursday, week.friday]).toEqual([
    ['09:00-11:00', '13:00-17:00'],
    ['09:00-11:00', '13:00-17:00'],
    ['09:00-17:00'],
  ])
  await expect(page.getByRole('listitem').filter({ hasText: desk.day.lunchBreak })).not.toHaveCount(0)

  await press(page, desk.opening)
  await edit(page, 'Monday')
  await monday.getByRole('button', { name: /^Remove the lunch break, 12:00-1:00/ }).click()
  await expect(monday.getByRole('button', { name: deskHours.addLunch })).toBeFocused()
  await expect(monday.getByLabel(deskHours.lastStart)).toHaveValue('17:00')

  const wednesday = await edit(page, 'Wednesday')
  await wednesday.getByLabel(deskHours.lastStart).first().fill('12:30')
  const second = wednesday.getByLabel(deskHours.firstStart).last()
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(second).toHaveAccessibleDescription(deskHours.overlap('1:30\u00a0PM'))
  await second.fill('13:30')
  await expect(second).toHaveAttribute('aria-invalid', 'false')
  await second.fill('17:30')
  await expect(wednesday.getByLabel(deskHours.lastStart).last()).toHaveAccessibleDescription(deskHours.order)
})

test('holidays are checked, dates are picked by keyboard, and all are saved', async ({ page, shop }) => {
  await bookAsClient(shop, 'Noah Brandt', '16:00', '2026-12-25')
  await openDesk(page, shop)
  await goTo(page, 'opening')
  await press(page, RegExp(desk.closedDates))
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
  // After a step back to the hours, the dates are still picked.
  await cell('Back').click()
  await expect(page.getByText(deskHours.datesCount(1, 2))).toBeVisible()
  await press(page, RegExp(desk.closedDates))
  await expect(cell(deskHours.reopenLabel(through))).toBeVisible()
  await saveHours(page)
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({
    closedDates: ['2026-12-03', '2026-12-04', '2026-12-25'],
  })
  expect(await openTimes(shop, '2026-12-25')).toEqual([])

  await goTo(page, 'opening', '2026-12-05')
  await expect(page.getByText(deskHours.datesCount(1, 2))).toBeVisible()
  await press(page, RegExp(desk.closedDates))
  await cell(deskHours.reopenLabel(through)).click()
  await saveHours(page)
  expect(await askAsOwner(page, 'opening', {})).toMatchObject({ closedDates: ['2026-12-25'] })
})
