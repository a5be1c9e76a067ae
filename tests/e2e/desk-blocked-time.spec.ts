import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { everyDay } from '../support/week.ts'
import { bookAsClient, day, goTo, label, openDesk, press, screen } from './support/desk.ts'
import { askAsOwner, changeElsewhere, comeBack, openTimes } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(screen)

const words = desk.closing

/** Opens the form, and changes a preset's dates and times, e.g. { 'To time': '15:00' }. */
async function fillIn(page: Page, preset: string, typed: Record<string, string> = {}): Promise<void> {
  await press(page, desk.close)
  await press(page, preset)
  for (const [field, value] of Object.entries(typed)) await page.getByLabel(field).fill(value)
}

async function block(page: Page, preset: string, typed: Record<string, string> = {}): Promise<void> {
  await fillIn(page, preset, typed)
  await press(page, 'Close')
}

const allWeek = { from: '2026-11-30T00:00', to: '2026-12-07T00:00', reason: '' }

test('the form lists who is booked in the time, and fetches only that time', async ({ page, shop }) => {
  await openDesk(page, shop, '11:30')
  await fillIn(page, 'Afternoon')
  // She is still there when it begins.
  await expect(page.getByText(words.standing(1))).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('Priya Raman')
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await comeBack(page)
  await expect(page.getByText(words.standing(2))).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/agenda')) asked.push(searchParams.get('from') ?? '')
  })
  // A past client isn't in a time that is blocked from now on.
  const before = { appointment_date: '2026-12-01', appointment_time: '14:00' }
  await askAsOwner(page, 'book_for_client', { full_name: 'Walt Jennings', ...before })
  const answer = page.waitForResponse(/agenda\?from=2025-12/)
  await page.getByLabel(words.fromDate).fill('2025-12-03')
  await (await answer).finished()
  await expect(page.getByText(words.standing(2))).toBeVisible()
  expect(new Set(asked.filter((from) => from.startsWith('2025')))).toEqual(new Set(['2025-12-03']))

  // The browser takes each digit of a year for a year.
  await page.getByLabel(words.fromDate).pressSequentially('12022026', { delay: 100 })
  await expect(page.getByLabel(words.fromDate)).toHaveValue('2026-12-02')
  await expect.poll(() => asked).toContain('2026-12-02')
  expect(asked.filter((from) => from.startsWith('0'))).toEqual([])
})

test('two times are blocked while the first is on its way, each once', async ({ page, shop }) => {
  await openDesk(page, shop)
  const answered = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/rpc/close_time', async (route) => {
    const { from } = route.request().postDataJSON()
    sent.push(from)
    if (sent.length === 1) await answered.promise
    await route.continue()
  })
  async function blockFrom(time: string) {
    await fillIn(page, 'Afternoon', { 'From time': time })
    const button = page.getByRole('button', { name: 'Close', exact: true })
    await button.evaluate((verb: HTMLElement) => [verb.click(), verb.click()])
  }
  await blockFrom('14:00')
  await press(page, 'Back')
  await expect(page.getByRole('dialog')).toBeHidden()
  await blockFrom('16:00')
  await expect(page.getByRole('dialog')).toBeHidden()
  await blockFrom('14:00')
  await press(page, 'Back')
  answered.resolve()
  const closed = page.locator('.day-column').getByText('Closed')
  await expect(closed).toHaveText(['Closed 2:00-6:00 PM', 'Closed 4:00-6:00 PM'])
  expect(sent).toEqual([`${day.date}T14:00`, `${day.date}T16:00`])
})

test('a time is blocked over the end of a week, and keeps who is booked in it', async ({ page, shop }) => {
  await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-08')
  // Not in it: a canceled appointment, and one that starts as it ends.
  const { id } = await bookAsClient(shop, 'Ann Lee', '11:00', '2026-12-08')
  await bookAsClient(shop, 'Bo Diaz', '17:00', '2026-12-09')
  await openDesk(page, shop)
  await changeElsewhere(page, 'cancel_appointment', { id, sequence: 0 })
  await fillIn(page, 'Afternoon', {
    'From date': '2026-12-05',
    'From time': '09:00',
    'To date': '2026-12-09',
    'To time': '17:00',
  })
  await expect(page.getByText(words.standing(1))).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('Samir Haddad')
  await press(page, 'Close')
  await expect(page.getByText(words.closed)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mon 7 December, Closed', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Tue 8 December' }).click()
  await expect(page.locator('.day-column')).toContainText('Closed')
  await expect(label(page, 'Samir Haddad')).toBeVisible()
})

