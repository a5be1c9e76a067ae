import { expectAccessible } from './support/accessible.ts'
import { bookAsClient, day, expect, pathOf, phone, screen, signIn, test } from './support/desk.ts'

const views = ['book', 'close', 'clients', 'opening', 'mails', 'download']

for (const [where, use] of Object.entries({ phone, screen })) {
  test.describe(`on a ${where}, nothing bars the way`, () => {
    test.use(use)

    test('in', async ({ page }) => {
      await page.goto('/?desk')
      await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
      await expectAccessible(page)
    })

    test('to the day, the figures and each sheet', async ({ page, shop }) => {
      const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
      const dialog = page.getByRole('dialog')
      const dayPath = `/?desk#/day/${day.date}`
      const appointment = pathOf(booked)
      const ofAppointment = { appointment, move: `${appointment}/move`, cancel: `${appointment}/cancel` }
      const sheets = {
        ...Object.fromEntries(views.map((view) => [view, `${dayPath}/${view}`])),
        ...ofAppointment,
      }
      await signIn(page, shop)
      await expect(page.getByRole('heading', { level: 1, name: day.heading })).toBeVisible()
      await expectAccessible(page)
      for (const [view, path] of Object.entries(sheets)) {
        await test.step(view, async () => {
          await page.goto(path)
          await expect(dialog).toBeVisible()
          await expectAccessible(page)
          await page.goto(dayPath)
          await expect(dialog).toBeHidden()
        })
      }
      await page.goto('/?desk#/figures')
      await expect(page.getByRole('table').first()).toBeVisible()
      await expectAccessible(page)
    })
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
