import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { deskHours } from '#copy/desk-hours.ts'
import { day, expect, getPath, hold, loseAnswer, phone, test } from './support/desk.ts'
import { inMotion } from './support/test.ts'

test.use({ ...phone, ...inMotion })

const { changed, expected, unanswered } = desk.errors

/** A notice says so, without a change's check mark. */
async function expectError(page: Page, message: string) {
  await expect(page.getByRole('status').getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByRole('status').locator('.done')).toBeHidden()
}

const withClock = test.extend({ stoppableClock: true })

withClock('a note keeps what was typed after saving or undoing', async ({ page, owner, context }) => {
  const saved = page.getByText(desk.appointment.noteSaved)
  const save = async () => {
    await owner.note.fill('Left shoulder low.')
    await owner.press(desk.appointment.save)
  }
  await owner.openDesk()
  await owner.nameLink().click()
  await test.step('more typing while it’s saving', async () => {
    const answer = await hold(page, '**/rpc/write_note')
    await save()
    await owner.note.fill('Brings her shoes.')
    answer()
    await expect(saved).toBeVisible()
    await expect(owner.note).toHaveValue('Brings her shoes.')
    await owner.press(desk.appointment.save)
    await expect(owner.button(desk.appointment.save)).toHaveCount(0)
    await page.unroute('**/rpc/write_note')
    await page.clock.fastForward(30_000)
    await expect(saved).toBeHidden()
  })
  await test.step('undoing without a connection', async () => {
    await save()
    await context.setOffline(true)
    await owner.undo.click()
    await expect(owner.note).toHaveValue('Brings her shoes.')
    await expect(owner.dialog.getByText(desk.notes.goesOut)).toBeVisible()
    await context.setOffline(false)
    await expect(owner.dialog.getByText(desk.notes.goesOut)).toBeHidden()
    await expect(owner.note).toHaveValue('Brings her shoes.')
  })
})

test('‘Came’ is shown as unsent only when it is, and a walk-in sent twice is booked once', async ({
  page,
  shop,
  owner,
}) => {
  await owner.signIn()
  const here = await owner.bookForNow('Bo Diaz')
  await owner.goTo('', here.appointment_date)
  const again = owner.button(desk.sendAgain)
  const noted = owner.dialog.locator('.noted')
  await test.step('a lost response', async () => {
    await page.route('**/rpc/note_attendance', loseAnswer)
    await owner.press('Came', owner.label('Bo Diaz'))
    await expect(owner.label('Bo Diaz').locator('.noted')).toHaveText('Came')
    await page.goto(getPath(here))
    await expect(noted).toHaveText('Came')
    await expect(again).toHaveCount(0)
    await page.unroute('**/rpc/note_attendance')
    await owner.press(desk.undo, owner.dialog)
    await expect(noted).toHaveCount(0)
    await owner.press(desk.undo, page.getByRole('status'))
    await expect(noted).toHaveText('Came')
    await owner.press(desk.undo, owner.dialog)
    await owner.leave()
  })
  await test.step('a rejection, as on a phone whose clock is fast, and a cancellation after it', async () => {
    const fastByMs = 40 * 60_000
    shop.goAhead(-fastByMs)
    await owner.press('Came', owner.label('Bo Diaz'))
    await expectError(page, 'You can mark attendance once the appointment starts.')
    await expect(again).toBeVisible()
    shop.goAhead(fastByMs)
    await owner.abort('agenda*')
    await owner.cancel(here)
    await again.click()
    await expectError(page, 'Bo Diaz’s appointment has since been canceled.')
    await expect(again).toHaveCount(0)
    await page.unroute('**/rpc/agenda*')
  })
  await test.step('a failure, until the appointment is canceled', async () => {
    const second = await owner.bookForNow('Ann Lee')
    await owner.abort('note_attendance')
    await owner.press('Came', owner.label('Ann Lee'))
    await expect(again).toBeVisible()
    await owner.changeElsewhere('cancel_appointment', { id: second.id, sequence: 0 })
    await expect(owner.label('Ann Lee')).toContainText(desk.day.cancelledByYou)
    await expect(again).toHaveCount(0)
  })

  await test.step('a walk-in is booked once no matter how often it’s sent, and keeps its note', async () => {
    await owner.changeElsewhere('set_opening', { capacity: 4 })
    const booked = page.getByRole('listitem').filter({ hasText: 'Walk-in' })
    const enter = async (name: string) => {
      await owner.goTo('book?at=10:00')
      await owner.nameField.fill(name)
    }
    await page.route('**/rpc/book_for_client', loseAnswer)
    await enter('Walk-in')
    await owner.press('Book')
    await expect(owner.dialog.getByRole('alert').getByText(unanswered)).toBeVisible()
    await page.unroute('**/rpc/book_for_client')
    await owner.press('Book')
    await expect(owner.dialog).toBeHidden()
    await expect(booked).toHaveCount(1)
    // A second one with that name is a second entry.
    await enter('Walk-in')
    await owner.press('Book')
    await expect(booked).toHaveCount(2)

    const number = '(214) 555-0143'
    await owner.bookElsewhere('Bo Diaz', '10:00', { phone: number, note: 'Tall.' })
    await enter('Bo Diaz')
    await page.getByLabel(desk.adding.phone).fill(number)
    await owner.note.fill('Left shoulder low.')
    await owner.press('Book')
    await expect(page.getByText(desk.appointment.noteNow('Tall.'))).toBeVisible()
  })
})

