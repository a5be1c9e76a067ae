import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import {
  askAsOwner,
  bookAsClient,
  bookForNow,
  day,
  expect,
  label,
  pathOf,
  phone,
  signIn,
  test,
} from './support/desk.ts'
import { stopClock } from './support/test.ts'

test.use(phone)

test('opens on the next day with a client, each at their time with the ways to reach them', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Samir Haddad', '09:00')
  await signIn(page, shop)
  await expect(page.getByRole('heading', { level: 1, name: day.heading })).toBeVisible()
  await expect(label(page, 'Priya Raman')).toContainText('12:30 PM · Google · first visit')
  await expect(page.getByRole('link', { name: 'Call Priya Raman' })).toHaveAttribute('href', 'tel:2145552230')
  await expect(page.getByRole('link', { name: 'Text Priya Raman' })).toHaveAttribute('href', 'sms:2145552230')
  await expect(page.getByRole('link', { name: `${desk.appointment.mail} Priya Raman` })).toHaveAttribute(
    'href',
    'mailto:priya.raman@example.com',
  )
  await expect(page.getByRole('button', { name: 'Open, 10:00 AM-12:30 PM' })).toBeVisible()
  // Read out and gone through as the day goes.
  await expect(page.getByRole('list', { name: day.heading }).getByRole('listitem')).toContainText([
    'Samir Haddad',
    'Open, 10:00 AM-12:30 PM',
    'Priya Raman',
    'Open, 1:30-6:00 PM',
  ])
  const place = async (name: string) => (await label(page, name).boundingBox())?.y ?? 0
  // 120 px an hour.
  expect(Math.round((await place('Priya Raman')) - (await place('Samir Haddad')))).toBe(420)
})

test('goes to the next day by button, arrow key and swipe', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(day.heading)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(heading).toHaveText('Friday, December 4')
  await expect(page.getByRole('status')).toContainText(['', 'Friday, December 4'])
  await expect(page).toHaveTitle('Friday, December 4 - The desk')
  await page.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('Saturday, December 5')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: desk.previousDay }).click()
  await expect(heading).toHaveText(day.heading)
  const stepsTaken = await page.getByRole('main').evaluate((main) => {
    const touch = (type: string, clientX: number, clientY = 400, fingers = 1) => {
      const isOver = type === 'touchend' || type === 'touchcancel'
      const finger = (identifier: number) => new Touch({ identifier, target: main, clientX, clientY })
      const touches = isOver ? [] : Array.from({ length: fingers }, (_, index) => finger(index))
      main.dispatchEvent(new TouchEvent(type, { touches, bubbles: true }))
    }
    const { length } = history
    // One that the telephone has taken for its own is none, nor one that scrolls, nor of two fingers that enlarge.
    touch('touchstart', 20)
    touch('touchmove', 140)
    touch('touchcancel', 140)
    touch('touchstart', 300)
    touch('touchmove', 290, 300)
    touch('touchmove', 180, 100)
    touch('touchend', 180)
    touch('touchstart', 300, 400, 2)
    touch('touchmove', 180, 400, 2)
    touch('touchend', 180)
    const takenAway = history.length - length
    touch('touchstart', 300)
    touch('touchmove', 260)
    touch('touchmove', 180)
    touch('touchend', 180)
    return takenAway
  })
  expect(stepsTaken).toBe(0)
  await expect(heading).toHaveText('Friday, December 4')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(heading).toHaveText('Tuesday, December 1')
})

/** Waits until the desk's session lasts again: hours that pass while it is being renewed would take its answer away. */
async function hasRenewed(page: Page): Promise<void> {
  const lasts = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
      return JSON.parse(localStorage.getItem(key) ?? '{}').expires_at * 1000 > Date.now()
    })
  await expect.poll(lasts).toBe(true)
}

