import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { deskHours } from '#copy/desk-hours.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { expectAccessible } from './support/accessible.ts'
import { day, expect, type Owner, onPhone as test } from './support/desk.ts'

const words = desk.notes
const typed = 'Sleeves longer by ¼.\nTake in the waist.'
const firstLine = 'Sleeves longer by ¼.'
const later = 'No vents.'
const waits = `${words.saved(words.phone)} ${words.goesOut}`

const keptKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('desk-note/')))

/** The text that the server has stored. */
async function stored(owner: Owner): Promise<DeskAppointment | undefined> {
  const days = { from: day.date, to: day.date }
  const { appointments } = await owner.ask<{ appointments: DeskAppointment[] }>('agenda', days)
  return appointments.find(({ status }) => status === 'confirmed')
}

async function openAppointment(owner: Owner) {
  await owner.openDesk()
  await owner.nameLink().click()
  await expect(owner.note).toBeVisible()
}

test('notes typed without a connection survive a reload, and send automatically', async ({
  page,
  owner,
  context,
}) => {
  await openAppointment(owner)
  const lasting = owner.dialog.getByLabel(desk.client.note)
  await page.route('**/rpc/**', (route) => route.abort())
  await context.setOffline(true)
  await owner.note.fill(typed)
  await expect(owner.dialog.getByText(waits)).toHaveCount(1)
  await lasting.fill('42 R')
  await expect(owner.dialog.getByText(waits)).toHaveCount(2)
  await expectAccessible(page)
  // The server sends the page itself, but answers none of its calls.
  await context.setOffline(false)
  await page.reload()
  await expect(owner.note).toHaveValue(typed)
  await expect(lasting).toHaveValue('42 R')
  await expect(owner.dialog.getByText(waits)).toHaveCount(2)
  await owner.dialog.getByRole('link', { name: desk.client.visitsAnd(1) }).click()
  await expect(owner.dialog.locator('.visit .needle')).toBeVisible()
  await expect(owner.dialog.getByText(waits)).toHaveCount(1)
  await expect(lasting).toHaveValue('42 R')
  await expectAccessible(page)
  await owner.leave()
  await expect(owner.banner).toContainText(words.waiting(2))
  const card = owner.label('Priya Raman')
  await expect(card.locator('.label-note .needle')).toBeVisible()
  await expect(card).toContainText(`${words.onlyHere}: ${firstLine}`)
  await expectAccessible(page)
  expect(await keptKeys(page)).toHaveLength(2)

  await page.unroute('**/rpc/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(words.sent(2))).toBeVisible()
  await expect(card.locator('.needle')).toHaveCount(0)
  expect(await stored(owner)).toMatchObject({ note: typed, client_note: '42 R' })
  expect(await keptKeys(page)).toEqual([])
})

test('a note saves when its field is left, or with the next response, unless its client was deleted', async ({
  page,
  owner,
}) => {
  await openAppointment(owner)
  await owner.note.fill('Tall.')
  await owner.leave()
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  expect((await stored(owner))?.note).toBe('Tall.')
  await owner.undo.click()
  await expect.poll(async () => (await stored(owner))?.note).toBe('')

  await owner.abort('write_note')
  await owner.nameLink().click()
  await owner.note.fill(typed)
  await owner.leave()
  await expect(owner.label('Priya Raman')).toContainText(`${words.onlyHere}: ${firstLine}`)
  await expect(owner.banner).toContainText(words.waiting(1))
  await expect(owner.banner.locator('.needle')).toBeVisible()
  await page.unroute('**/rpc/write_note')
  await owner.comeBack()
  await expect.poll(async () => (await stored(owner))?.note).toBe(typed)
  await expect(owner.banner).toBeHidden()

  await test.step('a note about a client whose data was deleted leaves the device', async () => {
    await owner.abort('write_note')
    await owner.nameLink().click()
    await owner.note.fill(firstLine)
    await owner.leave()
    await expect.poll(() => keptKeys(page)).toHaveLength(1)
    const { id, email } = (await stored(owner)) ?? { id: '' }
    await owner.cancel({ id })
    await owner.ask('forget_client', { email })
    await page.unroute('**/rpc/write_note')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(words.clientDeleted)).toBeVisible()
    expect(await keptKeys(page)).toEqual([])
  })
})

