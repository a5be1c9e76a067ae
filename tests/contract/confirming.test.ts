import { describe, expect, it } from 'vitest'
import { reminder } from '#copy/emails.ts'
import { visitPage } from '#copy/pages.ts'
import { msPerHour } from '../../booking/time.ts'
import { getOnlyAppointment, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, type OpenShop, waitFor } from './support/shop-server.ts'
import { bookVisit, cancel, move, send, visit } from './support/visits.ts'

const confirm = (shop: OpenShop, token: string, sequence = '0') =>
  send(shop, { visit: token, sequence, do: 'confirm' })

const pageOf = async (shop: OpenShop, token: string) => (await visit(shop, token)).text()

describe.each(engines)('a client’s “I’ll be there”, on %s', (engine) => {
  it('takes one click, and changes nothing else', async () => {
    const { shop, client, pass } = await openDesk({ engine })
    const token = await bookVisit(shop)
    const { run } = await shop.database()
    const jobs = () => run('select id, kind, sequence from jobs order by id')
    const [before, jobsBefore] = [await getOnlyAppointment(client), await jobs()]
    expect(before.confirmed_at).toBeNull()

    // Email apps open links with everything in them.
    for (const more of ['', '&do=confirm&sequence=0', '&confirm']) {
      expect(await (await visit(shop, token, more)).text()).toContain(visitPage.confirm)
      await visit(shop, token, more, { method: 'HEAD' })
    }
    expect(await getOnlyAppointment(client)).toEqual(before)

    const answer = await confirm(shop, token)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/?visit=${token}`])
    const page = await pageOf(shop, token)
    expect(page).toContain(visitPage.confirmed)
    expect(page).not.toContain(visitPage.confirm)
    const { confirmed_at, ...others } = await getOnlyAppointment(client)
    expect(confirmed_at).toBe('2026-12-01T18:00:00.000Z')
    expect({ ...others, confirmed_at: null }).toEqual(before)
    expect(await jobs()).toEqual(jobsBefore)

    // A second click doesn't change the time, and the owner's open page still works.
    await pass(msPerHour)
    expect((await confirm(shop, token)).status).toBe(303)
    expect((await getOnlyAppointment(client)).confirmed_at).toBe(confirmed_at)
    const { id, sequence } = before
    const cancelled = await client.rpc('cancel_appointment', { id, sequence })
    expect(cancelled.data).toMatchObject({ status: 'cancelled', confirmed_at })
  })

  it('applies to one time, not once the appointment moved, was canceled, or started', async () => {
    const { shop, client, pass } = await openDesk({ engine })
    const token = await bookVisit(shop)
    await confirm(shop, token)
    const { id } = await getOnlyAppointment(client)
    const longer = { id, sequence: 0, durationMinutes: 90 }
    const at = { appointment_date: ann.appointment_date, appointment_time: ann.appointment_time }
    expect((await client.rpc('move_appointment', { ...longer, ...at })).data.confirmed_at).not.toBeNull()
    await move(shop, token, '13:00', '1')
    expect((await getOnlyAppointment(client)).confirmed_at).toBeNull()

    const old = await confirm(shop, token, '1')
    expect([old.status, await old.text()]).toEqual([409, expect.stringContaining(visitPage.changedMeanwhile)])
    expect((await getOnlyAppointment(client)).confirmed_at).toBeNull()

    // Too late to change it, but not to confirm.
    await pass(48 * msPerHour)
    expect(await pageOf(shop, token)).toContain(visitPage.confirm)
    expect((await confirm(shop, token, '2')).status).toBe(303)
    expect((await getOnlyAppointment(client)).confirmed_at).toBe('2026-12-03T18:00:00.000Z')

    const bo = await bookVisit(shop, { ...ann, email: 'bo@example.com', appointment_date: '2026-12-05' })
    await cancel(shop, bo)
    const gone = await confirm(shop, bo)
    expect(gone.status).toBe(409)
    expect((await confirm(shop, 'x')).status).toBe(404)

    const cy = await bookVisit(shop, {
      ...ann,
      email: 'cy@example.com',
      appointment_date: '2026-12-04',
      appointment_time: '14:00',
    })
    await pass(26 * msPerHour + msPerHour / 2)
    const begun = await pageOf(shop, cy)
    expect(begun).toContain(visitPage.tooLate.split(',')[0])
    expect(begun).not.toContain(visitPage.confirm)
    expect((await confirm(shop, cy)).status).toBe(303)
    const friday = { from: '2026-12-04', to: '2026-12-04' }
    expect((await getOnlyAppointment(client, friday)).confirmed_at).toBeNull()
  })
})

it('the reminder asks for a confirmation, unless the client already gave it', async () => {
  const { shop, pass } = await openDesk()
  const token = await bookVisit(shop)
  await bookVisit(shop, { ...ann, email: 'bo@example.com', appointment_time: '14:00' })
  await confirm(shop, token)
  await pass(27 * msPerHour)
  await waitFor(async () => (await shop.mails('client-reminder')).length === 2)
  const mails = await shop.mails('client-reminder')
  const textTo = (email: string) => mails.find(({ to }) => to?.[0]?.address === email)?.text ?? ''
  expect(textTo(ann.email)).not.toContain(reminder.confirm)
  const asked = textTo('bo@example.com')
  expect(asked).toContain(reminder.confirmText)
  const [, ofReminder = ''] = /\?visit=([\w-]+)/.exec(asked) ?? []
  expect(await pageOf(shop, ofReminder)).toContain(visitPage.confirm)
})
