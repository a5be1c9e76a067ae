import type { Locator, Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { day, deskLink, expect, type Owner, onPhone, onScreen, test } from './support/desk.ts'
import { getAll, inMotion, type TestShop } from './support/test.ts'

test.use(inMotion)

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
    // Found once: every look for a role and a name goes through the whole page.
    const element = await wanted.elementHandle()
    for (let steps = 0; steps < 200; steps += 1) {
      if (await element?.evaluate((element) => element === document.activeElement)) return
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
      const wanted = page.getByRole('radio', { name: time })
      await expect(wanted).toBeVisible()
      const all = page.locator('fieldset').filter({ has: wanted }).getByRole('radio')
      const checked = all.and(page.locator(':checked'))
      await reach((await checked.count()) > 0 ? checked : all.first())
      await reach(wanted, 'ArrowRight')
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.type(text)
    },
  }
}

/** A day's work. Each part begins on the open day, and counts its clicks or keys. */
async function work(page: Page, shop: TestShop, owner: Owner, hand: Hand): Promise<void> {
  let presses = 0
  const press = async (wanted: Locator) => {
    presses += 1
    await hand.press(wanted)
  }
  const within = (most: number, part: string, body: () => Promise<void>) =>
    test.step(part, async () => {
      presses = 0
      await body()
      expect(presses).toBeLessThanOrEqual(most)
    })
  const expectAnnounced = (text: string) =>
    expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

  await owner.bookAsClient('Priya Raman', '12:30')
  await within(2, 'opens the desk', async () => {
    presses += 1
    await page.goto(deskLink(shop))
    await press(owner.button(desk.wayIn.open))
    await expect(owner.heading).toHaveText(day.heading)
  })
  await within(3, 'cancels, with a message', async () => {
    await press(owner.nameLink())
    await press(owner.button(desk.appointment.cancel))
    const dialog = page.getByRole('dialog', { name: desk.cancelling.title('Priya Raman') })
    await hand.type(dialog.getByLabel(desk.cancelling.message), 'The shears are blunt.')
    await press(dialog.getByRole('button', { name: desk.appointment.cancel }))
    await expect(owner.label('Priya Raman')).toContainText(desk.day.cancelledByYou)
    await expectAnnounced(desk.cancelling.cancelled('Priya Raman'))
    await expect.poll(async () => (await shop.mails()).join('')).toContain('The shears are blunt.')
  })
  await within(4, 'closes an afternoon', async () => {
    await press(owner.button(desk.close))
    presses += 1
    await hand.choose(desk.closing.afternoon)
    await press(page.getByRole('dialog').locator('.verb'))
    await expect(page.locator('.day-column').getByText('Closed 12:00-6:00 PM')).toBeVisible()
  })
  await within(3, 'books a caller, with a name and a time', async () => {
    await press(owner.button(desk.book))
    presses += 1
    await hand.choose('10:00 AM')
    await hand.type(owner.nameField, 'Daniel Reyes')
    await press(owner.button(desk.adding.book))
    await expect(owner.label('Daniel Reyes')).toContainText(desk.day.bookedByYou)
  })
  await owner.bookForNow('Eleanor Whitfield')
  await press(owner.button(desk.today))
  const came = owner.button(desk.appointment.came)
  await within(1, 'notes who came', async () => {
    await press(came)
    const noted = owner.label('Eleanor Whitfield').getByText(desk.appointment.came, { exact: true })
    await expect(noted).toBeVisible()
    await expectAnnounced(desk.appointment.marked.came('Eleanor Whitfield'))
  })
  await press(owner.button(desk.undo))
  await expect(came).toBeVisible()
  await expectAnnounced(desk.appointment.unnoted('Eleanor Whitfield'))
}

onPhone('the day’s work takes few taps', ({ page, shop, owner }) => work(page, shop, owner, thumb(page)))

onPhone('a notice works above a dialog, outlasts it, and covers no button', async ({ page, owner }) => {
  await owner.openDesk()
  await owner.nameLink().tap()
  const notice = page.locator('.notice')
  const save = async (text: string) => {
    await owner.note.fill(text)
    await owner.dialog.getByRole('button', { name: desk.appointment.save }).tap()
    await expect(notice).toContainText(desk.appointment.noteSaved)
  }
  await save('Left shoulder low.')
  await owner.undo.tap()
  await expect(owner.note).toHaveValue('')
  await save('Right shoulder low.')
  await owner.dialog.getByRole('button', { name: desk.back }).tap()
  await expect(owner.dialog).toBeHidden()
  await owner.undo.tap()
  await expect(owner.label('Priya Raman')).not.toContainText('Right shoulder low.')

  await page.setViewportSize({ width: 1024, height: 600 })
  await owner.nameLink().click()
  await save('Left shoulder lower.')
  // It stays while the pointer is on it.
  await notice.hover()
  const expectUncovered = async () => {
    for (const button of await getAll(owner.dialog.locator('.bar').getByRole('button'))) {
      // Playwright's own click would scroll, or wait until the notice is gone.
      const isCovered = await button.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
      expect(isCovered).toBe(false)
    }
  }
  await expectUncovered()
  await owner.dialog.getByRole('button', { name: desk.appointment.move }).press('Enter')
  await expect(owner.dialog.locator('.verb')).toHaveText(desk.appointment.move)
  await expectUncovered()
  await expect(notice).toBeVisible()
})

