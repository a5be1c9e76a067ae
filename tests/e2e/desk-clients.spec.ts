import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { expectAccessible } from './support/accessible.ts'
import { expect, type Owner, onPhone, onScreen, test } from './support/desk.ts'
import { getBox } from './support/page.ts'

const words = desk.client
const note = '42 R. Left shoulder ½ low. Pad it.\nSleeves 25 and 25¼.\nSoft shoulder.\nNo mohair.'

/** A client with a past and an upcoming appointment, and a namesake. */
async function openWithAaron(owner: Owner): Promise<DeskAppointment> {
  const aaron = { phone: '(214) 555-0118', email: 'aaron@whitfield.example' }
  await owner.bookAsClient('James Whitfield', '15:00')
  await owner.signIn()
  const first = await owner.bookUnseen('Aaron Whitfield', '09:00', {
    ...aaron,
    appointment_date: '2026-12-01',
  })
  await owner.ask('note_attendance', { id: first.id, attendance: 'came' })
  await owner.bookUnseen('Aaron Whitfield', '10:30', { ...aaron, kind: 'fitting', note: 'Waist out.' })
  await owner.ask('write_client_note', { id: first.id, note })
  await owner.comeBack()
  return first
}

async function worksAtTheClientsPage(page: Page, owner: Owner, first: DeskAppointment): Promise<void> {
  const heading = owner.dialog.getByRole('heading', { level: 1 })
  const lasting = owner.dialog.getByLabel(words.note)
  // A card shows it only if there's room.
  await expect(page.getByText('42 R. Left shoulder ½ low. Pad it.', { exact: true }).first()).toBeAttached()
  // From an appointment, which first shows three lines of the note.
  await owner.nameLink('Aaron Whitfield, 10:30 AM, Fitting').click()
  await expect(lasting).toHaveValue(note)
  await expect(owner.dialog.getByLabel(/^This fitting/)).toHaveValue('Waist out.')
  const height = async () => (await getBox(lasting)).height
  expect(await height()).toBeLessThanOrEqual(84)
  await expectAccessible(page)
  await owner.press(words.wholeNote)
  expect(await height()).toBeGreaterThan(84)
  await owner.dialog.getByRole('link', { name: words.visitsAnd(2) }).click()
  await expect(heading).toHaveText('Aaron Whitfield')
  await expect(owner.dialog.locator('.visit')).toContainText(['Fitting', 'Consultation'])
  await expect(owner.dialog.locator('.visit').last()).toContainText(desk.appointment.came)
  await expectAccessible(page, 'dialog')

  await lasting.fill('44 R')
  await owner.press(desk.appointment.save)
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()

  await owner.press(words.correct)
  await owner.dialog.getByLabel(desk.adding.name).fill('Aaron J. Whitfield')
  await owner.press(desk.appointment.save)
  await expect(page.getByText(words.corrected)).toBeVisible()
  await expect(heading).toHaveText('Aaron J. Whitfield')

  await owner.press(words.book)
  await expect(owner.dialog).toContainText('Aaron J. Whitfield')
  await owner.press(desk.back)
  await owner.dialog.locator('.visit').first().click()
  await expect(lasting).toHaveValue('44 R')
  await expect(owner.dialog.locator('.history')).toContainText('You corrected the name on December 1.')
  // The address of the page, as another app would link to it.
  await page.goto(`/?desk#/client/${first.id}`)
  await page.reload()
  await expect(heading).toHaveText('Aaron J. Whitfield')
}

onPhone(
  'both searches distinguish namesakes, and a client has a page with one lasting note, visits, and details',
  async ({ page, owner }) => {
    const first = await openWithAaron(owner)
    await owner.goTo('clients')
    await page.getByLabel(desk.finding.label).fill('whit')
    const matches = owner.dialog.locator('.match')
    await expect(owner.dialog.getByText(desk.finding.found(2))).toBeVisible()
    await expect(matches).toContainText(['Aaron Whitfield', 'James Whitfield'])
    await expect(matches.first()).toContainText('fitting Dec 3')
    await expect(matches.first().locator('mark')).toHaveText('Whit')
    await page.getByLabel(desk.finding.label).fill('field aar')
    await expect(matches).toHaveCount(1)
    await expectAccessible(page)

    await owner.goTo('book')
    const number = owner.dialog.getByLabel(desk.adding.phone)
    await number.fill('0118')
    await owner.dialog.getByRole('button', { name: /^Fill in Aaron Whitfield/ }).tap()
    await expect(owner.nameField).toHaveValue('Aaron Whitfield')
    await expect(number).toHaveValue('(214) 555-0118')
    await expect(matches).toHaveCount(0)
    await number.fill('')
    await owner.dialog.getByLabel(desk.adding.email).fill('')
    await owner.nameField.fill('whitf')
    await expectAccessible(page, 'dialog')
    for (const target of await owner.dialog.locator('.matches a, .matches button').all())
      expect((await getBox(target)).height).toBeGreaterThanOrEqual(44)
    await owner.dialog.getByRole('link', { name: desk.adding.openClient('James Whitfield') }).tap()
    await expect(owner.dialog.getByRole('heading', { level: 1 })).toHaveText('James Whitfield')
    await owner.goTo()
    await expect(owner.dialog).toBeHidden()

    await worksAtTheClientsPage(page, owner, first)
  },
)

