import { desk } from '../../copy/desk.ts'
import { everyDay } from '../support/week.ts'
import {
  askAsOwner,
  bookAsClient,
  day,
  expect,
  label,
  screen,
  signIn,
  type TestShop,
  test,
} from './support/desk.ts'

test.use(screen)

async function openTimes(shop: TestShop, on: string): Promise<string[]> {
  const headers = { apikey: 'public-demo-key' }
  const answer = await fetch(`${shop.url}/rest/v1/rpc/open_times?on=${on}`, { headers })
  return answer.json()
}

test('who is still there when the closed time begins stands in it, too', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '11:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.close }).click()
  await page.getByRole('button', { name: 'Afternoon' }).click()
  await expect(page.getByText(desk.closing.standing(1))).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('Priya Raman')
  // As of now, whoever comes in meanwhile.
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await expect(page.getByText(desk.closing.standing(2))).toBeVisible()
})

test('another time is closed while the answer to the first is on its way, and the same one not twice', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const answered = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/rpc/close_time', async (route) => {
    const { from } = route.request().postDataJSON()
    sent.push(from)
    if (sent.length === 1) await answered.promise
    await route.continue()
  })
  const close = page.getByRole('button', { name: 'Close', exact: true })
  async function closeFrom(time: string) {
    await page.getByRole('button', { name: desk.close }).click()
    await page.getByRole('button', { name: 'Afternoon' }).click()
    await page.getByLabel(desk.closing.fromTime).fill(time)
    // The second press of a double one is no second wish.
    await close.evaluate((verb: HTMLElement) => [verb.click(), verb.click()])
  }
  await closeFrom('14:00')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await closeFrom('16:00')
  await expect(page.getByRole('dialog')).toBeHidden()
  await closeFrom('14:00')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  answered.resolve()
  const closed = page.locator('.day-column').getByText('Closed')
  await expect(closed).toHaveText(['Closed 2:00-6:00 PM', 'Closed 4:00-6:00 PM'])
  expect(sent).toEqual([`${day.date}T14:00`, `${day.date}T16:00`])
})

test('closes a time over the end of a week, and names who stands in it', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-08')
  // Neither who has cancelled stands in it, nor who comes as it ends.
  const { id } = await bookAsClient(shop, 'Ann Lee', '11:00', '2026-12-08')
  await bookAsClient(shop, 'Bo Diaz', '17:00', '2026-12-09')
  await signIn(page, shop)
  await askAsOwner(page, 'cancel_appointment', { id, sequence: 0 })
  await page.getByRole('button', { name: desk.close }).click()
  for (const [field, typed] of Object.entries({
    'From date': '2026-12-05',
    'From time': '09:00',
    'To date': '2026-12-09',
    'To time': '17:00',
  }))
    await page.getByLabel(field).fill(typed)
  await expect(page.getByText(desk.closing.standing(1))).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('Samir Haddad')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText(desk.closing.closed)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mon 7 December, Closed', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Tue 8 December' }).click()
  await expect(page.locator('.day-column')).toContainText('Closed')
  await expect(label(page, 'Samir Haddad')).toBeVisible()
})

test('a whole day, or week, stays closed when the opening hours grow', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const closed = page.locator('.day-column .closed')
  for (const [preset, reopen] of [
    [desk.closing.wholeDay, 'Reopen'],
    [desk.closing.wholeWeek, 'Reopen Nov 30 to Dec 6'],
  ] as const) {
    await page.getByRole('button', { name: desk.close }).click()
    await page.getByRole('button', { name: preset }).click()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(closed).toContainText('Closed 9:00 AM-6:00 PM')
    await askAsOwner(page, 'set_opening', { week: everyDay(['07:00-19:00']) })
    expect(await openTimes(shop, day.date)).toEqual([])
    await askAsOwner(page, 'set_opening', { week: everyDay(['09:00-17:00']) })
    await closed.getByRole('button', { name: reopen, exact: true }).click()
    await expect(closed).toHaveCount(0)
  }
})

test('a whole day, or week, whose last day is changed afterwards closes all of that day', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  // Clients can come until the last minute of a day.
  await askAsOwner(page, 'set_opening', { week: everyDay(['08:59-23:59']) })
  for (const [preset, last, after, reopen] of [
    [desk.closing.wholeDay, '2026-12-05', '2026-12-06', 'Reopen Dec 3 to Dec 5'],
    [desk.closing.wholeWeek, '2026-12-07', '2026-12-08', 'Reopen Nov 30 to Dec 7'],
  ] as const) {
    await page.getByRole('button', { name: desk.close }).click()
    await page.getByRole('button', { name: preset }).click()
    await page.getByLabel('To date').fill(last)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('button', { name: reopen, exact: true })).toBeVisible()
    expect(await openTimes(shop, last)).toEqual([])
    expect(await openTimes(shop, after)).toContain('08:59')
    await page.getByRole('button', { name: reopen, exact: true }).click()
    await expect(page.getByRole('button', { name: reopen, exact: true })).toHaveCount(0)
  }
})

test('of a day that is closed it is read out who stands in it, too', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await signIn(page, shop)
  await askAsOwner(page, 'close_time', { from: `${day.date}T00:00`, to: '2026-12-05T00:00', reason: '' })
  const cell = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(cell('Fri 4 December, Closed')).toBeVisible()
  await expect(cell('Thu 3 December, Closed, 2 clients')).toBeVisible()
})

