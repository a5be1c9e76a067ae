import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { goTo, label, openDesk, pathOf, phone, press, signIn } from './support/desk.ts'
import { abort, askAsOwner, bookForNow, changeElsewhere, hold, loseAnswer } from './support/desk-server.ts'
import { expect, type TestShop, test } from './support/test.ts'

test.use(phone)

const { unreachable, unanswered } = desk.faults

/** A notice says so, without the mark of a change that was made. */
async function expectError(page: Page, message: string) {
  await expect(page.getByRole('status').getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByRole('status').locator('.done')).toBeHidden()
}

async function leave(page: Page): Promise<void> {
  await press(page, 'Back')
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function openPriya(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
}

const undoOf = (page: Page) => page.getByRole('button', { name: desk.undo, exact: true })

test('a note that fails after its dialog closed can be sent again', async ({ page, shop }) => {
  const note = page.getByLabel('Note')
  const undo = undoOf(page)
  const save = async () => {
    await note.fill('Left shoulder low.')
    await press(page, 'Save')
    await leave(page)
  }
  await openDesk(page, shop)
  await openPriya(page)
  const fail = await hold(page, '**/rpc/write_note', (route) => route.abort())
  await save()
  fail()
  await expectError(page, unanswered)
  await page.unroute('**/rpc/write_note')
  await openPriya(page)
  await expect(note).toHaveValue('Left shoulder low.')
  await press(page, desk.sendAgain)
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await undo.click()
  await expect(note).toHaveValue('')

  await save()
  await undo.click()
  await expect(undo).toBeHidden()
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await expect(label(page, 'Priya Raman')).not.toContainText('Left shoulder low.')
  await openPriya(page)
  await save()
  await expect(undo).toBeVisible()
  await page.context().setOffline(true)
  await undo.click()
  await expectError(page, unreachable)
})

test('a booking that fails after its form closed leaves the next form alone', async ({ page, shop }) => {
  await openDesk(page, shop)
  const fail = await hold(page, '**/rpc/book_for_client', (route) => route.abort())
  const name = page.getByLabel(desk.adding.name)
  await press(page, desk.book)
  await name.fill('Bo Diaz')
  await page.getByLabel(desk.adding.time, { exact: true }).fill('10:45')
  await press(page, 'Book')
  await press(page, 'Back')
  await press(page, desk.book)
  await expect(name).toHaveValue('')
  await name.fill('Ann Lee')
  fail()
  await expectError(page, unanswered)
  await expect(name).toHaveValue('Ann Lee')
  await expect(page.getByRole('dialog').getByRole('alert')).toBeEmpty()
})

test.describe('‘Came’', () => {
  /** A client who is here now, on the open day. */
  async function openHere(page: Page, shop: TestShop) {
    await signIn(page, shop)
    const here = await bookForNow(page, 'Bo Diaz')
    await goTo(page, '', here.appointment_date)
    return here
  }

  test('is not called unsent when only its answer was lost', async ({ page, shop }) => {
    const here = await openHere(page, shop)
    const again = page.getByRole('button', { name: desk.sendAgain })
    await page.route('**/rpc/note_attendance', loseAnswer)
    await press(label(page, 'Bo Diaz'), 'Came')
    await expect(label(page, 'Bo Diaz').locator('.noted')).toHaveText('Came')
    await expect(again).toHaveCount(0)
    await page.goto(pathOf(here))
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('.noted')).toHaveText('Came')
    await expect(again).toHaveCount(0)
    await page.unroute('**/rpc/note_attendance')
    await press(dialog, desk.undo)
    await expect(dialog.locator('.noted')).toHaveCount(0)
    await press(page.getByRole('status'), desk.undo)
    await expect(dialog.locator('.noted')).toHaveText('Came')
  })

  test('says why it is rejected, and can’t be sent after a cancellation', async ({ page, shop }) => {
    const { id } = await openHere(page, shop)
    const visit = label(page, 'Bo Diaz')
    const again = page.getByRole('button', { name: desk.sendAgain })
    // As on a phone whose clock is fast.
    const fastByMs = 40 * 60_000
    shop.goAhead(-fastByMs)
    await press(visit, 'Came')
    await expectError(page, 'You can mark attendance once the appointment starts.')
    await expect(again).toBeVisible()
    shop.goAhead(fastByMs)
    await abort(page, 'agenda*')
    await askAsOwner(page, 'cancel_appointment', { id, sequence: 0 })
    await again.click()
    await expectError(page, 'Bo Diaz’s appointment has since been canceled.')
    await expect(again).toHaveCount(0)

    await page.unroute('**/rpc/agenda*')
    const second = await bookForNow(page, 'Ann Lee')
    await abort(page, 'note_attendance')
    await press(label(page, 'Ann Lee'), 'Came')
    await expect(again).toBeVisible()
    await changeElsewhere(page, 'cancel_appointment', { id: second.id, sequence: 0 })
    await expect(label(page, 'Ann Lee')).toContainText(desk.day.cancelledByYou)
    await expect(again).toHaveCount(0)
  })
})