test('a late response leaves a newer view alone, and a move by another desk gets a question', async ({
  page,
  owner,
}) => {
  const { id } = await owner.openDesk()
  const book = async (full_name: string, time: string) => {
    await owner.press(desk.book)
    await owner.nameField.fill(full_name)
    await owner.timeField.fill(time)
    await owner.press('Book')
    await owner.leave()
  }
  await test.step('a saved booking and saved hours', async () => {
    const answerBooking = await hold(page, '**/rpc/book_for_client')
    await book('Bo Diaz', '15:00')
    const answerHours = await hold(page, '**/rpc/set_opening')
    await owner.press(desk.more)
    await owner.press(desk.opening)
    await page.getByLabel(deskHours.capacity).fill('2')
    await owner.press('Save')
    await owner.press('Back')
    await expect(page.getByRole('dialog', { name: desk.more })).toBeVisible()
    await owner.leave()
    await owner.nameLink().click()
    await owner.note.fill('Left shoulder low.')
    for (const [answer, done] of [
      [answerBooking, desk.adding.booked('Bo Diaz')],
      [answerHours, deskHours.saved],
    ] as const) {
      // By the next answer, the browser would have gone back.
      const asked = page.waitForResponse('**/rpc/agenda?*')
      answer()
      await expect(page.getByText(done)).toBeVisible()
      await asked
      await expect(owner.note).toHaveValue('Left shoulder low.')
    }
    await owner.leave()
  })
  await test.step('a failed booking', async () => {
    const fail = await hold(page, '**/rpc/book_for_client', (route) => route.abort())
    await book('Ida Kern', '10:45')
    await owner.press(desk.book)
    await expect(owner.nameField).toHaveValue('')
    await owner.nameField.fill('Ann Lee')
    fail()
    await expectError(page, unanswered)
    await expect(owner.nameField).toHaveValue('Ann Lee')
    await expect(owner.dialog.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  })

  const path = `/?desk#/day/${day.date}/appointment/${id}`
  await owner.leave()
  await page.unroute('**/rpc/book_for_client')
  const alert = owner.dialog.getByRole('alert')
  const moveElsewhere = (sequence: number) =>
    owner.ask('move_appointment', {
      id,
      sequence,
      appointment_date: '2026-12-10',
      appointment_time: '15:00',
    })
  const expectChanged = () =>
    expect(alert.filter({ hasText: changed })).toContainText(`December 10 at 3:00 PM, ${expected}`)
  await test.step('before a move, if this desk hadn’t seen it', async () => {
    await page.goto(`${path}/move`)
    await owner.timeField.fill('16:30')
    await owner.abort('agenda?*')
    await moveElsewhere(0)
    await owner.press(desk.appointment.move, owner.dialog)
    await page.unroute('**/rpc/agenda?*')
    await expectChanged()
    await expect(owner.timeField).toHaveValue('16:30')
    // The owner has seen the change, even if something else then fails.
    await owner.abort('move_appointment')
    await owner.press(desk.appointment.move, owner.dialog)
    await expect(alert.filter({ hasText: unanswered })).toBeVisible()
    await page.unroute('**/rpc/move_appointment')
    await owner.press(desk.appointment.move, owner.dialog)
    await expect(page.getByText(desk.moving.moved('Priya Raman'))).toBeVisible()
  })
  await test.step('before a cancellation, also if this desk shows it', async () => {
    await page.goto(`${path}/cancel`)
    const message = page.getByLabel(desk.cancelling.message)
    await message.fill('The shears are blunt.')
    await moveElsewhere(2)
    await owner.comeBack()
    await expect(owner.dialog).toContainText('Thursday, December 10')
    await owner.press(desk.appointment.cancel, owner.dialog)
    await expectChanged()
    await expect(message).toHaveValue('The shears are blunt.')
    await owner.press(desk.appointment.cancel, owner.dialog)
    await expect(page.getByText(desk.cancelling.cancelled('Priya Raman'))).toBeVisible()
  })
})
