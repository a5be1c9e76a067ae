import { bookAsClient, day, expect, label, screen, signIn, test } from './support/desk.ts'

test.use(screen)

test('shows the week beside the open day, and a month to jump to', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Samir Haddad', '09:00', '2026-12-04')
  await signIn(page, shop)
  await expect(label(page, 'Samir Haddad')).toContainText('9:00 · first')
  await page.getByLabel('Month').selectOption('January 2027')
  await expect(page.getByRole('heading', { level: 1, name: 'Friday, January 1' })).toBeVisible()
})

test('opening hours are in force at once', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: 'Opening hours' }).click()
  await page.getByLabel('Last start').fill('15:00')
  await page.getByRole('checkbox', { name: 'Thu' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The opening hours are in force.')).toBeVisible()
  const open = await fetch(`${shop.url}/rest/v1/rpc/open_times?on=${day.date}`, {
    headers: { apikey: 'public-demo-key' },
  })
  expect(await open.json()).toEqual([])
})

test('counts what came from where', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await bookAsClient(shop, 'Samir Haddad', '15:00')
  await signIn(page, shop)
  await page.getByRole('button', { name: 'Figures' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Google 2 0 0 0' })).toBeVisible()
})

test('finds a client by a part of the name, and asks before it forgets', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: 'Find a client' }).click()
  await page.getByLabel('Name, number or address').fill('ram')
  await page.getByRole('dialog').getByText('Priya Raman', { exact: true }).click()
  await page.getByRole('button', { name: 'Forget this client' }).click()
  await page.getByRole('button', { name: 'Forget', exact: true }).click()
  // Whoever is still expected cannot be forgotten.
  await expect(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty()
})

test('hands the agenda over as a table', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.getByRole('button', { name: 'Download' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Table (CSV)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^appointments-.*\.csv$/)
})

test('prints one day: its clients with number and a box to tick, and no controls', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.day-sheet')
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText('Priya Raman 12:30 PM')
  await expect(sheet).toContainText('(214) 555-2230')
  await expect(page.getByRole('button', { name: 'Add a booking' })).toBeHidden()
})
