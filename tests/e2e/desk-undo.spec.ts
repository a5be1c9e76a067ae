import { desk } from '../../copy/desk.ts'
import { expectAccessible } from './support/accessible.ts'
import { bookAsClient, day, goTo, pathOf, phone, press, signIn } from './support/desk.ts'
import { askAsOwner, comeBack } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

const words = desk.undoing

interface Day {
  booking_alert?: object
  appointments: { status: string }[]
}

test.use({ ...phone, settings: { RATE_LIMIT_PER_MINUTE: '1000', BURST_PER_ADDRESS: '0' } })

test('bookings by one visitor under made-up names are undone with one click', async ({ page, shop }) => {
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00']
  const [first] = await Promise.all(times.map((time, n) => bookAsClient(shop, `Max ${'ABCDEFG'[n]}`, time)))
  if (!first) throw new Error('Nothing was booked')
  await signIn(page, shop)
  const agenda = () => askAsOwner<Day>(page, 'agenda', { from: day.date, to: day.date })
  await expect.poll(async () => (await agenda()).booking_alert).toBeTruthy()

  // From any of the bookings, or from the alert.
  await page.goto(pathOf(first))
  await expect(page.getByRole('button', { name: words.open }).last()).toBeVisible()
  await goTo(page)
  await comeBack(page)
  const alert = page.getByRole('region').filter({ hasText: words.alertText })
  await expectAccessible(page)
  await press(alert, words.open)
  const dialog = page.getByRole('dialog', { name: words.title })
  await expect(dialog.getByLabel(words.which)).toHaveValue('network')
  await expect(dialog.getByRole('option', { name: words.by.email(1) })).toBeAttached()
  await expectAccessible(page)
  await press(dialog, words.undo(7))

  await expect(page.locator('.notice')).toContainText(words.undone(7))
  await expect(alert).toHaveCount(0)
  expect((await agenda()).appointments.map(({ status }) => status)).toEqual(times.map(() => 'cancelled'))
})
