import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import { bookAsClient, expect, label, pathOf, phone, screen, signIn, test } from './support/desk.ts'

test.describe('on a phone', () => {
  test.use(phone)

  test('Back leads to where one came from, and the browser’s own does not open again what was closed', async ({
    page,
    shop,
  }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const back = page.getByRole('button', { name: 'Back', exact: true })
    const title = page.getByRole('dialog').getByRole('heading').first()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: desk.find }).click()
    const sought = page.getByLabel(desk.finding.label)
    await sought.fill('pri')
    await page.getByRole('dialog').getByText('Priya Raman', { exact: true }).click()
    await page.getByRole('link', { name: /December 3/ }).click()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(title).toHaveText('Move Priya Raman')
    await back.click()
    await expect(title).toHaveText('Priya Raman')
    await back.click()
    await expect(sought).toHaveValue('pri')
    await back.click()
    await expect(title).toHaveText('More')
    // A second press before the browser has taken its step is no second step.
    await back.evaluate((button: HTMLElement) => [button.click(), button.click()])
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(label(page, 'Priya Raman')).toBeVisible()

    await page.getByRole('button', { name: desk.book }).click()
    await page.getByLabel(desk.adding.name).fill('Bo Diaz')
    await page.getByRole('radio', { name: '3:00 PM', exact: true }).click()
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(label(page, 'Bo Diaz')).toBeVisible()
    await page.getByRole('link', { name: 'Bo Diaz', exact: true }).click()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(label(page, 'Bo Diaz')).toBeVisible()
  })

  test('an answer that comes late takes nobody away from what they do by then', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const left = Promise.withResolvers<void>()
    await page.route('**/rpc/book_for_client', async (route) => {
      await left.promise
      await route.continue()
    })
    await page.getByRole('button', { name: desk.book }).click()
    await page.getByLabel(desk.adding.name).fill('Bo Diaz')
    await page.getByRole('radio', { name: '3:00 PM', exact: true }).click()
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
    await page.getByLabel('Note').fill('Left shoulder low.')
    left.resolve()
    await expect(page.getByText('Bo Diaz is booked')).toBeVisible()
    await expect(page.getByLabel('Note')).toHaveValue('Left shoulder low.')
  })

  test('nor does the late answer to the opening hours', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const left = Promise.withResolvers<void>()
    await page.route('**/rpc/set_opening', async (route) => {
      await left.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: desk.opening }).click()
    await page.getByLabel(deskHours.capacity).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    const back = page.getByRole('button', { name: 'Back', exact: true })
    await back.click()
    await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible()
    await back.click()
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
    await page.getByLabel('Note').fill('Left shoulder low.')
    left.resolve()
    await expect(page.getByText(deskHours.saved)).toBeVisible()
    // By then the browser would have taken a step back.
    await page.waitForResponse('**/rpc/agenda?*')
    await expect(page.getByLabel('Note')).toHaveValue('Left shoulder low.')
  })
})

test.describe('on a screen', () => {
  test.use(screen)

  test('Back closes what was opened last beside the week, however much was opened before', async ({
    page,
    shop,
  }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await bookAsClient(shop, 'Ann Lee', '10:00')
    await signIn(page, shop)
    for (const name of ['Priya Raman', 'Ann Lee', 'Priya Raman'])
      await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('heading').first()).toHaveText('Priya Raman')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('what is being typed stays when a tablet is turned', async ({ page, shop }) => {
    const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.goto(pathOf(booked))
    const note = page.getByLabel('Note')
    await note.fill('Left shoulder low.')
    for (const width of [768, 1024, 768]) {
      await page.setViewportSize({ width, height: 1000 })
      await expect(page.locator('.desk-wide')).toHaveCount(width < 900 ? 0 : 1)
      await expect(note).toHaveValue('Left shoulder low.')
    }
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('a form that was left is empty', async ({ page, shop }) => {
    await signIn(page, shop)
    const name = page.getByLabel(desk.adding.name)
    const add = page.getByRole('button', { name: desk.book })
    await add.click()
    await name.fill('Bo Diaz')
    // Pressed once more, it is the same form.
    await add.click()
    await expect(name).toHaveValue('Bo Diaz')
    await page.getByRole('button', { name: 'Next day' }).click()
    await expect(name).toHaveCount(0)
    await add.click()
    await expect(name).toHaveValue('')
  })
})
