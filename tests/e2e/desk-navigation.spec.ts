import type { Locator, Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { day, expect, getPath, type Owner, phone, screen, test } from './support/desk.ts'
import { stopClock, type TestShop } from './support/test.ts'

test.use(phone)

type Touching = [type: 'start' | 'move' | 'end' | 'cancel', x: number, y?: number, fingers?: number]

/** Touches this part of the page, and returns how many history entries that added. */
const touch = (part: Locator, touches: Touching[]) =>
  part.evaluate((target, touches) => {
    const { length } = history
    for (const [type, clientX, clientY = 400, fingers = 1] of touches) {
      const isOver = type === 'end' || type === 'cancel'
      const finger = (identifier: number) => new Touch({ identifier, target, clientX, clientY })
      const touches = isOver ? [] : Array.from({ length: fingers }, (_, index) => finger(index))
      target.dispatchEvent(new TouchEvent(`touch${type}`, { touches, bubbles: true }))
    }
    return history.length - length
  }, touches)

const across = (...touches: Touching[]): Touching[] => touches
const swipe = across(['start', 300], ['move', 260], ['move', 100], ['end', 100])
const ignored = {
  'the phone’s own gesture': across(['start', 20], ['move', 140], ['cancel', 140]),
  'a scroll': across(['start', 300], ['move', 290, 300], ['move', 180, 100], ['end', 180]),
  'two fingers': across(['start', 300, 400, 2], ['move', 180, 400, 2], ['end', 180]),
}

test('opens on the next day with clients, and buttons, keys, and swipes turn the day', async ({
  page,
  owner,
}) => {
  await owner.bookAsClient('Samir Haddad', '09:00')
  await owner.openDesk()
  await expect(owner.heading).toHaveText(day.heading)
  await expect(owner.label('Priya Raman')).toContainText('12:30 PM · Google · first visit')
  for (const [name, address] of [
    [desk.appointment.call, 'tel:2145552230'],
    [desk.appointment.text, /#\/day\/2026-12-03\/appointment\/.+\/text$/],
    [desk.appointment.mail, 'mailto:priya.raman@example.com'],
  ] as const)
    await expect(owner.nameLink(`${name} Priya Raman`)).toHaveAttribute('href', address)
  // Announced and tabbed through in the order of the day.
  await expect(page.getByRole('list', { name: day.heading }).getByRole('listitem')).toContainText([
    'Samir Haddad',
    'Open, 10:00 AM-12:30 PM',
    'Priya Raman',
    'Open, 1:30-6:00 PM',
  ])
  await owner.press(desk.nextDay)
  await expect(owner.heading).toHaveText('Friday, December 4')
  await expect(page.getByRole('status')).toContainText(['', 'Friday, December 4'])
  await expect(page).toHaveTitle('Friday, December 4 - The desk')
  await page.keyboard.press('ArrowRight')
  await expect(owner.heading).toHaveText('Saturday, December 5')
  await page.keyboard.press('ArrowLeft')
  await owner.press(desk.previousDay)
  await expect(owner.heading).toHaveText(day.heading)
  await owner.press(desk.today)
  await expect(owner.heading).toHaveText('Tuesday, December 1')
  await owner.goTo()
  await expect(owner.heading).toHaveText(day.heading)

  const main = page.getByRole('main')
  const tape = page.locator('.tape').first()
  for (const [gesture, touches] of Object.entries(ignored))
    expect(await touch(main, touches), gesture).toBe(0)
  await expect(owner.heading).toHaveText(day.heading)

  await test.step('an enlarged page', async () => {
    await expect(main).toHaveCSS('touch-action', 'pan-y pinch-zoom')
    const session = await page.context().newCDPSession(page)
    const enlarge = (pageScaleFactor: number) =>
      session.send('Emulation.setPageScaleFactor', { pageScaleFactor })
    await enlarge(2)
    await expect(main).toHaveCSS('touch-action', 'auto')
    await touch(tape, swipe)
    await expect(owner.heading).toHaveText(day.heading)
    await enlarge(1)
    await expect(main).toHaveCSS('touch-action', 'pan-y pinch-zoom')
    await touch(owner.nameLink(), swipe)
    await expect(owner.heading).toHaveText('Friday, December 4')
    await page.goBack()
  })
  await test.step('labels without room, once there are three', async () => {
    await owner.changeElsewhere('set_opening', { capacity: 3 })
    for (const name of ['Grace Lindholm', 'Bo Diaz']) await owner.bookAsClient(name, '12:30')
    await owner.comeBack()
    await expect(owner.nameLink('Bo Diaz')).toBeAttached()
    await touch(owner.nameLink(), swipe)
    await expect(owner.heading).toHaveText(day.heading)
    await touch(tape, swipe)
    await expect(owner.heading).toHaveText('Friday, December 4')
  })
})

test('Back returns to the last view, the browser’s Back reopens no closed one, and a draft stays', async ({
  page,
  owner,
}) => {
  await owner.openDesk()
  const title = owner.dialog.getByRole('heading').first()
  await owner.press(desk.more)
  await owner.press(desk.find)
  const search = page.getByLabel(desk.finding.label)
  await search.fill('pri')
  await owner.dialog.getByRole('link', { name: /Priya Raman/ }).click()
  await owner.dialog.getByRole('link', { name: /December 3/ }).click()
  await owner.press(desk.appointment.move)
  await expect(title).toHaveText(desk.moving.title('Priya Raman'))
  await owner.press(desk.back)
  await expect(title).toHaveText('Priya Raman')
  await owner.press(desk.back)
  await expect(page.getByRole('heading', { name: desk.client.visitsTitle })).toBeVisible()
  await owner.press(desk.back)
  await expect(search).toHaveValue('pri')
  await owner.press(desk.back)
  await expect(title).toHaveText(desk.more)
  // A second click before the browser goes back isn't a second step.
  const back = owner.button(desk.back)
  await back.evaluate((button: HTMLElement) => [button.click(), button.click()])
  await expect(owner.dialog).toBeHidden()
  await expect(owner.label('Priya Raman')).toBeVisible()

  await owner.press(desk.book)
  await owner.nameField.fill('Bo Diaz')
  await page.getByRole('radio', { name: '3:00 PM', exact: true }).click()
  await owner.press(desk.adding.book)
  await owner.nameLink('Bo Diaz').click()
  await page.goBack()
  await expect(owner.dialog).toBeHidden()
  await expect(owner.label('Bo Diaz')).toBeVisible()

  await page.setViewportSize(screen.viewport)
  await expect(page.locator('.desk-wide')).toHaveCount(1)
  await owner.bookElsewhere('Ann Lee', '10:00')
  await expect(owner.nameLink('Ann Lee')).toBeVisible()
  for (const name of ['Priya Raman', 'Ann Lee', 'Priya Raman']) await owner.nameLink(name).click()
  await expect(owner.dialog.getByRole('heading').first()).toHaveText('Priya Raman')
  await owner.note.fill('Left shoulder low.')
  await test.step('on a rotated tablet', async () => {
    for (const width of [768, 1024, 768]) {
      await page.setViewportSize({ width, height: 1000 })
      await expect(page.locator('.desk-wide')).toHaveCount(width < 900 ? 0 : 1)
      await expect(owner.note).toHaveValue('Left shoulder low.')
    }
  })
  await owner.leave()

  await page.setViewportSize(screen.viewport)
  await owner.press(desk.book)
  await owner.nameField.fill('Bo Diaz')
  // After a second click it's the same form.
  await owner.press(desk.book)
  await expect(owner.nameField).toHaveValue('Bo Diaz')
  await owner.press(desk.nextDay)
  await expect(owner.nameField).toHaveCount(0)
  await owner.press(desk.book)
  await expect(owner.nameField).toHaveValue('')
})

const withClock = test.extend({ stoppableClock: true })

/** Waits until the session is refreshed, because hours that pass before would invalidate its token. */
const hasRenewed = (owner: Owner) => expect.poll(async () => (await owner.session()).isExpired).toBe(false)

async function pass(page: Page, shop: TestShop, hours: number): Promise<void> {
  shop.goAhead(hours * 3_600_000)
  await page.clock.fastForward(hours * 3_600_000)
}

withClock('at midnight it shows the new day, but not over an open view', async ({ page, shop, owner }) => {
  const noah = await owner.bookAsClient('Noah Brandt', '09:00', '2026-12-05')
  await owner.openDesk()
  await owner.bookForNow('Samir Haddad')
  await owner.press(desk.today)
  await owner.nameLink('Samir Haddad').click()
  await owner.note.fill('Left shoulder low.')
  await pass(page, shop, 2)
  await expect(page.getByRole('button', { name: 'Wednesday, December 2', exact: true })).toHaveAttribute(
    'aria-current',
    'date',
  )
  await expect(owner.note).toHaveValue('Left shoulder low.')
  await owner.leave()
  await expect(owner.heading).toHaveText('Wednesday, December 2')
  await hasRenewed(owner)
  await pass(page, shop, 24)
  await expect(owner.heading).toHaveText(day.heading)
  // Phones close a page in the background, and reopen it where it was.
  await hasRenewed(owner)
  await page.goto('about:blank')
  await pass(page, shop, 24)
  await page.goBack()
  await expect(owner.heading).toHaveText('Friday, December 4')
  // A day that the owner chose stays.
  await owner.press(desk.previousDay)
  await expect(owner.heading).toHaveText(day.heading)
  await hasRenewed(owner)
  await pass(page, shop, 24)
  await expect(page.getByRole('button', { name: /^Saturday, December 5\b/ })).toHaveAttribute(
    'aria-current',
    'date',
  )
  await owner.nameLink().click()
  await owner.leave()
  await expect(owner.heading).toHaveText(day.heading)

  await test.step('an email is no longer promised for a past appointment', async () => {
    await page.goto(`${getPath(noah)}/cancel`)
    await expect(owner.dialog.getByText(desk.cancelling.text)).toBeVisible()
    await pass(page, shop, 12)
    await expect(owner.dialog.getByText(desk.cancelling.textOver)).toBeVisible()
    await expect(owner.dialog.getByLabel(desk.cancelling.message)).toBeHidden()
  })
})

withClock(
  'closed right after a change, it shows the change again without a connection',
  async ({ page, owner }) => {
    await page.goto(getPath(await owner.openDesk()))
    await owner.note.fill('Left shoulder low.')
    await stopClock(page)
    await owner.press('Save')
    // Much less than the two seconds after which it's stored anyway.
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(owner.label('Priya Raman')).toContainText('Left shoulder low.', { timeout: 1 })
    }).toPass()
    await owner.abort('agenda*')
    await page.reload()
    await page.clock.resume()
    await expect(owner.note).toHaveValue('Left shoulder low.')
  },
)
