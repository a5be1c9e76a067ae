import { desk } from '../../copy/desk.ts'
import { deskHours } from '../../copy/desk-hours.ts'
import { expectAccessible, toldInvalid } from './support/accessible.ts'
import {
  askAsOwner,
  bookAsClient,
  bookForNow,
  day,
  expect,
  label,
  pathOf,
  phone,
  screen,
  signIn,
  test,
} from './support/desk.ts'

for (const [where, use] of Object.entries({ phone, screen })) {
  test.describe(`on a ${where}`, () => {
    test.use(use)

    test('nothing bars the way, in any state', async ({ page, shop }) => {
      const dialog = page.getByRole('dialog')
      await test.step('in', async () => {
        await page.goto('/?desk')
        await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: desk.wayIn.mail }).click()
        await expect(page.getByText(desk.wayIn.mailedTitle)).toBeVisible()
        await expectAccessible(page)
        await page.goto('about:blank')
        await page.goto('/?desk#used-up')
        await expect(page.getByRole('button', { name: desk.wayIn.open })).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: desk.wayIn.open }).click()
        await expect(page.getByRole('heading', { name: desk.wayIn.usedTitle })).toBeVisible()
        await expectAccessible(page)
        await page.goto('about:blank')
        await page.goto(shop.deskLink.replace(/^.*(?=\/\?desk)/, ''))
        await page.getByRole('button', { name: desk.wayIn.open }).click()
        await expect(page.getByText(desk.day.noneTitle)).toBeVisible()
        await expectAccessible(page)
      })

      const priya = await bookAsClient(shop, 'Priya Raman', '12:30')
      const hugo = await bookAsClient(shop, 'Hugo Brandt', '15:00')
      const here = await bookForNow(page, 'Eleanor Whitfield')
      await askAsOwner(page, 'cancel_appointment', { id: hugo.id, sequence: 0 })
      await askAsOwner(page, 'write_note', { id: priya.id, note: 'Left shoulder low.' })
      const fair = { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: 'Fair' }
      await askAsOwner(page, 'close_time', fair)

      await test.step('to the day: one ahead, one cancelled, a closed time', async () => {
        await page.goto(`/?desk#/day/${day.date}`)
        await expect(page.getByText('Closed 4:00-6:00 PM').first()).toBeVisible()
        await expect(label(page, 'Priya Raman')).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('to the day: one who is here, who came, and the way back', async () => {
        await page.goto(`/?desk#/day/${here.appointment_date}`)
        await expect(page.getByRole('button', { name: 'Came' })).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Came' }).click()
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('to the figures', async () => {
        await page.goto('/?desk#/figures')
        await expect(page.getByRole('table').first()).toBeVisible()
        await expectAccessible(page)
      })
      const ofDay = (view: string) => `/?desk#/day/${day.date}/${view}`
      const sheets = {
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
      for (const [sheet, path] of Object.entries(sheets)) {
        await test.step(`to the sheet '${sheet}'`, async () => {
          await page.goto(path)
          await expect(dialog).toBeVisible()
          await expectAccessible(page)
          expect(await toldInvalid(page)).toEqual([])
          await page.goto(`/?desk#/day/${day.date}`)
          await expect(dialog).toBeHidden()
        })
      }
      await test.step('to the hours of a day: a break, hours that overlap, appointments outside', async () => {
        await page.goto(ofDay('opening'))
        await page.getByRole('button', { name: /^Thursday, / }).click()
        const thursday = page.getByRole('group', { name: 'Thursday', exact: true })
        await thursday.getByRole('button', { name: deskHours.addLunch }).click()
        await expect(page.getByRole('status').filter({ hasText: deskHours.outside(1) })).toBeVisible()
        await expectAccessible(page)
        await thursday.getByLabel(deskHours.lastStart).first().fill('12:45')
        await expect(thursday.getByRole('alert').filter({ hasText: 'overlap' })).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('to the holidays and closed dates', async () => {
        await page.getByRole('button', { name: desk.closedDates }).click()
        await page.getByRole('checkbox', { name: /^Christmas Day/ }).check()
        await page.getByRole('button', { name: 'Thursday, December 3, 1 appointment', exact: true }).click()
        await expectAccessible(page)
        await page.goto(`/?desk#/day/${day.date}`)
        await expect(dialog).toBeHidden()
      })
      await test.step('past the question whether to forget', async () => {
        await page.goto(ofDay('clients'))
        await page.getByLabel(desk.finding.label).fill('priya')
        await dialog.getByText('Priya Raman', { exact: true }).click()
        await expectAccessible(page)
        await dialog.getByRole('button', { name: desk.finding.forget }).click()
        await expect(
          page.getByRole('heading', { name: desk.finding.forgetTitle('Priya Raman') }),
        ).toBeVisible()
        await expectAccessible(page)
      })
      await test.step('past a line that is away', async () => {
        await page.goto(ofDay('book'))
        await page.getByLabel(desk.adding.name).fill('Dani')
        await page.getByRole('radio', { name: '2:00 PM', exact: true }).click()
        await page.context().setOffline(true)
        await page.getByRole('button', { name: 'Book', exact: true }).click()
        await expect(dialog.getByRole('alert').filter({ hasText: desk.faults.unreachable })).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Back' }).click()
        await expect(page.locator('.band')).toContainText('No connection since')
        await expectAccessible(page)
      })
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

  test('the keyboard goes on from what is gone, and not from the top of the page', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()

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

    await askAsOwner(page, 'close_time', { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: '' })
    await page.getByRole('button', { name: 'Reopen' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0)
    await goesOn()

    await page.getByRole('button', { name: 'Fri 4', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Friday, December 4' })).toBeFocused()
  })
})

test.describe('in forced colours and with reduced motion', () => {
  test.use({ ...screen, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

  test('every state is told by its edges and words, and nothing moves', async ({ page, shop }) => {
    const priya = await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    const fair = { from: `${day.date}T16:00`, to: `${day.date}T18:00`, reason: 'Fair' }
    await expect(page.getByRole('link', { name: 'Priya Raman', exact: true })).toBeVisible()
    await askAsOwner(page, 'close_time', fair)
    await page.goto(pathOf(priya))
    await expect(page.getByRole('dialog')).toBeVisible()
    const column = page.locator('.day-column')
    await expect(column.locator('.closed')).toHaveCSS('border-style', 'double')
    await expect(column.locator('.label-chosen .label-cloth')).toHaveCSS('outline-width', '3px')
    await expect(column.locator('.label-cloth')).toHaveCSS('border-style', 'solid')

    const animation = () =>
      page.getByRole('dialog').evaluate((sheet) => getComputedStyle(sheet).animationName)
    expect(await animation()).toBe('none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await animation()).toBe('rise')

    // The ring of what is chosen lies within, that of the focus around.
    await page.getByRole('button', { name: desk.close }).click()
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
