import { desk } from '../../copy/desk.ts'
import { expectAccessible } from './support/accessible.ts'
import { askAsOwner, bookAsClient, day, expect, pathOf, phone, signIn, test } from './support/desk.ts'

const words = desk.undoing

test.use({ ...phone, settings: { RATE_LIMIT_PER_MINUTE: '1000', BURST_PER_ADDRESS: '0' } })

test('bookings by one visitor under made-up names are undone with one press', async ({ page, shop }) => {
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00']
  const [first] = await Promise.all(times.map((time, n) => bookAsClient(shop, `Max ${'ABCDEFG'[n]}`, time)))
  await signIn(page, shop)
  const agenda = () =>
    askAsOwner<{ booking_alert?: object }>(page, 'agenda', { from: day.date, to: day.date })
  await expect.poll(async () => (await agenda()).booking_alert, { timeout: 30_000 }).toBeTruthy()

  // From any of them, or from the alert.
  await page.goto(pathOf(first as { id: string; appointment_date: string }))
  await expect(page.getByRole('button', { name: words.open }).last()).toBeVisible()
  await page.goto(`/?desk#/day/${day.date}`)
  await page.reload()
  const alert = page.getByRole('region').filter({ hasText: words.alertText })
  await expectAccessible(page)
  await alert.getByRole('button', { name: words.open }).click()
  const dialog = page.getByRole('dialog', { name: words.title })
  await expect(dialog.getByLabel(words.which)).toHaveValue('network')
  await expect(dialog.getByRole('option', { name: words.by.email(1) })).toBeAttached()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words.undo(7) }).click()

  await expect(page.locator('.notice')).toContainText(words.undone(7))
  await expect(alert).toHaveCount(0)
  const { appointments } = await askAsOwner<{ appointments: { status: string }[] }>(page, 'agenda', {
    from: day.date,
    to: day.date,
  })
  expect(appointments.map(({ status }) => status)).toEqual(times.map(() => 'cancelled'))
})
