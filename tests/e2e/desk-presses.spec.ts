import type { Locator, Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import {
  askAsOwner,
  bookAsClient,
  bookForNow,
  day,
  expect,
  label,
  phone,
  screen,
  signIn,
  type TestShop,
  test,
} from './support/desk.ts'
import { allOf } from './support/test.ts'

/** How the owner presses: with a thumb, or by keyboard alone. */
interface Hand {
  press(wanted: Locator): Promise<void>
  choose(time: string): Promise<void>
  type(field: Locator, text: string): Promise<void>
}

const thumb = (page: Page): Hand => ({
  press: (wanted) => wanted.tap(),
  choose: (time) => page.getByRole('radio', { name: time }).tap(),
  type: (field, text) => field.fill(text),
})

const stepsMost = 200

function keyboard(page: Page): Hand {
  async function reach(wanted: Locator, key = 'Tab'): Promise<void> {
    await expect(wanted).toBeVisible()
    for (let steps = 0; steps < stepsMost; steps += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(key)
    }
    throw new Error(`The key ${key} does not lead to ${wanted}`)
  }
  return {
    async press(wanted) {
      await reach(wanted)
      await page.keyboard.press('Enter')
    },
    async choose(time) {
      const times = page.locator('.open-times').getByRole('radio')
      await reach(times.first())
      await reach(times.and(page.getByRole('radio', { name: time })), 'ArrowRight')
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.type(text)
    },
  }
}

/** A day's work; each part begins on the open day, and counts its presses. */
async function work(page: Page, shop: TestShop, hand: Hand): Promise<void> {
  let presses = 0
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const press = async (wanted: Locator) => {
    presses += 1
    await hand.press(wanted)
  }
  const within = async (most: number, part: () => Promise<void>) => {
    presses = 0
    await part()
    expect(presses).toBeLessThanOrEqual(most)
  }

  const heading = page.getByRole('heading', { level: 1 })
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await within(2, async () => {
    presses += 1
    await page.goto(shop.deskLink.replace(/^.*(?=\/\?desk)/, ''))
    await press(button(desk.wayIn.open))
    await expect(heading).toHaveText(day.heading)
  })
  await within(3, async () => {
    await press(page.getByRole('link', { name: 'Priya Raman', exact: true }))
    await press(button(desk.appointment.cancel))
    await press(
      page
        .getByRole('dialog', { name: desk.cancelling.title('Priya Raman') })
        .getByRole('button', { name: 'Cancel' }),
    )
    await expect(label(page, 'Priya Raman')).toContainText(desk.day.cancelledByYou)
  })
  await within(4, async () => {
    await press(button(desk.close))
    await press(button('Afternoon'))
    await press(button('Close'))
    await expect(page.locator('.day-column').getByText('Closed 12:00-6:00 PM')).toBeVisible()
  })
  // Somebody calls: a name, a time, and nothing else to be done.
  await within(3, async () => {
    await press(button(desk.book))
    presses += 1
    await hand.choose('10:00 AM')
    await hand.type(page.getByLabel(desk.adding.name), 'Daniel Reyes')
    await press(button('Book'))
    await expect(label(page, 'Daniel Reyes')).toContainText(desk.day.bookedByYou)
  })
  await bookForNow(page, 'Eleanor Whitfield')
  await press(button('Today'))
  await within(1, async () => {
    await press(button('Came'))
    await expect(label(page, 'Eleanor Whitfield').getByText('Came', { exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Eleanor Whitfield came.' })).toBeVisible()
  })
  // It can be taken back.
  await press(button('Undo'))
  await expect(button('Came')).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: desk.appointment.unnoted('Eleanor Whitfield') }),
  ).toBeVisible()
}

test.describe('on a phone', () => {
  test.use(phone)
  test('the day’s work takes a thumb few presses', ({ page, shop }) => work(page, shop, thumb(page)))

  test('a notice can be pressed above an open dialog, and outlasts it', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).tap()
    const sheet = page.getByRole('dialog')
    const note = sheet.getByLabel(desk.appointment.note)
    const save = async (text: string) => {
      await note.fill(text)
      await sheet.getByRole('button', { name: desk.appointment.save }).tap()
      await expect(page.locator('.notice')).toContainText(desk.appointment.noteSaved)
    }
    await save('Left shoulder low.')
    await page.getByRole('button', { name: desk.undo, exact: true }).tap()
    await expect(note).toHaveValue('')
    await save('Right shoulder low.')
    await sheet.getByRole('button', { name: desk.back }).tap()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: desk.undo, exact: true }).tap()
    await expect(label(page, 'Priya Raman')).not.toContainText('Right shoulder low.')
  })
})

