import { desk } from '../../copy/desk.ts'
import { day, openDesk, pathOf, phone, press } from './support/desk.ts'
import { abort, askAsOwner, changeElsewhere } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(phone)

test('says how an appointment is now when another desk changed it first', async ({ page, shop }) => {
  const booked = await openDesk(page, shop)
  await page.goto(`${pathOf(booked)}/cancel`)
  await page.getByLabel(desk.cancelling.message).fill('The shears are blunt.')
  // This desk hasn't seen it yet.
  await abort(page, 'agenda?*')
  const to = { appointment_date: day.date, appointment_time: '15:00' }
  await askAsOwner(page, 'move_appointment', { id: booked.id, sequence: 0, ...to })
  await press(page, desk.appointment.cancel)
  await page.unroute('**/rpc/agenda?*')
  await expect(page.getByRole('alert').filter({ hasText: desk.faults.changed })).toContainText(
    `3:00 PM, ${desk.faults.expected}`,
  )
  await expect(page.getByLabel(desk.cancelling.message)).toHaveValue('The shears are blunt.')
})

for (const { verb, name, to, caps, now, done } of [
  {
    verb: 'cancel',
    name: desk.appointment.cancel,
    to: { appointment_date: '2026-12-10', appointment_time: '15:00' },
    caps: 'Thursday, December 10',
    now: `December 10 at 3:00 PM, ${desk.faults.expected}`,
    done: desk.cancelling.cancelled('Priya Raman'),
  },
  {
    verb: 'move',
    name: 'Move',
    to: { appointment_date: day.date, appointment_time: '15:00' },
    caps: '3:00-4:00 PM',
    now: `3:00 PM, ${desk.faults.expected}`,
    done: desk.moving.moved('Priya Raman'),
  },
])
  test(`asks again before a ${verb} when the appointment has moved`, async ({ page, shop }) => {
    const booked = await openDesk(page, shop)
    await page.goto(`${pathOf(booked)}/${verb}`)
    const dialog = page.getByRole('dialog')
    const typed =
      verb === 'move' ? page.getByLabel(desk.adding.time, { exact: true }) : page.getByLabel('Message')
    await typed.fill('16:30')
    await changeElsewhere(page, 'move_appointment', { id: booked.id, sequence: 0, ...to })
    await expect(dialog).toContainText(caps)
    await press(dialog, name)
    await expect(dialog.getByRole('alert').filter({ hasText: desk.faults.changed })).toContainText(now)
    await expect(typed).toHaveValue('16:30')
    // The owner has seen the change, also if something else then fails.
    await abort(page, `${verb}_appointment`)
    await press(dialog, name)
    await expect(dialog.getByRole('alert').filter({ hasText: desk.faults.unanswered })).toBeVisible()
    await page.unroute(`**/rpc/${verb}_appointment`)
    await press(dialog, name)
    await expect(page.getByText(done)).toBeVisible()
  })