test('in a week that is closed, the open day has all the room that the others leave', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await askAsOwner(page, 'close_time', { from: '2026-11-30T00:00', to: '2026-12-07T00:00', reason: '' })
  const room = () =>
    page.locator('.open-day').evaluate((element) => {
      const paper = element.querySelector('.day-column')
      const { width, right } = element.getBoundingClientRect()
      return { isWide: width > 800, leftOver: right - (paper?.getBoundingClientRect().right ?? 0) }
    })
  await expect.poll(room).toEqual({ isWide: true, leftOver: 0 })
})

test('asks for no more than can be closed while a year is being typed', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.close }).click()
  await page.getByRole('button', { name: desk.closing.wholeDay }).click()
  await expect(page.getByRole('dialog')).toContainText('Priya Raman')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // The browser takes each digit of a year for a year.
  await page.getByLabel(desk.closing.fromDate).pressSequentially('12022026', { delay: 400 })
  await expect(page.getByLabel(desk.closing.fromDate)).toHaveValue('2026-12-02')
  await expect.poll(() => asked.filter((url) => url.includes('from=2026-12-02')).length).toBeGreaterThan(0)
  expect(asked.filter((url) => url.includes('from=0'))).toEqual([])
})

test('Undo of a closed time opens it, that of a reopened one closes it once more, and both say so', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const undo = page.getByRole('button', { name: 'Undo' })
  const reopen = page.locator('.day-column').getByRole('button', { name: 'Reopen' })
  const closed = page.getByRole('status').getByText(desk.closing.closed)
  const opened = page.getByRole('status').getByText(desk.closing.reopened)
  async function close(from: string, to: string) {
    await page.getByRole('button', { name: desk.close }).click()
    for (const [field, typed] of Object.entries({
      'From date': day.date,
      'From time': from,
      'To date': day.date,
      'To time': to,
    }))
      await page.getByLabel(field).fill(typed)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(closed).toBeVisible()
  }
  await close('14:00', '15:00')
  await undo.click()
  await expect(opened).toBeVisible()
  await expect(reopen).toHaveCount(0)

  // What was closed just so before is no work of this press.
  const before = { from: `${day.date}T09:00`, to: `${day.date}T10:00`, reason: '' }
  await askAsOwner(page, 'close_time', before)
  await close('09:00', '10:00')
  // At once: with the notice it would go by itself.
  expect(await undo.count()).toBe(0)
  await reopen.click()
  await expect(opened).toBeVisible()
  await expect(reopen).toHaveCount(0)

  // A client who stands in it does not lie on the way to open it again.
  await askAsOwner(page, 'close_time', { from: `${day.date}T12:00`, to: `${day.date}T18:00`, reason: 'Fair' })
  await page.reload()
  await reopen.click()
  await expect(opened).toBeVisible()
  await expect(reopen).toHaveCount(0)
  await undo.click()
  await expect(closed).toBeVisible()
  await expect(page.locator('.day-column')).toContainText('Fair')
})

test('a closing of several days says from which day to which it is opened again', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const close = (from: string, to: string) => askAsOwner(page, 'close_time', { from, to, reason: 'Fair' })
  await close(`${day.date}T17:30`, '2026-12-09T10:00')
  // Until midnight is not until the next day.
  await close(`${day.date}T09:00`, `${day.date}T10:00`)
  await close('2026-12-09T14:00', '2026-12-10T00:00')
  const reopen = page.locator('.day-column').getByRole('button', { name: 'Reopen' })
  await expect(reopen).toHaveText(['Reopen', 'Reopen Dec 3 to Dec 9'])
  await page.goto('/?desk#/day/2026-12-09')
  await expect(reopen).toHaveText(['Reopen Dec 3 to Dec 9', 'Reopen'])
  await reopen.first().click()
  await expect(reopen).toHaveText(['Reopen'])
  await page.goto(`/?desk#/day/${day.date}`)
  await expect(reopen).toHaveText(['Reopen'])
})

test('of closed times that lie over each other each can be opened by itself, and which is left is said', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.close }).click()
  await page.getByRole('button', { name: desk.closing.wholeDay }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: desk.close }).click()
  await page.getByRole('button', { name: desk.closing.wholeWeek }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const reopenDay = page.getByRole('button', { name: 'Reopen', exact: true })
  const reopenWeek = page.getByRole('button', { name: 'Reopen Nov 30 to Dec 6' })
  const notices = page.locator('.notice')
  const undo = page.getByRole('button', { name: 'Undo' })
  const stillClosed = desk.closing.stillClosed
  await undo.click()
  await expect(notices).toContainText(stillClosed)
  await expect(reopenWeek).toHaveCount(0)
  const week = { from: '2026-11-30T00:00', to: '2026-12-07T00:00', reason: 'Fair' }
  await askAsOwner(page, 'close_time', week)

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
  await expect(notices).toContainText(stillClosed)
  await expect(reopenDay).toHaveCount(0)
  await reopenWeek.click()
  await expect(notices).toContainText(desk.closing.reopened)
})

test('who stands in a long closed time is asked for at once, not week by week', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.close }).click()
  await page.getByRole('button', { name: 'Afternoon' }).click()
  await expect(page.getByText(desk.closing.standing(1))).toBeVisible()
  const asked = new Set<string | null>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/agenda')) asked.add(searchParams.get('from'))
  })
  // Whoever has been there already does not stand in what is closed.
  const before = { appointment_date: '2026-12-01', appointment_time: '14:00' }
  await askAsOwner(page, 'book_for_client', { full_name: 'Walt Jennings', ...before })
  const answer = page.waitForResponse(/agenda\?from=2025-12/)
  // As while the year is typed.
  await page.getByLabel(desk.closing.fromDate).fill('2025-12-03')
  await (await answer).finished()
  await expect(page.getByText(desk.closing.standing(1))).toBeVisible()
  expect([...asked].filter((from) => from?.startsWith('2025'))).toEqual(['2025-12-03'])
})