test.describe('later', () => {
  test.use({ stoppableClock: true })

  test('a note that failed is still there, however long the connection was lost', async ({ page, shop }) => {
    const { id } = await openDesk(page, shop)
    await openPriya(page)
    await abort(page, 'write_note')
    await page.getByLabel('Note').fill('Left shoulder low.')
    await press(page, 'Save')
    await expect(page.getByText(unanswered).first()).toBeVisible()
    await leave(page)
    // In one jump, so no session expires, and no call is on its way as the next minute begins.
    await page.clock.fastForward(10 * 60_000)
    // Another desk's note isn't overwritten unseen.
    await page.unroute('**/rpc/write_note')
    await changeElsewhere(page, 'write_note', { id, note: 'Brings her sister.' })
    await expect(label(page, 'Priya Raman')).toContainText('Brings her sister.')
    await openPriya(page)
    await expect(page.getByLabel('Note')).toHaveValue('Left shoulder low.')
    await press(page, desk.sendAgain)
    await expect(page.getByText(desk.appointment.noteNow('Brings her sister.'))).toBeVisible()
  })
})

test('another desk’s note is shown, and overwritten only on a second try', async ({ page, shop }) => {
  const { id } = await openDesk(page, shop)
  await openPriya(page)
  const note = page.getByLabel('Note')
  await note.fill('Left shoulder low.')
  const fetched = page.waitForResponse(
    (answer) => answer.url().includes('/agenda?') && answer.status() === 200,
  )
  await changeElsewhere(page, 'write_note', { id, note: 'Brings her sister.' })
  await fetched
  await press(page, 'Save')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert').filter({ hasText: desk.faults.changed })).toBeVisible()
  await expect(dialog.getByText(desk.appointment.noteNow('Brings her sister.'))).toBeVisible()
  await expect(note).toHaveValue('Left shoulder low.')
  await press(page, desk.sendAgain)
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await undoOf(page).click()
  await expect(note).toHaveValue('Brings her sister.')
})

test('a walk-in is booked once however often it is sent, and keeps its note', async ({ page, shop }) => {
  await signIn(page, shop)
  await changeElsewhere(page, 'set_opening', { capacity: 2 })
  const dialog = page.getByRole('dialog')
  const booked = page.getByRole('listitem').filter({ hasText: 'Walk-in' })
  async function enter(name: string) {
    await goTo(page, 'book?at=10:00')
    await page.getByLabel(desk.adding.name).fill(name)
  }
  await page.route('**/rpc/book_for_client', loseAnswer)
  await enter('Walk-in')
  await press(page, 'Book')
  await expect(dialog.getByRole('alert').getByText(unanswered)).toBeVisible()
  await page.unroute('**/rpc/book_for_client')
  await press(page, 'Book')
  await expect(dialog).toBeHidden()
  await expect(booked).toHaveCount(1)
  // A second of that name is a second entry.
  await enter('Walk-in')
  await press(page, 'Book')
  await expect(booked).toHaveCount(2)

  const bo = { full_name: 'Bo Diaz', phone: '(214) 555-0143' }
  const time = { appointment_date: '2026-12-03', appointment_time: '10:00' }
  await askAsOwner(page, 'set_opening', { capacity: 3 })
  await askAsOwner(page, 'book_for_client', { ...bo, ...time, note: 'Tall.' })
  await enter(bo.full_name)
  await page.getByLabel('Phone').fill(bo.phone)
  await page.getByLabel('Note').fill('Left shoulder low.')
  await press(page, 'Book')
  await expect(page.getByText(desk.appointment.noteNow('Tall.'))).toBeVisible()
})