test('a note that another device changed first, even days ago, shows both texts, and the owner decides', async ({
  page,
  owner,
  context,
}) => {
  await openAppointment(owner)
  const { id } = (await stored(owner)) ?? { id: '' }
  const both = owner.dialog.locator('.both')
  const changeFirst = async (note: string) => {
    await owner.abort('agenda?*')
    const before = (await stored(owner))?.note
    await owner.ask('write_note', { id, note, before })
    await owner.note.fill(typed)
    await owner.press(desk.appointment.save)
    await expect(both).toContainText(words.both)
    await expect(both.locator('.both-text')).toContainText([note, firstLine])
    await page.unroute('**/rpc/agenda?*')
  }
  await changeFirst('Waist stays.')
  await expectAccessible(page)
  // Neither text gets lost on the way.
  await page.reload()
  await expect(both.locator('.both-text')).toContainText(['Waist stays.', firstLine])
  expect((await stored(owner))?.note).toBe('Waist stays.')
  await owner.press(words.keepBoth)
  await expect(both).toBeHidden()
  await expect(owner.note).toHaveValue(`Waist stays.\n${typed}`)
  await expect.poll(async () => (await stored(owner))?.note).toBe(`Waist stays.\n${typed}`)

  await changeFirst('He likes it.')
  await owner.press(words.keepTheirs)
  await expect(owner.note).toHaveValue('He likes it.')
  await owner.undo.click()
  await expect(both).toBeVisible()
  await owner.press(words.keepYours)
  await expect(both).toBeHidden()
  await expect.poll(async () => (await stored(owner))?.note).toBe(typed)
  expect(await keptKeys(page)).toEqual([])

  await test.step('a note from a day offline, whose loaded data is too old', async () => {
    await owner.abort('*')
    await context.setOffline(true)
    await owner.note.fill(later)
    await expect(owner.dialog.getByText(waits)).toHaveCount(1)
    await context.setOffline(false)
    await owner.ask('write_note', { id, note: 'Waist stays.', before: typed })
    // The loaded data is too old to show. The note stays.
    await owner.ageStored(25 * 3_600_000)
    await page.unroute('**/rpc/*')
    await page.goto('/?desk')
    const card = owner.label('Priya Raman')
    await expect(card).toContainText(words.twoTexts)
    await owner.nameLink().click()
    await expect(both.locator('.both-text')).toContainText(['Waist stays.', later])
    expect((await stored(owner))?.note).toBe('Waist stays.')
    await owner.press(words.keepBoth)
    await expect(owner.note).toHaveValue(`Waist stays.\n${later}`)
    await expect.poll(async () => (await stored(owner))?.note).toBe(`Waist stays.\n${later}`)
  })
})

test('a note that can’t be stored says so, and a rejected one stays until a tap sends it or signing out deletes it', async ({
  page,
  owner,
}) => {
  await openAppointment(owner)
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('desk-note/') && !('hasRoom' in window))
        throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await owner.abort('write_note')
  await owner.note.fill(typed)
  await expect(owner.dialog.getByText(words.notSaved(words.phone))).toBeVisible()
  await expectAccessible(page, 'dialog')
  await owner.leave()
  await expect(owner.label('Priya Raman')).toContainText(firstLine)
  await owner.nameLink().click()
  await expect(owner.note).toHaveValue(typed)
  await page.unroute('**/rpc/write_note')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await stored(owner))?.note).toBe(typed)

  await test.step('a rejected note stays with the reason until a tap sends it', async () => {
    await page.evaluate(() => Object.assign(window, { hasRoom: true }))
    const message = 'Note can have at most 2000 characters.'
    await page.route('**/rpc/write_note', (route) =>
      route.fulfill({ status: 400, json: { code: '22023', message, details: null, hint: null } }),
    )
    await owner.note.fill(later)
    await owner.press(desk.appointment.save)
    await expect(owner.dialog.getByRole('alert').getByText(message)).toBeVisible()
    await page.unroute('**/rpc/write_note')
    await owner.press(desk.sendAgain)
    await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
    expect((await stored(owner))?.note).toBe(later)
  })

  await test.step('signing out deletes unsent notes from the device, and says so', async () => {
    await owner.abort('write_note')
    await owner.note.fill(firstLine)
    await owner.leave()
    await expect.poll(() => keptKeys(page)).toHaveLength(1)
    await owner.press(desk.more)
    await owner.press(desk.signOut)
    await owner.press(new RegExp(`^${desk.signingOut.here}`))
    await expect(page.getByText(words.lost(1))).toBeVisible()
    expect(await keptKeys(page)).toEqual([])
  })
})

