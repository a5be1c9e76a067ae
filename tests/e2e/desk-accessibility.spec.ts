import { expectAccessible } from './support/accessible.ts'
import { bookAsClient, day, expect, pathOf, phone, screen, signIn, test } from './support/desk.ts'

const views = ['book', 'close', 'clients', 'opening', 'mails', 'download', 'appointment', 'move', 'cancel']

for (const [where, use] of Object.entries({ phone, screen })) {
  test.describe(`on a ${where}, nothing bars the way`, () => {
    test.use(use)

    test('in', async ({ page }) => {
      await page.goto('/?desk')
      await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
      await expectAccessible(page)
    })

    test('to the day', async ({ page, shop }) => {
      await bookAsClient(shop, 'Priya Raman', '12:30')
      await signIn(page, shop)
      await expect(page.getByRole('heading', { level: 1, name: day.heading })).toBeVisible()
      await expectAccessible(page)
    })

    test('to the figures', async ({ page, shop }) => {
      await bookAsClient(shop, 'Priya Raman', '12:30')
      await signIn(page, shop)
      await page.goto('/?desk#/figures')
      await expect(page.getByRole('table').first()).toBeVisible()
      await expectAccessible(page)
    })

    for (const view of views) {
      test(`to the sheet '${view}'`, async ({ page, shop }) => {
        const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
        await signIn(page, shop)
        const paths = {
          appointment: pathOf(booked),
          move: `${pathOf(booked)}/move`,
          cancel: `${pathOf(booked)}/cancel`,
        }
        await page.goto(paths[view as keyof typeof paths] ?? `/?desk#/day/${day.date}/${view}`)
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessible(page)
      })
    }
  })
}

test.describe('by keyboard', () => {
  test.use(screen)

  test('an appointment is opened, closed with Escape, and the focus is where it was', async ({
    page,
    shop,
  }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const name = page.getByRole('link', { name: 'Priya Raman', exact: true })
    await name.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Priya Raman' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(name).toBeFocused()
  })
})
