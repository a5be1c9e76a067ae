import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import { bookAsClient, label, openDesk, phone, press, screen, signIn } from './support/desk.ts'
import { hold } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.describe('on a phone', () => {
  test.use(phone)

  test('Back goes to the last view, and browser Back reopens no closed one', async ({ page, shop }) => {
    await openDesk(page, shop)
    const title = page.getByRole('dialog').getByRole('heading').first()
    await press(page, 'More')
    await press(page, desk.find)
    const sought = page.getByLabel(desk.finding.label)
    await sought.fill('pri')
    await page.getByRole('dialog').getByText('Priya Raman', { exact: true }).click()
    await page.getByRole('link', { name: /December 3/ }).click()
    await press(page, 'Move')
    await expect(title).toHaveText('Move Priya Raman')
    await press(page, 'Back')
    await expect(title).toHaveText('Priya Raman')
    await press(page, 'Back')
    await expect(sought).toHaveValue('pri')
    await press(page, 'Back')
    await expect(title).toHaveText('More')
    // A second click before the browser goes back is not a second step.
    const back = page.getByRole('button', { name: 'Back', exact: true })
    await back.evaluate((button: HTMLElement) => [button.click(), button.click()])
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(label(page, 'Priya Raman')).toBeVisible()

    await press(page, desk.book)
    await page.getByLabel(desk.adding.name).fill('Bo Diaz')
    await page.getByRole('radio', { name: '3:00 PM', exact: true }).click()
    await press(page, 'Book')
    await expect(label(page, 'Bo Diaz')).toBeVisible()
    await page.getByRole('link', { name: 'Bo Diaz', exact: true }).click()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(label(page, 'Bo Diaz')).toBeVisible()
  })

  test('a late answer to a change doesn’t close what was opened since', async ({ page, shop }) => {
    await openDesk(page, shop)
    const note = page.getByLabel('Note')
    const answerBooking = await hold(page, '**/rpc/book_for_client')
    await press(page, desk.book)
    await page.getByLabel(desk.adding.name).fill('Bo Diaz')
    await page.getByRole('radio', { name: '3:00 PM', exact: true }).click()
    await press(page, 'Book')
    await press(page, 'Back')
    const answerHours = await hold(page, '**/rpc/set_opening')
    await press(page, 'More')
    await press(page, desk.opening)
    await page.getByLabel(deskHours.capacity).fill('2')
    await press(page, 'Save')
    await press(page, 'Back')
    await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible()
    await press(page, 'Back')
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
    await note.fill('Left shoulder low.')
    for (const [answer, done] of [
      [answerBooking, 'Bo Diaz is booked'],
      [answerHours, deskHours.saved],
    ] as const) {
      // By the next answer, the browser would have gone back.
      const asked = page.waitForResponse('**/rpc/agenda?*')
      answer()
      await expect(page.getByText(done)).toBeVisible()
      await asked
      await expect(note).toHaveValue('Left shoulder low.')
    }
  })
})

test.describe('on a screen', () => {
  test.use(screen)

  test('Back closes the last dialog, and a draft stays on a turned tablet', async ({ page, shop }) => {
    await bookAsClient(shop, 'Ann Lee', '10:00')
    await openDesk(page, shop)
    for (const name of ['Priya Raman', 'Ann Lee', 'Priya Raman'])
      await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toHaveText('Priya Raman')
    const note = page.getByLabel('Note')
    await note.fill('Left shoulder low.')
    for (const width of [768, 1024, 768]) {
      await page.setViewportSize({ width, height: 1000 })
      await expect(page.locator('.desk-wide')).toHaveCount(width < 900 ? 0 : 1)
      await expect(note).toHaveValue('Left shoulder low.')
    }
    await press(page, 'Back')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('a form is empty after the owner left it', async ({ page, shop }) => {
    await signIn(page, shop)
    const name = page.getByLabel(desk.adding.name)
    await press(page, desk.book)
    await name.fill('Bo Diaz')
    // After a second click it is the same form.
    await press(page, desk.book)
    await expect(name).toHaveValue('Bo Diaz')
    await press(page, 'Next day')
    await expect(name).toHaveCount(0)
    await press(page, desk.book)
    await expect(name).toHaveValue('')
  })
})
