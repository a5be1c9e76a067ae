import type { Locator, Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { deskHours } from '#copy/desk-hours.ts'
import type { Opening } from '../../demo/types.ts'
import { everyDay } from '../support/week.ts'
import { getField, openForm } from './support/booking.ts'
import { day, expect, type Owner, openTimes, screen, test } from './support/desk.ts'

test.use(screen)

/** Opens a day of the week in the opening hours. */
async function edit(page: Page, weekday: string): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^${weekday}, `) }).click()
  return page.getByRole('group', { name: weekday, exact: true })
}

const opening = (owner: Owner) => owner.ask<Opening>('opening', {})

test('opening hours take effect as soon as they’re saved, and no others change', async ({
  page,
  shop,
  owner,
}) => {
  await owner.openDesk()
  await owner.press(desk.opening)
  const monday = await edit(page, 'Monday')
  await monday.getByLabel(deskHours.lastStart).fill('15:00')
  for (const other of ['Tuesday', 'Wednesday', 'Friday', 'Saturday', 'Sunday'])
    await monday.getByRole('checkbox', { name: other }).check()
  const thursday = await edit(page, 'Thursday')
  await owner.press(deskHours.close('Thursday'), thursday)
  await expect(page.getByText(deskHours.daysChanged(7))).toBeVisible()
  // She stays booked on a day that closes.
  await expect(page.getByRole('status').filter({ hasText: deskHours.outside(1) })).toBeVisible()
  await expect(owner.button(deskHours.move('Priya Raman'))).toBeVisible()
  await expect(page.getByLabel(deskHours.changes)).toHaveAccessibleDescription(deskHours.hoursBefore(24))
  await page.getByLabel(deskHours.duration).fill('30')
  await owner.ask('set_opening', { bufferMinutes: 15 })
  await owner.saveHours()
  expect(await opening(owner)).toMatchObject({ durationMinutes: 30, bufferMinutes: 15 })
  expect(await openTimes(shop, day.date)).toEqual([])
  await owner.ask('set_opening', { latestDaysAhead: 30 })
  // The booking page offers them, in a browser with the owner's session.
  const form = await openForm(page)
  await expect(getField(form, 'appointment_date')).toHaveAttribute('max', '2026-12-31')
  await expect(getField(form, 'appointment_time')).toHaveAttribute('max', '15:00')
})

test('another desk’s change stays until the owner decides again, and a lunch break takes one click', async ({
  page,
  owner,
}) => {
  await owner.signIn()
  const before = await opening(owner)
  await owner.press(desk.opening)
  const alert = owner.dialog.getByRole('alert').last()
  const monday = await edit(page, 'Monday')
  await monday.getByLabel(deskHours.lastStart).fill('15:00')
  const week = { ...before.week, tuesday: [] }
  await owner.ask('set_opening', { week })
  await owner.press('Save')
  const now = deskHours.standing('Tuesday', deskHours.closed)
  await expect(alert).toContainText(`${desk.errors.changed}${now}`)
  expect(await opening(owner)).toMatchObject({ week })
  // The owner has seen the change, even if something else then fails.
  await owner.abort('set_opening')
  await owner.press('Save')
  await expect(alert).toContainText(desk.errors.unanswered)
  await page.unroute('**/rpc/set_opening')
  await owner.saveHours()
  expect(await opening(owner)).toMatchObject({ week: { ...week, monday: ['09:00-15:00'] } })
  await owner.changeElsewhere('set_opening', { week: before.week })

  await test.step('a lunch break takes one click, and overlapping hours are outlined', async () => {
    await owner.press(desk.opening)
    await expect(page.getByRole('button', { name: /^Tuesday, .*9:00/ })).toBeVisible()
    await edit(page, 'Monday')
    await expect(monday.getByLabel(deskHours.lastStart)).toHaveValue('17:00')
    await owner.press(RegExp(deskHours.addLunch), monday)
    await expect(page.getByText(deskHours.breaks.lunch.added('12:00-1:00\u00a0PM'))).toBeAttached()
    await expect(monday.getByRole('button', { name: deskHours.addBreak })).toBeFocused()
    await owner.press(deskHours.allWeekdays, monday)
    await expect(page.getByText(deskHours.daysChanged(5))).toBeVisible()
    // Unchecked, a day gets its own hours back.
    await monday.getByRole('checkbox', { name: 'Friday' }).uncheck()
    await expect(page.getByText(deskHours.daysChanged(4))).toBeVisible()
    await owner.saveHours()
    const lunch = ['09:00-11:00', '13:00-17:00']
    const withLunch = { monday: lunch, thursday: lunch, friday: ['09:00-17:00'] }
    expect(await opening(owner)).toMatchObject({ week: withLunch })
    await expect(page.getByRole('listitem').filter({ hasText: desk.day.lunchBreak })).not.toHaveCount(0)

    await owner.press(desk.opening)
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
    await expect(wednesday.getByLabel(deskHours.lastStart).last()).toHaveAccessibleDescription(
      deskHours.order,
    )
  })
})

test('the owner closes dates, gives them special hours, and restores them, also after a vacation', async ({
  page,
  shop,
  owner,
}) => {
  await owner.bookAsClient('Noah Brandt', '16:00', '2026-12-25')
  await owner.openDesk()
  await owner.goTo('opening')
  await owner.press(RegExp(`^${desk.dates}.`))
  await page
    .getByRole('checkbox', { name: `Christmas Day, Friday, December 25, ${deskHours.thatDay(1)}` })
    .check()
  await expect(page.getByText(`${deskHours.thatDay(1)}. ${deskHours.stay(1)}`)).toBeVisible()
  await expect(owner.button(deskHours.move('Noah Brandt'))).toBeVisible()
  const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check()

  // Priya has booked 12:30 PM.
  const thursday = page.getByRole('button', { name: /^Thursday, December 3,/ })
  await thursday.click()
  await expect(thursday).toHaveAttribute('aria-expanded', 'true')
  await choose(deskHours.ownHours)
  await page.getByLabel(deskHours.firstStart).fill('10:00')
  await page.getByLabel(deskHours.lastStart).fill('12:00')
  await expect(page.getByText(`${deskHours.outside(1)} ${deskHours.stay(1)}`)).toBeVisible()
  // A tap leaves a date as if pointed at. Its chalk text needs the dark ground there also.
  const ground = () => thursday.evaluate((date) => getComputedStyle(date).backgroundColor)
  const dark = await ground()
  await thursday.hover()
  expect(await ground()).toBe(dark)
  await thursday.focus()
  for (const [key, focused] of [
    ['ArrowRight', /^Friday, December 4/],
    ['ArrowDown', /^Friday, December 11/],
    ['Home', /^Sunday, December 6/],
    ['PageDown', /^Wednesday, January 6, 2027/],
    ['PageUp', /^Sunday, December 6/],
    ['ArrowRight', /^Monday, December 7/],
    ['ArrowRight', /^Tuesday, December 8/],
    ['ArrowRight', /^Wednesday, December 9/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: focused }), key).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await choose(deskHours.closed)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: deskHours.closed })).toBeHidden()
  await expect(page.locator(':focus')).toHaveAttribute('data-date', '2026-12-09')
  await expect(page.getByText(deskHours.daysChanged(3))).toBeVisible()
  // After a step back to the hours, the dates are still typed.
  await owner.press(desk.back)
  await expect(page.getByText(deskHours.datesCount(2, 1))).toBeVisible()
  await owner.press(RegExp(`^${desk.dates}.`))
  const ahead = page.getByRole('listitem')
  await expect(ahead.filter({ hasText: '10:00 AM-1:00 PM' })).toContainText('Thursday, December 3')
  await owner.saveHours()
  const dates = { '2026-12-03': ['10:00-12:00'], '2026-12-09': [], '2026-12-25': [] }
  expect(await opening(owner)).toMatchObject({ dates })
  expect(await openTimes(shop, '2026-12-09')).toEqual([])
  expect(await openTimes(shop, '2026-12-03')).toEqual(['10:00', '10:30', '11:00', '11:30'])

  await owner.goTo('opening/dates', '2026-12-05')
  await page.getByRole('button', { name: RegExp(`^${deskHours.asUsual}: .*December 9`) }).click()
  await owner.saveHours()
  expect(await opening(owner)).toMatchObject({ dates: { '2026-12-03': ['10:00-12:00'], '2026-12-25': [] } })

  await test.step('a vacation appears in the calendar of dates, and reopens there', async () => {
    await owner.blockElsewhere('2026-12-07T00:00', '2026-12-13T00:00', 'Vacation')
    await owner.goTo('opening/dates')
    const vacation = page.getByRole('listitem').filter({ hasText: deskHours.closedFor('Vacation') })
    await expect(vacation).toContainText(deskHours.through('Monday, December 7', 'Saturday, December 12'))
    await page.getByRole('button', { name: /^Wednesday, December 9, closed, Vacation/ }).click()
    await owner.press(deskHours.reopenAll)
    await expect(vacation).toHaveCount(0)
  })
})

const words = desk.closing

/** The form's own button, which says what it closes. */
const closeNow = (page: Page) => page.getByRole('dialog').locator('.verb')

/** Opens the form, and changes a preset's dates and times, e.g. { 'To time': '15:00' }. */
async function fillIn(page: Page, preset: string, typed: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: desk.close, exact: true }).click()
  await page.getByRole('radio', { name: preset, exact: true }).check()
  for (const [field, value] of Object.entries(typed)) await page.getByLabel(field).fill(value)
}

async function block(page: Page, preset: string, typed: Record<string, string> = {}): Promise<void> {
  await fillIn(page, preset, typed)
  await closeNow(page).click()
}

test('the form lists who is booked in the closed time, which the owner closes once, even with two clicks', async ({
  page,
  owner,
}) => {
  // Not in the second: a canceled appointment, and one that starts as it ends.
  await owner.bookAsClient('Samir Haddad', '09:00', '2026-12-08')
  const ann = await owner.bookAsClient('Ann Lee', '11:00', '2026-12-08')
  await owner.bookAsClient('Bo Diaz', '17:00', '2026-12-09')
  await owner.openDesk('11:30')
  await owner.cancel(ann)
  await fillIn(page, words.afternoon)
  // She is still there when it begins.
  await expect(page.getByText(words.standing(1))).toBeVisible()
  await expect(owner.dialog).toContainText('Priya Raman')
  await owner.bookAsClient('Hugo Brandt', '15:00')
  await owner.comeBack()
  await expect(page.getByText(words.standing(2))).toBeVisible()

  await test.step('from a date in the past that the owner types', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/agenda')) asked.push(searchParams.get('from') ?? '')
    })
    // A past client isn't in a time closed from now on.
    await owner.bookElsewhere('Walt Jennings', '14:00', { appointment_date: '2026-12-01' })
    const answer = page.waitForResponse(/agenda\?from=2025-12-03&to=2026/)
    const from = page.getByLabel(words.fromDate)
    await from.fill('2025-12-03')
    await page.getByLabel(words.toDate).fill(day.date)
    await (await answer).finished()
    await expect(page.getByText(words.standing(2))).toBeVisible()
    expect(new Set(asked.filter((from) => from.startsWith('2025')))).toEqual(new Set(['2025-12-03']))
    // The browser treats each digit of a year as a year.
    await from.pressSequentially('12022026', { delay: 100 })
    await expect(from).toHaveValue('2026-12-02')
    await expect.poll(() => asked).toContain('2026-12-02')
    // The end moves along with a start on the same day.
    await page.getByLabel(words.toDate).fill('2026-12-02')
    await from.pressSequentially('12042026', { delay: 100 })
    await expect(page.getByLabel(words.toDate)).toHaveValue('2026-12-04')
    await expect.poll(() => asked).toContain('2026-12-04')
    expect(asked.filter((from) => from.startsWith('0'))).toEqual([])
  })
  await test.step('across the end of a week', async () => {
    const dates = { [words.fromDate]: '2026-12-05', [words.toDate]: '2026-12-09' }
    await fillIn(page, words.afternoon, { ...dates, [words.fromTime]: '09:00', [words.toTime]: '17:00' })
    await expect(page.getByText(words.standing(1))).toBeVisible()
    await expect(owner.dialog).toContainText('Samir Haddad')
    await closeNow(page).click()
    await expect(page.getByRole('status').getByText(/^Closed Saturday, December 5/)).toBeVisible()
    await expect(owner.button('Monday, December 7, Closed')).toBeVisible()
    await page.getByRole('button', { name: 'Tuesday, December 8' }).click()
    await expect(page.locator('.day-column')).toContainText('Closed')
    await expect(owner.label('Samir Haddad')).toBeVisible()
  })
  await test.step('two times while the first is still sending, each once', async () => {
    await owner.goTo()
    await expect(owner.heading).toHaveText(day.heading)
    const answered = Promise.withResolvers<void>()
    const sent: string[] = []
    await page.route('**/rpc/close_time', async (route) => {
      sent.push(route.request().postDataJSON().from)
      if (sent.length === 1) await answered.promise
      await route.continue()
    })
    const blockFrom = async (time: string) => {
      await fillIn(page, words.afternoon, { [words.fromTime]: time })
      await closeNow(page).evaluate((verb: HTMLElement) => [verb.click(), verb.click()])
    }
    await blockFrom('14:00')
    await owner.leave()
    await blockFrom('16:00')
    await expect(owner.dialog).toBeHidden()
    await blockFrom('14:00')
    await owner.press(desk.back)
    answered.resolve()
    const closed = page.locator('.day-column').getByText('Closed')
    await expect(closed).toHaveText(['Closed 2:00-6:00 PM', 'Closed 4:00-6:00 PM'])
    expect(sent).toEqual([`${day.date}T14:00`, `${day.date}T16:00`])
  })
})

test('Undo reopens a closed time and closes a reopened one, and days of a week reopen one by one', async ({
  page,
  shop,
  owner,
}) => {
  await owner.openDesk()
  const reopen = page.locator('.day-column').getByRole('button', { name: desk.day.reopen })
  const closed = page.getByRole('status').getByText(/^Closed .* on Thursday, December 3\.$/)
  const expectReopened = async () => {
    await expect(page.getByRole('status').getByText(words.reopened)).toBeVisible()
    await expect(reopen).toHaveCount(0)
  }
  await block(page, words.afternoon, { [words.fromTime]: '14:00', [words.toTime]: '15:00' })
  await expect(closed).toBeVisible()
  await owner.undo.click()
  await expectReopened()

  // It was closed before, so this click has nothing to undo.
  await owner.ask('close_time', { from: `${day.date}T09:00`, to: `${day.date}T10:00`, reason: '' })
  await block(page, words.afternoon, { [words.fromTime]: '09:00', [words.toTime]: '10:00' })
  await expect(closed).toBeVisible()
  expect(await owner.undo.count()).toBe(0)
  await reopen.click()
  await expectReopened()

  // A client booked in it doesn't cover its button.
  await owner.blockElsewhere('12:00', '18:00')
  await reopen.click()
  await expect(reopen).toHaveCount(0)
  await owner.undo.click()
  await expect(closed).toBeVisible()
  await expect(page.locator('.day-column')).toContainText('Fair')
  await reopen.click()
  await expectReopened()

  await test.step('a time of several days, with one click, which shows its days', async () => {
    await owner.blockElsewhere('17:30', '2026-12-09T10:00')
    await owner.blockElsewhere('09:00', '10:00')
    // Until midnight, so not until the next day.
    await owner.blockElsewhere('2026-12-09T14:00', '2026-12-10T00:00')
    const days = desk.day.reopenDays('Dec 3', 'Dec 9')
    await expect(reopen).toHaveText([desk.day.reopen, days])
    await owner.goTo('', '2026-12-09')
    await expect(reopen).toHaveText([days, desk.day.reopen])
    await reopen.first().click()
    await expect(reopen).toHaveText([desk.day.reopen])
    await owner.goTo()
    await expect(reopen).toHaveText([desk.day.reopen])
  })

  await test.step('a day and its week, with a notice about what stays closed', async () => {
    await reopen.click()
    await expectReopened()
    await owner.bookElsewhere('Samir Haddad', '15:00')
    await test.step('until midnight, even when hours grow and the last day moves', async () => {
      await block(page, words.wholeDays, { [words.toDate]: '2026-12-04' })
      const reopenBoth = owner.button(desk.day.reopenDays('Dec 3', 'Dec 4'))
      await expect(reopenBoth).toBeVisible()
      await owner.ask('set_opening', { week: everyDay(['08:59-23:59']) })
      for (const date of [day.date, '2026-12-04']) expect(await openTimes(shop, date)).toEqual([])
      expect(await openTimes(shop, '2026-12-05')).toContain('08:59')
      await owner.ask('set_opening', { week: everyDay(['09:00-17:00']) })
      await reopenBoth.click()
      await expect(reopenBoth).toHaveCount(0)
    })
    await block(page, words.wholeDays)
    await expect(owner.button('Thursday, December 3, Closed, 2 clients')).toBeVisible()
    await block(page, words.wholeDays, {
      [words.fromDate]: '2026-11-29',
      [words.toDate]: '2026-12-05',
    })
    const reopenDay = owner.button(desk.day.reopen)
    const reopenWeek = owner.button(desk.day.reopenDays('Nov 29', 'Dec 5'))
    const notices = page.locator('.notice')
    await expect(notices).toContainText('November 29')
    await owner.undo.click()
    await expect(notices).toContainText(words.stillClosed)
    await expect(reopenWeek).toHaveCount(0)
    await owner.blockElsewhere('2026-11-29T00:00', '2026-12-06T00:00')

    await test.step('a day of a closed week is wide', async () => {
      const room = () =>
        page.locator('.open-day').evaluate((element) => {
          const column = element.querySelector('.day-column')
          const { width, right } = element.getBoundingClientRect()
          return { isWide: width > 800, leftOver: right - (column?.getBoundingClientRect().right ?? 0) }
        })
      await expect.poll(room).toEqual({ isWide: true, leftOver: 0 })
    })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const reopen of [reopenDay, reopenWeek]) {
        await reopen.click({ trial: true })
        await reopen.focus()
        const isSeen = await reopen.evaluate((button) => {
          const { left, top, width, height } = button.getBoundingClientRect()
          return document.elementFromPoint(left + width / 2, top + height / 2) === button
        })
        expect(isSeen).toBe(true)
      }
    }
    await reopenDay.click()
    await expect(notices).toContainText(words.stillClosed)
    await expect(reopenDay).toHaveCount(0)
    await reopenWeek.click()
    await expect(notices).toContainText(words.reopened)
  })
})