test.describe('left open', () => {
  test.use({ stoppableClock: true })

  test('promises a client whose visit is over no mail when it is cancelled', async ({ page, shop }) => {
    const booked = await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-02')
    await signIn(page, shop)
    await page.goto(`${pathOf(booked)}/cancel`)
    const sheet = page.getByRole('dialog', { name: desk.cancelling.title('Samir Haddad') })
    await expect(sheet.getByText(desk.cancelling.text)).toBeVisible()
    shop.goAhead(12 * 3_600_000)
    await page.clock.fastForward(12 * 3_600_000)
    await expect(sheet.getByText(desk.cancelling.textOver)).toBeVisible()
    await expect(sheet.getByLabel(desk.cancelling.message)).toBeHidden()
  })

  test('over midnight it shows the new day, but no other than what was looked up', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const heading = page.getByRole('heading', { level: 1 })
    const pass = async (hours: number) => {
      shop.goAhead(hours * 3_600_000)
      await page.clock.fastForward(hours * 3_600_000)
    }
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(heading).toHaveText('Tuesday, December 1')
    await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-02')
    await pass(2)
    await expect(heading).toHaveText('Wednesday, December 2')
    // A telephone closes what lies in the background, and opens it again where it was.
    await hasRenewed(page)
    await page.goto('about:blank')
    await pass(24)
    await page.goBack()
    await expect(heading).toHaveText(day.heading)
    await page.getByRole('button', { name: desk.previousDay }).click()
    await expect(heading).toHaveText('Wednesday, December 2')
    await hasRenewed(page)
    await pass(24)
    await expect(page.getByRole('button', { name: /^Fri 4 / })).toHaveAttribute('aria-current', 'date')
    await expect(heading).toHaveText('Wednesday, December 2')
    // Nor does it go when something was open over it.
    await page.getByRole('link', { name: 'Samir Haddad', exact: true }).click()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(heading).toHaveText('Wednesday, December 2')
  })

  test('with an appointment open over night it shows the new day once that is closed', async ({
    page,
    shop,
  }) => {
    await signIn(page, shop)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Tuesday, December 1')
    await bookForNow(page, 'Samir Haddad')
    await page.getByRole('link', { name: 'Samir Haddad', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('Left shoulder low.')
    shop.goAhead(2 * 3_600_000)
    await page.clock.fastForward(2 * 3_600_000)
    await expect(page.getByRole('button', { name: /^Wed 2 / })).toHaveAttribute('aria-current', 'date')
    await expect(page.getByLabel('Note')).toHaveValue('Left shoulder low.')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(heading).toHaveText('Wednesday, December 2')
  })
})

test.describe('put away at once', () => {
  test.use({ stoppableClock: true })

  test('shows the last change when it is opened again, on a bad line, too', async ({ page, shop }) => {
    const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.goto(pathOf(booked))
    const note = page.getByLabel('Note')
    await note.fill('Left shoulder low.')
    await stopClock(page)
    await page.getByRole('button', { name: 'Save' }).click()
    // Far less time than lies between two times at which it is kept anyway.
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(label(page, 'Priya Raman')).toContainText('Left shoulder low.', { timeout: 1 })
    }).toPass()
    await page.route('**/rpc/agenda*', (route) => route.abort())
    await page.reload()
    await page.clock.resume()
    await expect(note).toHaveValue('Left shoulder low.')
  })
})

test('a full day is shown whole, and wherever it is scrolled to, what stays above it is wide enough for a thumb', async ({
  page,
  shop,
}) => {
  const names = ['Priya Raman', 'Samir Haddad', 'Grace Lindholm', 'Owen Castillo', 'Ines Duarte']
  for (const [index, name] of names.entries()) await bookAsClient(shop, name, `${12 + index}:00`)
  await signIn(page, shop)
  for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  for (const top of Array.from({ length: 15 }, (_, index) => index * 4)) {
    const narrow = await page.evaluate((y) => {
      scrollTo(0, y)
      return [...document.querySelectorAll('.head .steps button')]
        .filter((button) => getComputedStyle(button).visibility === 'visible')
        .filter((button) => button.getBoundingClientRect().width < 24)
        .map((button) => button.textContent)
    }, top)
    expect(narrow, `${top} px`).toEqual([])
  }
})

test('a name without a gap leaves the way back on the screen', async ({ page, shop }) => {
  await signIn(page, shop)
  await bookForNow(page, 'Wolfeschlegelsteinhausenbergerdorff')
  await page.getByRole('button', { name: 'Came', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
})

test('closes an afternoon, and opens it again with Undo', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.close }).click()
  await page.getByRole('button', { name: 'Afternoon' }).click()
  await expect(page.getByText(desk.closing.standing(1))).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('main').locator('.day-column').getByText('Closed 12:00-6:00 PM')).toBeVisible()
  const taken = await fetch(`${shop.url}/rest/v1/rpc/open_times?on=${day.date}`, {
    headers: { apikey: 'public-demo-key' },
  })
  expect((await taken.json()).at(-1)).toBe('11:00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main').locator('.day-column').getByText('Closed 12:00-6:00 PM')).toBeHidden()
  await expect(page.getByText(desk.closing.reopened)).toBeVisible()
})

