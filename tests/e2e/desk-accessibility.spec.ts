import type { Locator } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { deskHours } from '#copy/desk-hours.ts'
import { expectAccessible, getInvalid } from './support/accessible.ts'
import { day, expect, getPath, onScreen, phone, screen, test } from './support/desk.ts'

test('every state passes axe on a phone and a screen, and marks no empty field', async ({ page, owner }) => {
  // Each state begins with the size that the last one ended with.
  const sizes = [screen.viewport, phone.viewport]
  const passesWith = async (part: Locator) => {
    await expect(part.first()).toBeVisible()
    for (const viewport of sizes.reverse()) {
      await page.setViewportSize(viewport)
      // In a narrower window, an open dialog becomes modal, a moment later.
      await expect(page.locator('dialog:not(:modal) .notices')).toHaveCount(0)
      await expectAccessible(page)
    }
  }
  await test.step('sign-in', async () => {
    await page.goto('/?desk')
    await passesWith(owner.button(desk.wayIn.mail))
    await owner.press(desk.wayIn.mail)
    await passesWith(page.getByText(desk.wayIn.mailedTitle))
    await page.goto('about:blank')
    await page.goto('/?desk#used-up')
    await passesWith(owner.button(desk.wayIn.open))
    await owner.press(desk.wayIn.open)
    await passesWith(page.getByRole('heading', { name: desk.wayIn.usedTitle }))
    await expect(owner.button(desk.wayIn.mail)).toBeVisible()
    await page.goto('about:blank')
    await owner.signIn()
    // Browsers leave it untranslated.
    await expect(page.locator('html')).toHaveAttribute('translate', 'no')
    await passesWith(page.getByText(desk.day.noneTitle))
  })

  const priya = await owner.bookAsClient('Priya Raman', '12:30')
  const hugo = await owner.bookAsClient('Hugo Brandt', '15:00')
  const here = await owner.bookForNow('Eleanor Whitfield')
  await owner.cancel(hugo)
  await owner.ask('write_note', { id: priya.id, note: 'Left shoulder low.' })
  await owner.blockElsewhere('16:00', '18:00')
  await test.step('a day with an upcoming and a canceled appointment, and a closed time', async () => {
    await owner.goTo()
    await expect(page.getByText('Closed 4:00-6:00 PM').first()).toBeVisible()
    await passesWith(owner.label('Priya Raman'))
  })
  await test.step('a day with a client who is here, who came, and Undo', async () => {
    await owner.goTo('', here.appointment_date)
    await passesWith(owner.button(desk.appointment.came))
    await owner.press(desk.appointment.came)
    // A notice stays while the pointer is on it.
    await owner.undo.hover()
    await passesWith(owner.undo)
  })
  await test.step('the figures', async () => {
    await page.goto('/?desk#/figures')
    await passesWith(page.getByRole('table'))
  })
  const views = ['book', 'close', 'more', 'clients', 'opening', 'mails', 'download']
  for (const path of [
    ...views.map((view) => `/?desk#/day/${day.date}/${view}`),
    ...[priya, hugo, here].map(getPath),
    `${getPath(priya)}/move`,
    `${getPath(priya)}/cancel`,
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await passesWith(owner.dialog)
      expect(await getInvalid(page)).toEqual([])
      await owner.goTo()
      await expect(owner.dialog).toBeHidden()
    })
  await test.step('the hours of a day with a break, an overlap, and appointments outside them', async () => {
    await owner.goTo('opening')
    await page.getByRole('button', { name: /^Thursday, / }).click()
    const thursday = page.getByRole('group', { name: 'Thursday', exact: true })
    await owner.press(RegExp(deskHours.addLunch), thursday)
    await passesWith(page.getByRole('status').filter({ hasText: deskHours.outside(1) }))
    const lastStart = thursday.getByLabel(deskHours.lastStart).first()
    await lastStart.fill('12:45')
    await passesWith(thursday.getByRole('alert').filter({ hasText: 'overlap' }))
    await lastStart.fill('11:00')
  })
  await test.step('the saved dates', async () => {
    await owner.press(RegExp(`^${desk.dates}.`))
    await page.getByRole('checkbox', { name: /^Christmas Day/ }).check()
    const closed = deskHours.closedFrom('4:00-6:00\u00a0PM')
    const thursday = owner.button(`${day.heading}, ${deskHours.appointments(1)}, ${closed}`)
    await thursday.click()
    await passesWith(page.getByRole('radio', { name: deskHours.ownHours }))
    await page.getByRole('radio', { name: deskHours.ownHours }).check()
    await passesWith(page.getByLabel(deskHours.lastStart))
    await page.getByRole('radio', { name: deskHours.asUsual }).check()
    await owner.saveHours()
  })
  await test.step('the question before deleting a client’s data', async () => {
    await owner.goTo('clients')
    await page.getByLabel(desk.finding.label).fill('priya')
    await owner.dialog.getByRole('link', { name: /Priya Raman/ }).click()
    await owner.press(desk.client.correct)
    await passesWith(page.getByRole('heading', { name: desk.client.correct }))
    await owner.press(desk.back)
    await owner.press(desk.finding.forget, owner.dialog)
    await passesWith(page.getByRole('heading', { name: desk.finding.forgetTitle('Priya Raman') }))
  })
  await test.step('no connection', async () => {
    await owner.goTo('book')
    await owner.nameField.fill('Dani')
    await page.getByRole('radio', { name: '2:00 PM', exact: true }).click()
    await page.context().setOffline(true)
    await owner.press(desk.adding.book)
    await passesWith(owner.dialog.getByRole('alert').filter({ hasText: desk.errors.unreachable }))
    await owner.press(desk.back)
    await passesWith(page.locator('.band').filter({ hasText: 'No connection since' }))
  })
})