test.describe('on a screen', () => {
  test.use(screen)
  test('the same is done by keyboard alone', ({ page, shop }) => work(page, shop, keyboard(page)))
})

test.describe('on the narrowest phone', () => {
  test.use({ ...phone, viewport: { width: 320, height: 700 } })

  test('the day has its line to itself, at the top and once it is scrolled', async ({ page, shop }) => {
    await signIn(page, shop)
    await page.goto('/?desk#/day/2026-12-30')
    const heading = page.getByRole('heading', { level: 1, name: 'Wednesday, December 30' })
    await expect(heading).toBeVisible()
    // Until the day is there, the page is too short to be scrolled.
    await expect(page.getByRole('heading', { name: desk.day.noneTitle })).toBeVisible()
    const end = () =>
      heading.evaluate((part) => {
        const range = document.createRange()
        range.selectNodeContents(part)
        return range.getBoundingClientRect().right
      })
    expect(await end()).toBeLessThanOrEqual(320)
    await page.evaluate(() => scrollTo(0, 400))
    const steps = page.getByRole('button', { name: desk.previousDay })
    await expect
      .poll(async () => (await end()) - ((await steps.boundingBox())?.x ?? 0))
      .toBeLessThanOrEqual(0)
  })
})

for (const width of [320, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ ...phone, viewport: { width, height: 700 } })

    test('the last client of a day can be scrolled from under a notice', async ({ page, shop }) => {
      await signIn(page, shop)
      const appointment_date = '2026-12-01'
      for (const hour of [14, 21]) {
        const client = { full_name: `Eleanor Whitford ${hour}`, appointment_time: `${hour}:00` }
        await askAsOwner(page, 'book_for_client', { ...client, appointment_date })
      }
      await page.goto(`/?desk#/day/${appointment_date}`)
      const came = page.getByRole('button', { name: 'Came', exact: true })
      await expect(came).toHaveCount(2)
      await came.first().click()
      // Pointed at, it stays.
      const notice = page.locator('.notice')
      await notice.hover()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const edge = async (part: Locator, which: 'y' | 'height') =>
        (await part.boundingBox())?.[which] ?? Number.NaN
      const last = label(page, 'Eleanor Whitford 21')
      const end = (await edge(last, 'y')) + (await edge(last, 'height'))
      expect(end).toBeLessThanOrEqual(await edge(notice, 'y'))
    })
  })
}

test.describe('in a window lower than a sheet', () => {
  test.use({ viewport: { width: 1024, height: 600 } })

  /** Playwright's own click would scroll, or wait until the notice is gone. */
  const isCovered = (part: Locator) =>
    part.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })

  test('a notice covers no button of the sheet', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
    await page.getByLabel('Note').fill('Left shoulder lower.')
    await page.getByRole('button', { name: 'Save' }).click()
    // The pointer on it holds it.
    const notice = page.locator('.notice')
    await notice.hover()
    const sheet = page.getByRole('dialog')
    const buttons = sheet.locator('.bar').getByRole('button')
    for (const button of await allOf(buttons)) expect(await isCovered(button)).toBe(false)
    await sheet.getByRole('button', { name: 'Move' }).press('Enter')
    await expect(sheet.locator('.verb')).toHaveText('Move')
    for (const button of await allOf(buttons)) expect(await isCovered(button)).toBe(false)
    await expect(notice).toBeVisible()
  })
})
