import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import { expectAccessible, toldInvalid } from './support/accessible.ts'
import {
  bookAsClient,
  day,
  deskLink,
  goTo,
  label,
  openDesk,
  pathOf,
  phone,
  press,
  saveHours,
  screen,
} from './support/desk.ts'
import { askAsOwner, bookForNow, changeElsewhere } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

for (const [where, use] of Object.entries({ phone, screen })) {
  test.describe(`on a ${where}`, () => {
    test.use(use)

    test('every state passes axe, and marks no empty field as invalid', async ({ page, shop }) => {
      const dialog = page.getByRole('dialog')
      await test.step('sign-in', async () => {
        await page.goto('/?desk')
        await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
        await expectAccessible(page)
        await press(page, desk.wayIn.mail)
        await expect(page.getByText(desk.wayIn.mailedTitle)).toBeVisible()
        await expectAccessible(page)
        await page.goto('about:blank')
        await page.goto('/?desk#used-up')
        await expect(page.getByRole('button', { name: desk.wayIn.open })).toBeVisible()
        await expectAccessible(page)
        await press(page, desk.wayIn.open)
        await expect(page.getByRole('heading', { name: desk.wayIn.usedTitle })).toBeVisible()
        await expectAccessible(page)
        await page.goto('about:blank')
        await page.goto(deskLink(shop))
        await press(page, desk.wayIn.open)
        await expect(page.getByText(desk.day.noneTitle)).toBeVisible()
        await expectAccessible(page)
      })

      const priya = await bookAsClient(shop, 'Priya Raman', '12:30')
      const hugo = await bookAsClient(shop, 'Hugo Brandt', '15:00')
      const here = await bookForNow(page, 'Eleanor Whitfield')
      await askAsOwner(page, 'cancel_appointment', { id: hugo.id, sequence: 0 })
      await askAsOwner(page, 'write_note', { id: priya.id, note: 'Left shoulder low.' })
      const fair = { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: 'Fair' }
      await changeElsewhere(page, 'close_time', fair)

      await test.step('a day with an upcoming and a canceled appointment, and a blocked time', async () => {
        await goTo(page)
        await expect(page.getByText('Closed 4:00-6:00 PM').first()).toBeVisible()
        await expect(label(page, 'Priya Raman')).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('a day with a client who is here, who came, and Undo', async () => {
        await goTo(page, '', here.appointment_date)
        await expect(page.getByRole('button', { name: 'Came' })).toBeVisible()
        await expectAccessible(page)
        await press(page, 'Came')
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('the figures', async () => {
        await page.goto('/?desk#/figures')
        await expect(page.getByRole('table').first()).toBeVisible()
        await expectAccessible(page)
      })
      const ofDay = (view: string) => `/?desk#/day/${day.date}/${view}`
      const dialogs = {
        book: ofDay('book'),
        close: ofDay('close'),
        more: ofDay('more'),
        clients: ofDay('clients'),
        opening: ofDay('opening'),
        mails: ofDay('mails'),
        download: ofDay('download'),
        appointment: pathOf(priya),
        'cancelled appointment': pathOf(hugo),
        'noted appointment': pathOf(here),
        move: `${pathOf(priya)}/move`,
        cancel: `${pathOf(priya)}/cancel`,
      }
      for (const [name, path] of Object.entries(dialogs)) {
        await test.step(name, async () => {
          await page.goto(path)
          await expect(dialog).toBeVisible()
          await expectAccessible(page)
          expect(await toldInvalid(page)).toEqual([])
          await goTo(page)
          await expect(dialog).toBeHidden()
        })
      }
      await test.step('the hours of a day with a break, an overlap, and appointments outside them', async () => {
        await goTo(page, 'opening')
        await page.getByRole('button', { name: /^Thursday, / }).click()
        const thursday = page.getByRole('group', { name: 'Thursday', exact: true })
        await press(thursday, RegExp(deskHours.addLunch))
        await expect(page.getByRole('status').filter({ hasText: deskHours.outside(1) })).toBeVisible()
        await expectAccessible(page)
        await thursday.getByLabel(deskHours.lastStart).first().fill('12:45')
        await expect(thursday.getByRole('alert').filter({ hasText: 'overlap' })).toBeVisible()
        await expectAccessible(page)
        await thursday.getByLabel(deskHours.lastStart).first().fill('11:00')
      })
      await test.step('the holidays and closed dates, which are saved', async () => {
        await press(page, RegExp(desk.closedDates))
        await page.getByRole('checkbox', { name: /^Christmas Day/ }).check()
        const thursday = 'Thursday, December 3, 1 appointment'
        await press(page, thursday)
        await expectAccessible(page)
        await press(page, thursday)
        await saveHours(page)
      })
      await test.step('the question before a client’s data is deleted', async () => {
        await goTo(page, 'clients')
        await page.getByLabel(desk.finding.label).fill('priya')
        await dialog.getByText('Priya Raman', { exact: true }).click()
        await expectAccessible(page)
        await press(dialog, desk.finding.forget)
        await expect(
          page.getByRole('heading', { name: desk.finding.forgetTitle('Priya Raman') }),
        ).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('no connection', async () => {
        await goTo(page, 'book')
        await page.getByLabel(desk.adding.name).fill('Dani')
        await page.getByRole('radio', { name: '2:00 PM', exact: true }).click()
        await page.context().setOffline(true)
        await press(page, 'Book')
        await expect(dialog.getByRole('alert').filter({ hasText: desk.faults.unreachable })).toBeVisible()
        await expectAccessible(page)
        await press(page, 'Back')
        await expect(page.locator('.band')).toContainText('No connection since')
        await expectAccessible(page)
      })
    })
  })
}

test.describe('by keyboard', () => {
  test.use(screen)

  test('the focus returns from a dialog, and goes on from what is gone', async ({ page, shop }) => {
    await openDesk(page, shop)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    const name = page.getByRole('link', { name: 'Priya Raman', exact: true })
    await name.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Priya Raman' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(name).toBeFocused()

    // The open time that opened the dialog is booked.
    await page.getByRole('button', { name: 'Open, 1:30-6:00 PM' }).press('Enter')
    await page.getByLabel(desk.adding.name).fill('Dani Okoro')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    const goesOn = async () => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.matches('body, .skip'))).toBe(false)
    }
    await goesOn()

    const evening = { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: '' }
    await changeElsewhere(page, 'close_time', evening)
    await page.getByRole('button', { name: 'Reopen' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0)
    await goesOn()

    await page.getByRole('button', { name: 'Fri 4', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Friday, December 4' })).toBeFocused()
  })
})

test.describe('with forced colors and reduced motion', () => {
  test.use({ ...screen, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

  test('edges and outlines show every state, and nothing moves', async ({ page, shop }) => {
    const priya = await openDesk(page, shop)
    const fair = { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: 'Fair' }
    await changeElsewhere(page, 'close_time', fair)
    await page.goto(pathOf(priya))
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const column = page.locator('.day-column')
    await expect(column.locator('.closed')).toHaveCSS('border-style', 'double')
    await expect(column.locator('.label-chosen .label-cloth')).toHaveCSS('outline-width', '3px')
    await expect(column.locator('.label-cloth')).toHaveCSS('border-style', 'solid')
    await expect(dialog).toHaveCSS('animation-name', 'none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(dialog).toHaveCSS('animation-name', 'rise')

    // The ring of a pressed button is inside it, that of the focus around it.
    await press(page, desk.close)
    const wholeDay = page.getByRole('button', { name: desk.closing.wholeDay })
    await wholeDay.click()
    await page.getByLabel('Reason').focus()
    await expect(wholeDay).toHaveCSS('outline-offset', '-3px')
    await wholeDay.focus()
    await page.keyboard.press('Space')
    await expect(wholeDay).toHaveAttribute('aria-pressed', 'true')
    await expect(wholeDay).toHaveCSS('outline-offset', '3px')
  })
})