onScreen('the focus returns from a dialog, and moves on from a removed element', async ({ page, owner }) => {
  await owner.openDesk()
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('main')).toBeFocused()
  await owner.nameLink().press('Enter')
  await expect(page.getByRole('dialog', { name: 'Priya Raman' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(owner.dialog).toBeHidden()
  await expect(owner.nameLink()).toBeFocused()

  const goesOn = async () => {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.matches('body, .skip'))).toBe(false)
  }
  // The open time that opened the dialog is booked.
  await owner.button('Open, 1:30-6:00 PM').press('Enter')
  await owner.nameField.fill('Dani Okoro')
  await page.keyboard.press('Enter')
  await expect(owner.dialog).toBeHidden()
  await goesOn()

  await owner.blockElsewhere('16:00', '18:00')
  const reopen = owner.button(desk.day.reopen)
  await reopen.press('Enter')
  await expect(reopen).toHaveCount(0)
  await goesOn()

  await owner.button('Fri 4').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Friday, December 4' })).toBeFocused()
})

const withForcedColors = onScreen.extend({
  contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
})

withForcedColors('edges and outlines show every state, and nothing moves', async ({ page, owner }) => {
  const priya = await owner.openDesk()
  await owner.blockElsewhere('16:00', '18:00')
  await page.goto(getPath(priya))
  await expect(owner.dialog).toBeVisible()
  const column = page.locator('.day-column')
  await expect(column.locator('.closed')).toHaveCSS('border-style', 'double')
  await expect(column.locator('.label-chosen .label-cloth')).toHaveCSS('outline-width', '3px')
  await expect(column.locator('.label-cloth')).toHaveCSS('border-style', 'solid')
  await expect(owner.dialog).toHaveCSS('animation-name', 'none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(owner.dialog).toHaveCSS('animation-name', 'rise')

  // The ring of a pressed button is inside it, and the focus ring is around it.
  await owner.press(desk.close)
  const wholeDays = page.getByRole('radio', { name: desk.closing.wholeDays })
  const choice = page.locator('.choice').filter({ has: wholeDays })
  await wholeDays.check()
  await page.getByLabel('Reason').focus()
  await expect(choice).toHaveCSS('outline-offset', '-3px')
  await page.keyboard.press('Shift+Tab')
})
