import { desk } from '../../copy/desk.ts'
import { askAsOwner, bookAsClient, day, expect, label, screen, signIn, test } from './support/desk.ts'

test.use(screen)

test('finds a client by a part of the name, and asks before it forgets', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  const { id } = await askAsOwner<{ id: string }>(page, 'book_for_client', {
    full_name: 'Priya Raman',
    email: 'priya.raman@example.com',
    appointment_date: '2026-12-01',
    appointment_time: '21:00',
  })
  await askAsOwner(page, 'note_attendance', { id, attendance: 'came' })
  await page.getByRole('button', { name: desk.find }).click()
  await page.getByLabel(desk.finding.label).fill('ram')
  await page.getByRole('dialog').getByText('Priya Raman', { exact: true }).click()
  // Each visit with its mark, on the sheet.
  const visit = page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: 'Tuesday, December 1' })
    .last()
  await expect(visit).toContainText('Came')
  expect(await visit.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  await page.getByRole('button', { name: desk.finding.forget }).click()
  await page.getByRole('button', { name: desk.finding.forgetVerb, exact: true }).click()
  // Whoever is still expected cannot be forgotten.
  await expect(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty()
})

test('says the year of what lies in another one', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Priya Raman', '09:00', '2027-12-03')
  await signIn(page, shop)
  await page.getByRole('button', { name: desk.find }).click()
  await page.getByLabel(desk.finding.label).fill('ram')
  const sheet = page.getByRole('dialog')
  await expect(sheet.locator('summary')).toContainText('Dec 3, 2027')
  await sheet.locator('summary').click()
  await expect(sheet.getByRole('link')).toHaveText([
    'Friday, December 3, 2027 at 9:00\u00a0AM',
    'Thursday, December 3 at 12:30\u00a0PM',
  ])
  await sheet.getByRole('link').first().click()
  await expect(sheet).toContainText('Friday, December 3, 2027')
})

test('whoever is forgotten is not kept on this device either', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  const { id } = await bookAsClient(shop, 'Samir Haddad', '09:00', '2027-02-01')
  await signIn(page, shop)
  await page.goto('/?desk#/day/2027-02-01')
  await expect(label(page, 'Samir Haddad')).toBeVisible()
  await askAsOwner(page, 'cancel_appointment', { id, sequence: 0, message: '' })
  const kept = () => page.evaluate(() => localStorage.getItem('desk-loaded'))
  await expect.poll(kept).toContain('Samir Haddad')
  await page.goto(`/?desk#/day/${day.date}/clients`)
  await page.getByLabel(desk.finding.label).fill('Samir')
  await page.getByRole('dialog').getByText('Samir Haddad', { exact: true }).click()
  await page.getByRole('button', { name: desk.finding.forget }).click()
  await page.getByRole('button', { name: desk.finding.forgetVerb, exact: true }).click()
  await expect(page.getByText(desk.finding.forgotten('Samir Haddad'))).toBeVisible()
  await expect(page.getByText(desk.finding.none)).toBeVisible()
  await expect.poll(kept).not.toContain('Samir Haddad')
})

test('forgets whoever is known by name alone', async ({ page, shop }) => {
  await signIn(page, shop)
  const { id } = await askAsOwner<{ id: string }>(page, 'book_for_client', {
    full_name: 'Dorian',
    appointment_date: day.date,
    appointment_time: '12:30',
  })
  await askAsOwner(page, 'cancel_appointment', { id, sequence: 0, message: '' })
  await page.goto(`/?desk#/day/${day.date}/clients`)
  await page.getByLabel(desk.finding.label).fill('Dorian')
  await page.getByRole('dialog').locator('summary').click()
  await page.getByRole('button', { name: desk.finding.forget }).click()
  await page.getByRole('button', { name: desk.finding.forgetVerb, exact: true }).click()
  await expect(page.getByText(desk.finding.forgotten('Dorian'))).toBeVisible()
  await expect(page.getByText(desk.finding.none)).toBeVisible()
})