test('a whole day or week stays blocked when hours grow or its end moves', async ({ page, shop }) => {
  await openDesk(page, shop)
  const closed = page.locator('.day-column .closed')
  for (const { preset, reopen, last, after, reopenAll } of [
    {
      preset: words.wholeDay,
      reopen: 'Reopen',
      last: '2026-12-05',
      after: '2026-12-06',
      reopenAll: 'Reopen Dec 3 to Dec 5',
    },
    {
      preset: words.wholeWeek,
      reopen: 'Reopen Nov 30 to Dec 6',
      last: '2026-12-07',
      after: '2026-12-08',
      reopenAll: 'Reopen Nov 30 to Dec 7',
    },
  ]) {
    await changeElsewhere(page, 'set_opening', { week: everyDay(['09:00-17:00']) })
    await block(page, preset)
    await expect(closed).toContainText('Closed 9:00 AM-6:00 PM')
    await askAsOwner(page, 'set_opening', { week: everyDay(['08:59-23:59']) })
    expect(await openTimes(shop, day.date)).toEqual([])
    await press(closed, reopen)
    await expect(closed).toHaveCount(0)

    await block(page, preset, { 'To date': last })
    await expect(page.getByRole('button', { name: reopenAll, exact: true })).toBeVisible()
    expect(await openTimes(shop, last)).toEqual([])
    expect(await openTimes(shop, after)).toContain('08:59')
    await press(page, reopenAll)
    await expect(closed).toHaveCount(0)
  }
})

test('a blocked day names its clients, and in a blocked week it is wide', async ({ page, shop }) => {
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await openDesk(page, shop)
  const close = (from: string, to: string) => changeElsewhere(page, 'close_time', { from, to, reason: '' })
  await close(`${day.date}T00:00`, '2026-12-05T00:00')
  const cell = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(cell('Fri 4 December, Closed')).toBeVisible()
  await expect(cell('Thu 3 December, Closed, 2 clients')).toBeVisible()
  await changeElsewhere(page, 'close_time', allWeek)
  const room = () =>
    page.locator('.open-day').evaluate((element) => {
      const paper = element.querySelector('.day-column')
      const { width, right } = element.getBoundingClientRect()
      return { isWide: width > 800, leftOver: right - (paper?.getBoundingClientRect().right ?? 0) }
    })
  await expect.poll(room).toEqual({ isWide: true, leftOver: 0 })
})

test('Undo reopens a blocked time and blocks a reopened one, and both say so', async ({ page, shop }) => {
  await openDesk(page, shop)
  const undo = page.getByRole('button', { name: 'Undo' })
  const reopen = page.locator('.day-column').getByRole('button', { name: 'Reopen' })
  const closed = page.getByRole('status').getByText(words.closed)
  const opened = page.getByRole('status').getByText(words.reopened)
  await block(page, 'Afternoon', { 'From time': '14:00', 'To time': '15:00' })
  await expect(closed).toBeVisible()
  await undo.click()
  await expect(opened).toBeVisible()
  await expect(reopen).toHaveCount(0)

  // It was blocked before, so this click has nothing to undo.
  const before = { from: `${day.date}T09:00`, to: `${day.date}T10:00`, reason: '' }
  await askAsOwner(page, 'close_time', before)
  await block(page, 'Afternoon', { 'From time': '09:00', 'To time': '10:00' })
  await expect(closed).toBeVisible()
  expect(await undo.count()).toBe(0)
  await reopen.click()
  await expect(opened).toBeVisible()
  await expect(reopen).toHaveCount(0)

  // A client who is booked in it doesn't cover its button.
  const fair = { from: `${day.date}T12:00`, to: `${day.date}T18:00`, reason: 'Fair' }
  await changeElsewhere(page, 'close_time', fair)
  await reopen.click()
  await expect(opened).toBeVisible()
  await expect(reopen).toHaveCount(0)
  await undo.click()
  await expect(closed).toBeVisible()
  await expect(page.locator('.day-column')).toContainText('Fair')
})

test('a time of several days is reopened with one click, which says its days', async ({ page, shop }) => {
  await openDesk(page, shop)
  const close = (from: string, to: string) => askAsOwner(page, 'close_time', { from, to, reason: 'Fair' })
  await close(`${day.date}T17:30`, '2026-12-09T10:00')
  await close(`${day.date}T09:00`, `${day.date}T10:00`)
  // Until midnight, so not until the next day.
  await close('2026-12-09T14:00', '2026-12-10T00:00')
  await comeBack(page)
  const reopen = page.locator('.day-column').getByRole('button', { name: 'Reopen' })
  await expect(reopen).toHaveText(['Reopen', 'Reopen Dec 3 to Dec 9'])
  await goTo(page, '', '2026-12-09')
  await expect(reopen).toHaveText(['Reopen Dec 3 to Dec 9', 'Reopen'])
  await reopen.first().click()
  await expect(reopen).toHaveText(['Reopen'])
  await goTo(page)
  await expect(reopen).toHaveText(['Reopen'])
})

test('times that overlap reopen one by one, and a notice says what stays', async ({ page, shop }) => {
  await openDesk(page, shop)
  await block(page, words.wholeDay)
  await block(page, words.wholeWeek)
  const reopenDay = page.getByRole('button', { name: 'Reopen', exact: true })
  const reopenWeek = page.getByRole('button', { name: 'Reopen Nov 30 to Dec 6' })
  const notices = page.locator('.notice')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notices).toContainText(words.stillClosed)
  await expect(reopenWeek).toHaveCount(0)
  await changeElsewhere(page, 'close_time', allWeek)

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
