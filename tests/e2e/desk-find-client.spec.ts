import type { Locator, Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { bookAsClient, day, goTo, label, openDesk, press, screen } from './support/desk.ts'
import { kept } from './support/desk-device.ts'
import { askAsOwner } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(screen)

/** Opens the search, and the client whom it finds. */
async function find(page: Page, typed: string): Promise<Locator> {
  await goTo(page, 'clients')
  await page.getByLabel(desk.finding.label).fill(typed)
  const dialog = page.getByRole('dialog')
  await dialog.locator('summary').click()
  return dialog
}

async function deleteData(dialog: Locator): Promise<void> {
  await press(dialog, desk.finding.forget)
  await press(dialog.page().getByRole('dialog'), desk.finding.forgetVerb)
}

test('finds a client by part of a name, and asks before it deletes', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '09:00', '2027-12-03')
  await openDesk(page, shop)
  const { id } = await askAsOwner<{ id: string }>(page, 'book_for_client', {
    full_name: 'Priya Raman',
    email: 'priya.raman@example.com',
    appointment_date: '2026-12-01',
    appointment_time: '21:00',
  })
  await askAsOwner(page, 'note_attendance', { id, attendance: 'came' })
  const dialog = await find(page, 'ram')
  await expect(dialog.locator('summary')).toContainText('Dec 3, 2027')
  const visit = dialog.getByRole('listitem').filter({ hasText: 'Tuesday, December 1' }).last()
  await expect(visit).toContainText('Came')
  expect(await visit.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  await expect(dialog.getByRole('link')).toHaveText([
    'Friday, December 3, 2027 at 9:00\u00a0AM',
    'Thursday, December 3 at 12:30\u00a0PM',
    /^Tuesday, December 1 at 9:00\u00a0PM/,
  ])
  await dialog.getByRole('link').first().click()
  await expect(dialog).toContainText('Friday, December 3, 2027')
  await deleteData(await find(page, 'ram'))
  // She has upcoming appointments.
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
})

test('deletes a client’s data, also on this device and by name alone', async ({ page, shop }) => {
  const samir = await bookAsClient(shop, 'Samir Haddad', '09:00', '2027-02-01')
  await openDesk(page, shop)
  const dorian = await askAsOwner<{ id: string }>(page, 'book_for_client', {
    full_name: 'Dorian',
    appointment_date: day.date,
    appointment_time: '15:00',
  })
  await goTo(page, '', '2027-02-01')
  await expect(label(page, 'Samir Haddad')).toBeVisible()
  await expect.poll(() => kept(page)).toContain('Samir Haddad')
  for (const { id } of [samir, dorian])
    await askAsOwner(page, 'cancel_appointment', { id, sequence: 0, message: '' })
  for (const name of ['Samir Haddad', 'Dorian']) {
    await deleteData(await find(page, name))
    await expect(page.getByText(desk.finding.forgotten(name))).toBeVisible()
    await expect(page.getByText(desk.finding.none)).toBeVisible()
    await goTo(page)
  }
  await expect.poll(() => kept(page)).not.toContain('Samir Haddad')
})