onPhone('a part that fails to load says so, and reloads with one click', async ({ page, owner }) => {
  const isDialogs = /\/dialogs-[^/]*\.js$/
  await page.route(isDialogs, (route) => route.abort())
  await owner.openDesk()
  await owner.press(desk.book)
  await expect(page.getByRole('alert').filter({ hasText: desk.errors.notLoaded })).toBeVisible()
  await expect(owner.label('Priya Raman')).toBeVisible()
  await page.unroute(isDialogs)
  await owner.press(desk.loadAgain)
  await expect(page.getByRole('dialog', { name: desk.book })).toBeVisible()
})

onScreen('the same works by keyboard alone', ({ page, shop, owner }) =>
  work(page, shop, owner, keyboard(page)),
)

onScreen('an open time leads to a form, which fills in the typed client', async ({ page, owner }) => {
  await owner.bookAsClient('Samir Haddad', '09:00', '2026-12-04')
  await owner.bookAsClient('Ann Leeson', '10:00')
  await owner.bookAsClient('Ann Lee', '12:30')
  await owner.signIn()
  await expect(owner.label('Samir Haddad')).toContainText('9:00 · first')
  const email = page.getByLabel(desk.adding.email)
  await owner.press('Open, 11:00 AM-12:30 PM')
  await expect(owner.timeField).toHaveValue('11:00')
  await owner.nameField.fill('Leeso')
  await owner.press('Open, 1:30-6:00 PM')
  await expect(owner.timeField).toHaveValue('13:30')
  await page.getByRole('button', { name: /^Fill in Ann Leeson/ }).click()
  await expect(email).toHaveValue('ann.leeson@example.com')
  await owner.goTo()
  await owner.press(desk.book)
  await page.getByRole('radio', { name: '2:30 PM', exact: true }).click()
  await owner.nameField.fill('ann lee')
  await page.getByRole('button', { name: /^Fill in Ann Lee\s*\(/ }).click()
  await expect(email).toHaveValue('ann.lee@example.com')
  await owner.press(desk.adding.book)
  await expect(page.getByRole('listitem').filter({ hasText: desk.day.bookedByYou })).toContainText('2:30')

  await page.getByLabel(desk.month).selectOption('January 2027')
  await expect(owner.heading).toHaveText('Friday, January 1')
  // Announced with its year, because that isn't the current one.
  await expect(owner.heading).toHaveAccessibleName('Friday, January 1, 2027')
  await expect(page.getByRole('option', { name: 'January 2027' })).toBeAttached()
})

onScreen('opening and closing a client doesn’t move the page', async ({ page, owner }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await owner.openDesk('09:00')
  await owner.bookElsewhere('Ruth Adeyemi', '15:00')
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  const press = async (name: string) => {
    const at = await owner.nameLink(name).boundingBox()
    await page.mouse.click((at?.x ?? 0) + 5, (at?.y ?? 0) + 5)
    await expect(page.getByRole('heading', { level: 2, name }).last()).toBeFocused()
  }
  await owner.nameLink('Ruth Adeyemi').scrollIntoViewIfNeeded()
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await press('Ruth Adeyemi')
  expect(await scrolled()).toBe(before)
  await expect(page.getByRole('heading', { level: 2, name: 'Ruth Adeyemi' }).last()).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(owner.dialog).toBeHidden()
  expect(await scrolled()).toBe(before)
})

onScreen.describe('late in the afternoon', () => {
  // 16:30 in Dallas on 2026-12-02.
  onScreen.use({ nowEpochMs: Date.UTC(2026, 11, 2, 22, 30) })

  onScreen('today opens at the current time, even on a low screen', async ({ page, owner }) => {
    await page.setViewportSize({ width: 1440, height: 600 })
    await owner.signIn()
    for (const hour of ['09', '13', '15']) {
      const client = { full_name: `Client ${hour}`, appointment_date: '2026-12-02' }
      await owner.ask('book_for_client', { ...client, appointment_time: `${hour}:00` })
    }
    const pickUp = { appointment_date: '2026-12-02', kind: 'pick-up' }
    await owner.bookElsewhere('Omar Farouk', '16:45', pickUp)
    await owner.goTo('', '2026-12-02')
    await expect(owner.label('Omar Farouk')).toBeVisible()
    await page.reload()
    await expect(page.locator('.now-line')).toBeInViewport()
    await expect(owner.nameLink('Omar Farouk, 4:45 PM, Pickup')).toBeInViewport({ ratio: 1 })
  })
})