test('leaving a form with unsaved text closes it immediately, and the notice restores it', async ({
  page,
  owner,
}) => {
  const notice = page.getByRole('status').filter({ hasText: desk.unsaved.title })
  const keepEditing = () => owner.press(desk.unsaved.keepEditing)
  await owner.openDesk()
  await test.step('Add a booking', async () => {
    await owner.press(desk.book)
    await owner.leave()
    await expect(notice).toBeHidden()
    await owner.press(desk.book)
    await owner.nameField.fill('Bo Diaz')
    await owner.timeField.fill('15:00')
    await owner.note.fill('Tall.')
    await owner.leave()
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await keepEditing()
    await expect(owner.nameField).toHaveValue('Bo Diaz')
    await expect(owner.timeField).toHaveValue('15:00')
    await expect(owner.note).toHaveValue('Tall.')
    await owner.press(desk.adding.book)
    await expect(page.getByText(desk.adding.booked('Bo Diaz'))).toBeVisible()
    await expect(notice).toBeHidden()
  })
  await test.step('opening hours', async () => {
    await owner.goTo('opening')
    const places = page.getByLabel(deskHours.capacity)
    await places.fill('3')
    await owner.leave()
    await keepEditing()
    await expect(places).toHaveValue('3')
    await owner.saveHours()
    await expect(notice).toBeHidden()
  })
  await test.step('a message to a client', async () => {
    await owner.nameLink().click()
    await owner.press(desk.appointment.cancel)
    const message = page.getByLabel(desk.cancelling.message)
    await message.fill('The shears are blunt.')
    await owner.press(desk.back)
    await keepEditing()
    await expect(message).toHaveValue('The shears are blunt.')
    await owner.press(desk.appointment.cancel, owner.dialog)
    await expect(page.getByText(desk.cancelling.cancelled('Priya Raman'))).toBeVisible()
    await expect(notice).toBeHidden()
  })
  const toAll = page.getByLabel(desk.telling.message)
  await test.step('a message to several clients, canceled together', async () => {
    await owner.bookElsewhere('Samir Haddad', '15:30', { email: 'samir@example.com' })
    await owner.press(desk.close)
    await page.getByText(desk.closing.wholeDays, { exact: true }).click()
    await owner.press(desk.telling.open)
    await toAll.fill('The street is flooded.')
    await owner.press(desk.back)
    await owner.press(desk.telling.open)
    await expect(toAll).toHaveValue('The street is flooded.')
    await page.goBack()
    await keepEditing()
    await expect(toAll).toHaveValue('The street is flooded.')
    await owner.press(desk.telling.cancel(2, 1))
    await owner.press(desk.telling.done)
    await expect(owner.dialog).toBeHidden()
    await expect(notice).toBeHidden()
  })
  await test.step('a “ready” or “late” message', async () => {
    const today = { appointment_date: '2026-12-01', email: 'ida@example.com', kind: 'pick-up' }
    const { id } = await owner.bookElsewhere('Ida Kern', '23:00', today)
    for (const [route, message] of [
      [`appointment/${id}/ready`, 'The lining is red.'],
      ['late', 'The tram is late.'],
    ] as const) {
      await owner.goTo(route, '2026-12-01')
      await toAll.fill(message)
      await owner.press(desk.back)
      await keepEditing()
      await expect(toAll).toHaveValue(message)
      await owner.press(desk.telling.send(1))
      await expect(page.getByText(desk.telling.sent(1)).first()).toBeVisible()
      await owner.goTo('', '2026-12-01')
      await expect(notice).toBeHidden()
    }
  })
})
