import { desk } from '../../copy/desk.ts'
import { day, openDesk, screen } from './support/desk.ts'
import { askAsOwner, changeElsewhere } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(screen)

test('prints one day without controls, and below it who has no room', async ({ page, shop }) => {
  await openDesk(page, shop, '09:00')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.day-sheet')
  const rest = page.locator('.sheet-rest')
  const lines = page.locator('.sheet-line')
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText('Priya Raman 9:00 AM')
  await expect(sheet).toContainText('(214) 555-1900')
  await expect(page.getByRole('button', { name: desk.book })).toBeHidden()
  // Otherwise Firefox prints an empty page after it.
  await expect(page.locator('.desk')).toHaveCSS('min-height', '0px')

  const book = (full_name: string, appointment_time: string, note: string) =>
    askAsOwner(page, 'book_for_client', { full_name, appointment_date: day.date, appointment_time, note })
  await book('Ann Lee', '11:00', 'Peak lapels.')
  await changeElsewhere(page, 'set_opening', { capacity: 2 })
  await expect(lines).toHaveCount(2)
  await expect(rest.locator('li')).toHaveCount(0)
  await book('Bo Diaz', '13:00', `${'Left shoulder half an inch lower. '.repeat(9)}The end.`)
  await askAsOwner(page, 'set_opening', { durationMinutes: 30 })
  await book('Ida Kern', '15:00', 'No vents.')
  await book('Una Marsh', '16:00', '')
  await changeElsewhere(page, 'book_for_client', {
    full_name: 'Ada Cole',
    appointment_date: day.date,
    appointment_time: '16:00',
  })
  await expect(rest.locator('b')).toHaveText(['Bo Diaz', 'Ida Kern', 'Una Marsh', 'Ada Cole'])
  await expect(sheet.getByText('The end.')).toHaveCount(1)
  await expect(rest.getByText('The end.')).toBeVisible()
  const cutOff = lines
    .filter({ hasText: /Priya|Ann/ })
    .evaluateAll((all) => all.filter((line) => line.scrollHeight > line.clientHeight).length)
  expect(await cutOff).toBe(0)
})
