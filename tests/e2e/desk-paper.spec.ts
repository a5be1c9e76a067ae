import { desk } from '../../copy/desk.ts'
import { askAsOwner, bookAsClient, day, expect, label, screen, signIn, test } from './support/desk.ts'

test.use(screen)

test('prints one day: its clients with number and a box to tick, and no controls', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.day-sheet')
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText('Priya Raman 12:30 PM')
  await expect(sheet).toContainText('(214) 555-2230')
  await expect(page.getByRole('button', { name: desk.book })).toBeHidden()
  // In Firefox an empty sheet would follow.
  await expect(page.locator('.desk')).toHaveCSS('min-height', '0px')
})

test('prints below the day, whole, what has no room in it, and nothing twice', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '09:00')
  await signIn(page, shop)
  const book = (full_name: string, appointment_time: string, note: string) =>
    askAsOwner(page, 'book_for_client', { full_name, appointment_date: day.date, appointment_time, note })
  await book('Ann Lee', '11:00', 'Peak lapels.')
  const rest = page.locator('.sheet-rest')
  await expect(page.locator('.sheet-line')).toHaveCount(2)
  await expect(rest.locator('li')).toHaveCount(0)
  await book('Bo Diaz', '13:00', `${'Left shoulder half an inch lower. '.repeat(9)}The end.`)
  await askAsOwner(page, 'set_opening', { capacity: 2, durationMinutes: 30 })
  await book('Ida Kern', '15:00', 'No vents.')
  for (const name of ['Una Marsh', 'Ada Cole']) await book(name, '16:00', '')
  await page.emulateMedia({ media: 'print' })
  await expect(rest.locator('b')).toHaveText(['Bo Diaz', 'Ida Kern', 'Una Marsh', 'Ada Cole'])
  await expect(page.locator('.day-sheet').getByText('The end.')).toHaveCount(1)
  await expect(rest.getByText('The end.')).toBeVisible()
  const cutOff = page
    .locator('.sheet-line')
    .filter({ hasText: /Priya|Ann/ })
    .evaluateAll((lines) => lines.filter((line) => line.scrollHeight > line.clientHeight).length)
  expect(await cutOff).toBe(0)
})
