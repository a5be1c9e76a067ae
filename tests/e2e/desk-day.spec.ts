import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { bookAsClient, day, goTo, label, openDesk, pathOf, phone, press, signIn } from './support/desk.ts'
import { storedSession } from './support/desk-device.ts'
import { abort, askAsOwner, bookForNow, hold } from './support/desk-server.ts'
import { expect, stopClock, type TestShop, test } from './support/test.ts'

test.use(phone)

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('opens on the next day with clients, and goes to others', async ({ page, shop }) => {
  await bookAsClient(shop, 'Samir Haddad', '09:00')
  await openDesk(page, shop)
  await expect(heading(page)).toHaveText(day.heading)
  await expect(label(page, 'Priya Raman')).toContainText('12:30 PM · Google · first visit')
  for (const [name, address] of [
    ['Call', 'tel:2145552230'],
    ['Text', 'sms:2145552230'],
    [desk.appointment.mail, 'mailto:priya.raman@example.com'],
  ])
    await expect(page.getByRole('link', { name: `${name} Priya Raman` })).toHaveAttribute(
      'href',
      address ?? '',
    )
  // Announced and tabbed through in the order of the day.
  await expect(page.getByRole('list', { name: day.heading }).getByRole('listitem')).toContainText([
    'Samir Haddad',
    'Open, 10:00 AM-12:30 PM',
    'Priya Raman',
    'Open, 1:30-6:00 PM',
  ])
  await expect(page.getByRole('button', { name: 'Open, 10:00 AM-12:30 PM' })).toBeVisible()
  const place = async (name: string) => (await label(page, name).boundingBox())?.y ?? 0
  // 120 px an hour.
  expect(Math.round((await place('Priya Raman')) - (await place('Samir Haddad')))).toBe(420)

  await press(page, 'Next day')
  await expect(heading(page)).toHaveText('Friday, December 4')
  await expect(page.getByRole('status')).toContainText(['', 'Friday, December 4'])
  await expect(page).toHaveTitle('Friday, December 4 - The desk')
  await page.keyboard.press('ArrowRight')
  await expect(heading(page)).toHaveText('Saturday, December 5')
  await page.keyboard.press('ArrowLeft')
  await press(page, desk.previousDay)
  await expect(heading(page)).toHaveText(day.heading)
  await press(page, 'Today')
  await expect(heading(page)).toHaveText('Tuesday, December 1')
})

