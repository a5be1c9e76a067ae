import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import {
  askAsOwner,
  bookAsClient,
  bookForNow,
  expect,
  label,
  pathOf,
  phone,
  signIn,
  type TestShop,
  test,
} from './support/desk.ts'

test.use(phone)

const notSent = desk.faults.unreachable
const unanswered = desk.faults.unanswered

/** The mark of a notice about what is done. */
const done = (page: Page) => page.getByRole('status').locator('.done')

/** Said of what was left, so that nothing is promised of what was typed. */
async function expectSaid(page: Page, sentence: string) {
  await expect(page.getByRole('status').getByText(sentence, { exact: true })).toBeVisible()
  await expect(done(page)).toBeHidden()
}

/** A client's appointment, open at the desk. */
async function openBooked(page: Page, shop: TestShop) {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.goto(pathOf(booked))
  return booked
}

test('a note that fails once its sheet was left is said, and still there to be sent again', async ({
  page,
  shop,
}) => {
  await openBooked(page, shop)
  const left = Promise.withResolvers<void>()
  await page.route('**/rpc/write_note', async (route) => {
    await left.promise
    await route.abort()
  })
  await page.getByLabel('Note').fill('Left shoulder low.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  left.resolve()
  await expectSaid(page, unanswered)
  await page.unroute('**/rpc/write_note')
  await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
  await expect(page.getByLabel('Note')).toHaveValue('Left shoulder low.')
  await page.getByRole('button', { name: desk.sendAgain }).click()
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await page.getByRole('button', { name: desk.undo, exact: true }).click()
  await expect(page.getByLabel('Note')).toHaveValue('')
})

test('a booking that fails once its form was left is said, and the next form is its own', async ({
  page,
  shop,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const left = Promise.withResolvers<void>()
  await page.route('**/rpc/book_for_client', async (route) => {
    await left.promise
    await route.abort()
  })
  const name = page.getByLabel(desk.adding.name)
  const add = page.getByRole('button', { name: desk.book })
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await add.click()
  await name.fill('Bo Diaz')
  await page.getByLabel(desk.adding.time, { exact: true }).fill('10:45')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await back.click()
  await add.click()
  await expect(name).toHaveValue('')
  await name.fill('Ann Lee')
  left.resolve()
  await expectSaid(page, unanswered)
  await expect(name).toHaveValue('Ann Lee')
  await expect(page.getByRole('dialog').getByRole('alert')).toBeEmpty()
})

test('what was done although its answer was lost is not called unsent', async ({ page, shop }) => {
  await signIn(page, shop)
  const { id, appointment_date } = await bookForNow(page, 'Bo Diaz')
  await page.goto(`/?desk#/day/${appointment_date}`)
  await page.route('**/rpc/note_attendance', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await label(page, 'Bo Diaz').getByRole('button', { name: 'Came', exact: true }).click()
  await expect(label(page, 'Bo Diaz').locator('.noted')).toHaveText('Came')
  await expect(page.getByRole('button', { name: desk.sendAgain })).toHaveCount(0)
  await page.goto(`/?desk#/day/${appointment_date}/appointment/${id}`)
  const sheet = page.getByRole('dialog')
  await expect(sheet.locator('.noted')).toHaveText('Came')
  await expect(page.getByRole('button', { name: desk.sendAgain })).toHaveCount(0)
  // What was taken back by mistake comes back as it was.
  await page.unroute('**/rpc/note_attendance')
  await sheet.getByRole('button', { name: desk.undo, exact: true }).click()
  await expect(sheet.locator('.noted')).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: desk.undo, exact: true }).click()
  await expect(sheet.locator('.noted')).toHaveText('Came')
})

test('why ‘Came’ is refused is said, and what is cancelled meanwhile is not to be sent again', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  const { id, appointment_date } = await bookForNow(page, 'Bo Diaz')
  await page.goto(`/?desk#/day/${appointment_date}`)
  const visit = label(page, 'Bo Diaz')
  const again = page.getByRole('button', { name: desk.sendAgain })
  // A telephone whose clock is fast.
  const fastByMs = 40 * 60_000
  shop.goAhead(-fastByMs)
  await visit.getByRole('button', { name: 'Came', exact: true }).click()
  await expectSaid(page, 'You can mark attendance once the appointment starts.')
  await expect(again).toBeVisible()
  shop.goAhead(fastByMs)
  await page.route('**/rpc/agenda*', (route) => route.abort())
  await askAsOwner(page, 'cancel_appointment', { id, sequence: 0 })
  await again.click()
  await expectSaid(page, 'Bo Diaz’s appointment has since been canceled.')
  await expect(again).toHaveCount(0)
})

test('a visit that is cancelled while ‘Came’ is not sent has nothing to be sent again', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  const { id, appointment_date } = await bookForNow(page, 'Bo Diaz')
  await page.goto(`/?desk#/day/${appointment_date}`)
  await page.route('**/rpc/note_attendance', (route) => route.abort())
  const visit = label(page, 'Bo Diaz')
  await visit.getByRole('button', { name: 'Came', exact: true }).click()
  await expect(visit.getByRole('button', { name: desk.sendAgain })).toBeVisible()
  await askAsOwner(page, 'cancel_appointment', { id, sequence: 0 })
  await expect(visit).toContainText(desk.day.cancelledByYou)
  await expect(visit.getByRole('button', { name: desk.sendAgain })).toHaveCount(0)
})

