import type { Locator, Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { bookAsClient, day, deskLink, goTo, label, openDesk, phone, screen } from './support/desk.ts'
import { askAsOwner, bookForNow, comeBack } from './support/desk-server.ts'
import { allOf, expect, type TestShop, test } from './support/test.ts'

/** How the owner works: with a thumb, or by keyboard alone. */
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

function keyboard(page: Page): Hand {
  async function reach(wanted: Locator, key = 'Tab'): Promise<void> {
    await expect(wanted).toBeVisible()
    for (let steps = 0; steps < 200; steps += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(key)
    }
    throw new Error(`The key ${key} doesn’t reach ${wanted}`)
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

/** A day's work; each part begins on the open day, and counts its clicks or keys. */
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
    await page.goto(deskLink(shop))
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
  // A call: a name and a time are enough.
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
  await press(button('Undo'))
  await expect(button('Came')).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: desk.appointment.unnoted('Eleanor Whitfield') }),
  ).toBeVisible()
}

/** Playwright's own click would scroll, or wait until the notice is gone. */
const isCovered = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

test.describe('on a phone', () => {
  test.use(phone)

  test('the day’s work takes few taps', ({ page, shop }) => work(page, shop, thumb(page)))

  test('a notice works above a dialog, outlasts it, and covers no button', async ({ page, shop }) => {
    await openDesk(page, shop)
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).tap()
    const dialog = page.getByRole('dialog')
    const notice = page.locator('.notice')
    const undo = page.getByRole('button', { name: desk.undo, exact: true })
    const note = dialog.getByLabel(desk.appointment.note)
    const save = async (text: string) => {
      await note.fill(text)
      await dialog.getByRole('button', { name: desk.appointment.save }).tap()
      await expect(notice).toContainText(desk.appointment.noteSaved)
    }
    await save('Left shoulder low.')
    await undo.tap()
    await expect(note).toHaveValue('')
    await save('Right shoulder low.')
    await dialog.getByRole('button', { name: desk.back }).tap()
    await expect(dialog).toBeHidden()
    await undo.tap()
    await expect(label(page, 'Priya Raman')).not.toContainText('Right shoulder low.')

    await page.setViewportSize({ width: 1024, height: 600 })
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
    await save('Left shoulder lower.')
    // It stays while the pointer is on it.
    await notice.hover()
    const buttons = dialog.locator('.bar').getByRole('button')
    for (const button of await allOf(buttons)) expect(await isCovered(button)).toBe(false)
    await dialog.getByRole('button', { name: 'Move' }).press('Enter')
    await expect(dialog.locator('.verb')).toHaveText('Move')
    for (const button of await allOf(buttons)) expect(await isCovered(button)).toBe(false)
    await expect(notice).toBeVisible()
  })

  test('at 320 px the day’s name fits, and no notice covers the last client', async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await openDesk(page, shop)
    await goTo(page, '', '2026-12-30')
    const heading = page.getByRole('heading', { level: 1, name: 'Wednesday, December 30' })
    await expect(heading).toBeVisible()
    // Until the day is loaded, the page is too short to scroll.
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

    const appointment_date = '2026-12-01'
    for (const hour of [14, 21]) {
      const client = { full_name: `Eleanor Whitford ${hour}`, appointment_time: `${hour}:00` }
      await askAsOwner(page, 'book_for_client', { ...client, appointment_date })
    }
    await goTo(page, '', appointment_date)
    await comeBack(page)
    const came = page.getByRole('button', { name: 'Came', exact: true })
    await expect(came).toHaveCount(2)
    await came.first().click()
    const notice = page.locator('.notice')
    const edge = async (part: Locator, which: 'y' | 'height') =>
      (await part.boundingBox())?.[which] ?? Number.NaN
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await notice.hover()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const last = label(page, 'Eleanor Whitford 21')
      const bottom = (await edge(last, 'y')) + (await edge(last, 'height'))
      expect(bottom).toBeLessThanOrEqual(await edge(notice, 'y'))
    }
  })
})

test.describe('on a screen', () => {
  test.use(screen)

  test('the same is done by keyboard alone', ({ page, shop }) => work(page, shop, keyboard(page)))
})
