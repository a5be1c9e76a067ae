import { desk } from '../../copy/desk.ts'
import { askAsOwner, bookAsClient, day, expect, pathOf, phone, signIn, test } from './support/desk.ts'

test.use(phone)

test('says what has become of an appointment that the client has changed first', async ({
  page,
  shop,
  context,
}) => {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.goto(`${pathOf(booked)}/cancel`)
  await page.getByLabel(desk.cancelling.message).fill('The shears are blunt.')
  // The desk on the other table is faster, and this one has not heard of it yet.
  const other = await context.newPage()
  await other.goto(`${pathOf(booked)}/move`)
  await page.route('**/rpc/agenda?*', (route) => route.abort())
  await other.getByRole('radio', { name: '3:00 PM', exact: true }).click()
  await other.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(other.getByText(desk.moving.moved('Priya Raman'))).toBeVisible()
  await page.getByRole('button', { name: desk.appointment.cancel }).click()
  await page.unroute('**/rpc/agenda?*')
  await expect(page.getByRole('alert').filter({ hasText: desk.faults.changed })).toContainText(
    `3:00 PM, ${desk.faults.expected}`,
  )
  await expect(page.getByLabel(desk.cancelling.message)).toHaveValue('The shears are blunt.')
})

for (const { verb, name, to, caps, stands } of [
  {
    verb: 'cancel',
    name: desk.appointment.cancel,
    to: { appointment_date: '2026-12-10', appointment_time: '15:00' },
    caps: 'Thursday, December 10',
    stands: `December 10 at 3:00 PM, ${desk.faults.expected}`,
  },
  {
    verb: 'move',
    name: 'Move',
    to: { appointment_date: day.date, appointment_time: '15:00' },
    caps: '3:00-4:00 PM',
    stands: `3:00 PM, ${desk.faults.expected}`,
  },
])
  test(`to ${verb} is decided anew when it was moved while the sheet was open`, async ({ page, shop }) => {
    const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.goto(`${pathOf(booked)}/${verb}`)
    const sheet = page.getByRole('dialog')
    const press = () => sheet.getByRole('button', { name, exact: true }).click()
    const typed =
      verb === 'move' ? page.getByLabel(desk.adding.time, { exact: true }) : page.getByLabel('Message')
    await typed.fill('16:30')
    await askAsOwner(page, 'move_appointment', { id: booked.id, sequence: 0, ...to })
    await expect(sheet).toContainText(caps)
    await press()
    await expect(sheet.getByRole('alert').filter({ hasText: desk.faults.changed })).toContainText(stands)
    await expect(typed).toHaveValue('16:30')
    // What was said to be changed is known, also once something else has gone wrong.
    await page.route(`**/rpc/${verb}_appointment`, (route) => route.abort())
    await press()
    await expect(sheet.getByRole('alert').filter({ hasText: desk.faults.unanswered })).toBeVisible()
    await page.unroute(`**/rpc/${verb}_appointment`)
    const answer = page.waitForResponse(`**/rpc/${verb}_appointment`)
    await press()
    expect((await answer).status()).toBe(200)
  })