test.describe('later', () => {
  test.use({ stoppableClock: true })

  test('a note that failed is still there, however long the line was away', async ({ page, shop }) => {
    const { id } = await openBooked(page, shop)
    await page.route('**/rpc/write_note', (route) => route.abort())
    await page.getByLabel('Note').fill('Left shoulder low.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(unanswered).first()).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    // At once, and not step by step: no session grows old, and no call of each step is on its way as the next begins.
    await page.clock.fastForward(10 * 60_000)
    // Meanwhile another desk has noted something: it is not written over unseen.
    await page.unroute('**/rpc/write_note')
    await askAsOwner(page, 'write_note', { id, note: 'Brings her sister.' })
    await expect(label(page, 'Priya Raman')).toContainText('Brings her sister.')
    await page.getByRole('link', { name: 'Priya Raman', exact: true }).click()
    await expect(page.getByLabel('Note')).toHaveValue('Left shoulder low.')
    await page.getByRole('button', { name: desk.sendAgain }).click()
    await expect(page.getByText(desk.appointment.noteNow('Brings her sister.'))).toBeVisible()
  })
})

test('Undo of a note says when it fails, and when it is done', async ({ page, shop }) => {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const undo = page.getByRole('button', { name: desk.undo, exact: true })
  const saved = page.getByText(desk.appointment.noteSaved)
  async function saveAndUndo() {
    await page.goto(pathOf(booked))
    await page.getByLabel('Note').fill('Left shoulder low.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    // The notice of this one: the last undo's own is still there, and offers none.
    await expect(undo).toBeVisible()
  }
  await saveAndUndo()
  await undo.click()
  await expect(undo).toBeHidden()
  await expect(saved).toBeVisible()
  await expect(label(page, 'Priya Raman')).not.toContainText('Left shoulder low.')

  await saveAndUndo()
  await expect(done(page)).toBeVisible()
  await page.context().setOffline(true)
  await undo.click()
  await expectSaid(page, notSent)
})

test('a note that another desk has written meanwhile is shown, and written over only knowingly', async ({
  page,
  shop,
}) => {
  const booked = await openBooked(page, shop)
  const note = page.getByLabel('Note')
  await note.fill('Left shoulder low.')
  // Nothing new is a 304.
  const looked = page.waitForResponse(
    (answer) => answer.url().includes('/agenda?') && answer.status() === 200,
  )
  await askAsOwner(page, 'write_note', { id: booked.id, note: 'Brings her sister.' })
  await looked
  await page.getByRole('button', { name: 'Save' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('alert').filter({ hasText: desk.faults.changed })).toBeVisible()
  await expect(sheet.getByText(desk.appointment.noteNow('Brings her sister.'))).toBeVisible()
  await expect(note).toHaveValue('Left shoulder low.')
  await page.getByRole('button', { name: desk.sendAgain }).click()
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await page.getByRole('button', { name: desk.undo, exact: true }).click()
  await expect(note).toHaveValue('Brings her sister.')
})

test('a day whose opening hours cannot be had says so', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await page.route('**/rpc/opening', (route) => route.abort())
  await page.goto(shop.deskLink.replace(/^.*(?=\/\?desk)/, ''))
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(desk.faults.unread)
})

test('a walk-in is booked once however often it is sent, and a second of that name by a second entry', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await askAsOwner(page, 'set_opening', { capacity: 2 })
  const book = page.getByRole('button', { name: 'Book', exact: true })
  const booked = page.getByRole('listitem').filter({ hasText: 'Walk-in' })
  async function enter() {
    await page.goto('/?desk#/day/2026-12-03/book?at=10:00')
    await page.getByLabel(desk.adding.name).fill('Walk-in')
    await book.click()
  }
  await page.route('**/rpc/book_for_client', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await enter()
  await expect(page.getByRole('dialog').getByRole('alert').getByText(unanswered)).toBeVisible()
  await page.unroute('**/rpc/book_for_client')
  await book.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(booked).toHaveCount(1)
  await enter()
  await expect(booked).toHaveCount(2)
})

test('a note is never said to be saved where another one stands', async ({ page, shop }) => {
  await signIn(page, shop)
  const entry = { full_name: 'Bo Diaz', appointment_date: '2026-12-03', appointment_time: '10:00' }
  await askAsOwner(page, 'book_for_client', { ...entry, phone: '(214) 555-0143', note: 'Tall.' })
  await page.goto('/?desk#/day/2026-12-03/book?at=10:00')
  await page.getByLabel(desk.adding.name).fill('Bo Diaz')
  await page.getByLabel('Phone').fill('(214) 555-0143')
  await page.getByLabel('Note').fill('Left shoulder low.')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText(desk.appointment.noteNow('Tall.'))).toBeVisible()
})