test.describe('left open', () => {
  test.use({ stoppableClock: true })

  /** Waits until the session is renewed, because hours that pass before would reject its token. */
  const hasRenewed = (page: Page) =>
    expect.poll(async () => (await storedSession(page)).isExpired).toBe(false)

  async function pass(page: Page, shop: TestShop, hours: number): Promise<void> {
    shop.goAhead(hours * 3_600_000)
    await page.clock.fastForward(hours * 3_600_000)
  }

  test('promises no email when it cancels an appointment that is past', async ({ page, shop }) => {
    const booked = await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-02')
    await signIn(page, shop)
    await page.goto(`${pathOf(booked)}/cancel`)
    const dialog = page.getByRole('dialog', { name: desk.cancelling.title('Samir Haddad') })
    await expect(dialog.getByText(desk.cancelling.text)).toBeVisible()
    await pass(page, shop, 12)
    await expect(dialog.getByText(desk.cancelling.textOver)).toBeVisible()
    await expect(dialog.getByLabel(desk.cancelling.message)).toBeHidden()
  })

  test('over midnight it shows the new day, unless another day was chosen', async ({ page, shop }) => {
    await openDesk(page, shop)
    await press(page, 'Today')
    await expect(heading(page)).toHaveText('Tuesday, December 1')
    await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-02')
    await pass(page, shop, 2)
    await expect(heading(page)).toHaveText('Wednesday, December 2')
    // Phones close a page in the background, and open it again where it was.
    await hasRenewed(page)
    await page.goto('about:blank')
    await pass(page, shop, 24)
    await page.goBack()
    await expect(heading(page)).toHaveText(day.heading)
    await press(page, desk.previousDay)
    await expect(heading(page)).toHaveText('Wednesday, December 2')
    await hasRenewed(page)
    await pass(page, shop, 24)
    await expect(page.getByRole('button', { name: /^Fri 4 / })).toHaveAttribute('aria-current', 'date')
    await expect(heading(page)).toHaveText('Wednesday, December 2')
    await page.getByRole('link', { name: 'Samir Haddad', exact: true }).click()
    await press(page, 'Back')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(heading(page)).toHaveText('Wednesday, December 2')
  })

  test('over midnight an open appointment stays, and the new day comes after it', async ({ page, shop }) => {
    await signIn(page, shop)
    await expect(heading(page)).toHaveText('Tuesday, December 1')
    await bookForNow(page, 'Samir Haddad')
    await page.getByRole('link', { name: 'Samir Haddad', exact: true }).click()
    await page.getByLabel('Note').fill('Left shoulder low.')
    await pass(page, shop, 2)
    await expect(page.getByRole('button', { name: /^Wed 2 / })).toHaveAttribute('aria-current', 'date')
    await expect(page.getByLabel('Note')).toHaveValue('Left shoulder low.')
    await press(page, 'Back')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(heading(page)).toHaveText('Wednesday, December 2')
  })

  test('closed right after a change, it shows it again without a connection', async ({ page, shop }) => {
    await page.goto(pathOf(await openDesk(page, shop)))
    const note = page.getByLabel('Note')
    await note.fill('Left shoulder low.')
    await stopClock(page)
    await press(page, 'Save')
    // Far less than the two seconds after which it is stored anyway.
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(label(page, 'Priya Raman')).toContainText('Left shoulder low.', { timeout: 1 })
    }).toPass()
    await abort(page, 'agenda*')
    await page.reload()
    await page.clock.resume()
    await expect(note).toHaveValue('Left shoulder low.')
  })
})

test('a full day is whole, and its buttons are wide enough for a thumb', async ({ page, shop }) => {
  const names = ['Priya Raman', 'Samir Haddad', 'Grace Lindholm', 'Owen Castillo', 'Ines Duarte']
  for (const [index, name] of names.entries()) await bookAsClient(shop, name, `${12 + index}:00`)
  await signIn(page, shop)
  for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  for (let top = 0; top < 60; top += 4) {
    const narrow = await page.evaluate((y) => {
      scrollTo(0, y)
      return [...document.querySelectorAll('.head .steps button')]
        .filter((button) => getComputedStyle(button).visibility === 'visible')
        .filter((button) => button.getBoundingClientRect().width < 24)
        .map((button) => button.textContent)
    }, top)
    expect(narrow, `${top} px`).toEqual([])
  }

  // A name without a space leaves Undo in view.
  const { appointment_date } = await bookForNow(page, 'Wolfeschlegelsteinhausenbergerdorff')
  await goTo(page, '', appointment_date)
  await press(page, 'Came')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
})

test('cancels once, with a message that the client’s email has', async ({ page, shop }) => {
  const booked = await openDesk(page, shop)
  await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
  await press(page, desk.appointment.cancel)
  await expect(page.getByRole('heading', { name: desk.cancelling.title('Priya Raman') })).toBeVisible()
  await page.getByLabel(desk.cancelling.message).fill('The shears are blunt.')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  const button = page.getByRole('button', { name: desk.appointment.cancel })
  await button.evaluate((verb: HTMLElement) => [verb.click(), verb.click()])
  await expect(label(page, 'Priya Raman')).toContainText(desk.day.cancelledByYou)
  expect(sent.filter((url) => url.endsWith('/cancel_appointment'))).toHaveLength(1)
  await expect(page.getByRole('status').getByText(desk.cancelling.cancelled('Priya Raman'))).toBeVisible()
  await expect.poll(async () => (await shop.mails()).join('')).toContain('The shears are blunt.')
  const days = { from: day.date, to: day.date }
  expect(await askAsOwner(page, 'agenda', days)).toMatchObject({
    appointments: [{ id: booked.id, status: 'cancelled' }],
  })
})