test('cancels with a message that stands in the client’s mail', async ({ page, shop }) => {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
  await page.getByRole('button', { name: desk.appointment.cancel }).click()
  await expect(page.getByRole('heading', { name: desk.cancelling.title('Priya Raman') })).toBeVisible()
  await page.getByLabel(desk.cancelling.message).fill('The shears are blunt.')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  // Pressed twice, which is no second wish.
  const verb = page.getByRole('button', { name: desk.appointment.cancel })
  await verb.evaluate((button: HTMLElement) => [button.click(), button.click()])
  await expect(label(page, 'Priya Raman')).toContainText(desk.day.cancelledByYou)
  expect(sent.filter((url) => url.endsWith('/cancel_appointment'))).toHaveLength(1)
  await expect(page.getByRole('status').getByText(desk.cancelling.cancelled('Priya Raman'))).toBeVisible()
  await expect.poll(async () => (await shop.mails()).join('')).toContain('The shears are blunt.')
  const { appointments } = await askAsOwner<{ appointments: { id: string; status: string }[] }>(
    page,
    'agenda',
    {
      from: day.date,
      to: day.date,
    },
  )
  expect(appointments.find(({ id }) => id === booked.id)?.status).toBe('cancelled')
})

test('books a caller in, whom it knows from before', async ({ page, shop }) => {
  await bookAsClient(shop, 'Daniel Reyes', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: 'Open, 1:30-6:00 PM' }).click()
  await expect(page.getByLabel(desk.adding.time, { exact: true })).toHaveValue('13:30')
  await page.getByRole('radio', { name: '2:30 PM', exact: true }).click()
  await page.getByLabel(desk.adding.name).fill('Dani')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByLabel(desk.adding.email)).toHaveValue('daniel.reyes@example.com')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: desk.day.bookedByYou })).toContainText('2:30 PM')
})

test('fills in the client whose whole name was typed, and not one whose name begins with it', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Ann Lee', '10:00')
  await bookAsClient(shop, 'Ann Leeson', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.book }).click()
  await page.getByLabel(desk.adding.name).fill('ann lee')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByLabel(desk.adding.email)).toHaveValue('ann.lee@example.com')
})

test('what is typed on while a note is being saved stays, and can be saved', async ({ page, shop }) => {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rpc/write_note', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(pathOf(booked))
  const note = page.getByLabel('Note')
  await note.fill('Left shoulder low.')
  await page.getByRole('button', { name: 'Save' }).click()
  await note.fill('Left shoulder low. Brings her shoes.')
  answer()
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await expect(note).toHaveValue('Left shoulder low. Brings her shoes.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(label(page, 'Priya Raman')).toContainText('Brings her shoes.')
})

test('a part that does not come is said, and loaded again with one press', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  const isSheets = /\/dialogs-[^/]*\.js$/
  await page.route(isSheets, (route) => route.abort())
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await page.getByRole('button', { name: desk.book }).click()
  await expect(page.getByRole('alert').filter({ hasText: desk.faults.notLoaded })).toBeVisible()
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await page.unroute(isSheets)
  await page.getByRole('button', { name: desk.loadAgain }).click()
  await expect(page.getByRole('dialog', { name: desk.book })).toBeVisible()
})

async function expectVerbsWhole(page: Page): Promise<void> {
  for (const name of ['Back', 'Move', desk.bookNext, desk.appointment.cancel]) {
    await expect(page.getByRole('dialog').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
}

test('on the narrowest phone, 320 px, nothing lies over the shop’s name or beside the figures, and each verb of an appointment is whole', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 600 })
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
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
  await page.goto(pathOf(booked))
  await expectVerbsWhole(page)
  await page.goto('/?desk#/figures')
  await expect(page.getByRole('heading', { level: 1, name: desk.figures })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('with a reader’s own spacing (WCAG 1.4.12) the day’s name and each verb of an appointment are whole', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 600 })
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
  const heading = page.getByRole('heading', { level: 1 })
  const isWhole = () => heading.evaluate((name) => name.scrollWidth <= name.clientWidth)
  expect(await isWhole()).toBe(true)
  await page.evaluate((path) => location.assign(path), pathOf(booked))
  await expectVerbsWhole(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  const beside = async () => {
    const [label, day] = await Promise.all([page.locator('.desk-label').boundingBox(), heading.boundingBox()])
    return label && day && label.x + label.width <= day.x
  }
  await expect.poll(beside).toBe(true)
  expect(await isWhole()).toBe(true)
})