onScreen(
  'a client has a page with one lasting note, visits, and details to correct, on a screen',
  async ({ page, owner }) => worksAtTheClientsPage(page, owner, await openWithAaron(owner)),
)

onPhone(
  'a taken time is rejected, for a booking with the closest ones to tap, and for a correction',
  async ({ page, owner }) => {
    await owner.openDesk('12:30')
    await owner.goTo('book?at=10:00')
    await owner.nameField.fill('Bo Diaz')
    await expect(owner.dialog.getByRole('radio', { name: '10:00\u00a0AM' })).toBeVisible()
    await owner.bookAsClient('Ann Lee', '10:00')
    await owner.press(desk.adding.book)
    const refusal = owner.dialog.getByRole('alert').last()
    await expect(refusal).toContainText('taken')
    const others = refusal.getByRole('group', { name: desk.adding.closest }).getByRole('button')
    await expect(others).toHaveText(['9:00\u00a0AM', '11:00\u00a0AM', '11:30\u00a0AM'])
    await expect(owner.button(desk.adding.bookAnyway)).toBeInViewport()
    await expect(others.first()).toBeInViewport()
    await expectAccessible(page)
    await others.nth(1).tap()
    await expect(owner.timeField).toHaveValue('11:00')
    await expect(owner.timeField).toBeFocused()
    await expect(refusal).toBeEmpty()
    await owner.press(desk.adding.book)
    await expect(page.getByText(desk.adding.booked('Bo Diaz'))).toBeVisible()

    await test.step('the owner corrects kind and length, but not onto a taken time', async () => {
      await expect(owner.dialog).toBeHidden()
      await owner.nameLink('Ann Lee').click()
      await owner.press(desk.appointment.correct)
      const length = owner.dialog.getByLabel(desk.adding.length)
      await length.fill('75')
      await owner.press(desk.appointment.save)
      await expect(owner.dialog.getByRole('alert')).toContainText('taken')
      await owner.dialog.getByRole('radio', { name: /^Fitting/ }).check()
      await expect(length).toHaveValue('45')
      await expectAccessible(page, 'dialog')
      await owner.press(desk.appointment.save)
      await expect(page.getByText(desk.appointment.corrected('Ann Lee'))).toBeVisible()
      await expect(owner.dialog).toContainText('Fitting, 45 minutes')
    })
  },
)

onPhone(
  'a closed and a full day, and one in a vacation, offer the next one with times to tap',
  async ({ page, owner }) => {
    const { id } = await owner.openDesk('12:30')
    await owner.bookUnseen('Bo Diaz', '09:00', { durationMinutes: 210 })
    await owner.bookUnseen('Cy Lee', '13:30', { durationMinutes: 240 })
    await owner.blockElsewhere('2026-12-04T00:00', '2026-12-05T00:00')
    await owner.goTo('book')
    const next = (day: string) =>
      owner.dialog.getByRole('group', { name: desk.adding.next(day) }).getByRole('button')
    await expect(next('Saturday, December 5').first()).toHaveText('9:00\u00a0AM')
    await expectAccessible(page)
    const date = owner.dialog.getByLabel(desk.adding.date)
    await date.fill('2026-12-04')
    await expect(owner.dialog.getByText(desk.adding.closed('Fair'))).toBeVisible()
    await expectAccessible(page, 'dialog')
    await next('Saturday, December 5').nth(1).tap()
    await expect(date).toHaveValue('2026-12-05')
    await expect(owner.timeField).toHaveValue('11:30')
    await expect(owner.timeField).toBeFocused()

    await test.step('booking during a vacation shows a warning and the first open day', async () => {
      await owner.blockElsewhere('2026-12-14T00:00', '2026-12-20T00:00', 'Vacation')
      const { dialog, timeField } = owner
      const isSaid = (words: string) =>
        expect(dialog.getByRole('status').filter({ hasText: words })).toBeVisible()

      // Two weeks later, which is in the vacation.
      await owner.goTo(`appointment/${id}/next`)
      await expect(date).toHaveValue('2026-12-17')
      await isSaid(`${desk.adding.closed('Vacation')}${desk.adding.canBook}`)
      await expect(dialog).toContainText('Closed: Vacation.You can still book.')
      await expect(dialog).not.toContainText('No times left')
      const first = dialog.getByRole('group', { name: desk.adding.next('Sunday, December 20') })
      await first.getByRole('button').first().tap()
      await expect(date).toHaveValue('2026-12-20')
      await expect(timeField).toHaveValue('09:00')
      await expect(dialog).not.toContainText(desk.adding.canBook)

      await timeField.fill('21:00')
      await isSaid(desk.adding.outside)
      await date.fill('2026-12-17')
      await timeField.fill('10:00')
      await owner.press(desk.adding.book)
      await expect(page.getByText(desk.adding.booked('Priya Raman'))).toBeVisible()
      await expect(owner.heading).toHaveText('Thursday, December 17')
    })
  },
)