test('books a caller, and fills in the client with exactly the typed name', async ({ page, shop }) => {
  await bookAsClient(shop, 'Ann Leeson', '10:00')
  await bookAsClient(shop, 'Ann Lee', '12:30')
  await signIn(page, shop)
  await press(page, 'Open, 1:30-6:00 PM')
  const [name, email] = [page.getByLabel(desk.adding.name), page.getByLabel(desk.adding.email)]
  await expect(page.getByLabel(desk.adding.time, { exact: true })).toHaveValue('13:30')
  await name.fill('Leeso')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(email).toHaveValue('ann.leeson@example.com')
  await press(page, 'Back')

  await press(page, desk.book)
  await page.getByRole('radio', { name: '2:30 PM', exact: true }).click()
  await name.fill('ann lee')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(email).toHaveValue('ann.lee@example.com')
  await press(page, 'Book')
  await expect(page.getByRole('listitem').filter({ hasText: desk.day.bookedByYou })).toContainText('2:30 PM')
})

test('a note that is typed on while it is saved stays, and can be saved', async ({ page, shop }) => {
  const booked = await openDesk(page, shop)
  const answer = await hold(page, '**/rpc/write_note')
  await page.goto(pathOf(booked))
  const note = page.getByLabel('Note')
  await note.fill('Left shoulder low.')
  await press(page, 'Save')
  await note.fill('Left shoulder low. Brings her shoes.')
  answer()
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await expect(note).toHaveValue('Left shoulder low. Brings her shoes.')
  await press(page, 'Save')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await press(page, 'Back')
  await expect(label(page, 'Priya Raman')).toContainText('Brings her shoes.')
})

test('a part that fails to load says so, and is loaded again with one click', async ({ page, shop }) => {
  const isDialogs = /\/dialogs-[^/]*\.js$/
  await page.route(isDialogs, (route) => route.abort())
  await openDesk(page, shop)
  await press(page, desk.book)
  await expect(page.getByRole('alert').filter({ hasText: desk.faults.notLoaded })).toBeVisible()
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await page.unroute(isDialogs)
  await press(page, desk.loadAgain)
  await expect(page.getByRole('dialog', { name: desk.book })).toBeVisible()
})

async function expectButtonsWhole(page: Page): Promise<void> {
  for (const name of ['Back', 'Move', desk.bookNext, desk.appointment.cancel])
    await expect(page.getByRole('dialog').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
}

test('at 320 px, also with wider text spacing, nothing is covered or cut', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 600 })
  const booked = await openDesk(page, shop)
  const edges = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const name = document.querySelector('.desk-label b')
    return {
      over: (box('.desk-label')?.right ?? 0) - (box('.steps')?.left ?? 0),
      cut: (name?.scrollWidth ?? 0) - (name?.clientWidth ?? 0),
    }
  })
  expect(edges.over).toBeLessThanOrEqual(0)
  expect(edges.cut).toBe(0)
  await page.goto('/?desk#/figures')
  await expect(heading(page)).toHaveText(desk.figures)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.goto(pathOf(booked))
  await expectButtonsWhole(page)
  await press(page, 'Back')
  await expect(page.getByRole('dialog')).toBeHidden()

  // A reader's own spacing (WCAG 1.4.12).
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
  const isWhole = () => heading(page).evaluate((name) => name.scrollWidth <= name.clientWidth)
  expect(await isWhole()).toBe(true)
  await page.goto(pathOf(booked))
  await expectButtonsWhole(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  const isBeside = async () => {
    const [label, day] = await Promise.all(
      [page.locator('.desk-label'), heading(page)].map((part) => part.boundingBox()),
    )
    return label && day && label.x + label.width <= day.x
  }
  await expect.poll(isBeside).toBe(true)
  expect(await isWhole()).toBe(true)
})
