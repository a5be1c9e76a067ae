import { describe, expect, it } from 'vitest'
import { agendaOf, atDesk, type day, onlyAppointment } from './support/desk.ts'
import { ann, openShop, testNoon, until } from './support/shop-server.ts'

describe('what is owed', () => {
  it('is told, and tried again at once', async () => {
    const shop = await openShop({
      env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' },
    })
    const client = await atDesk(shop)
    await shop.book(ann)
    await until(async () => {
      const { owed } = await onlyAppointment(client)
      return owed.some(({ kind, fault }) => kind === 'client-invitation' && fault !== '')
    })
    const { owed } = await onlyAppointment(client)
    expect(owed.map(({ kind }) => kind)).not.toContain('client-reminder')
    const invitation = owed.find(({ kind }) => kind === 'client-invitation')
    expect(Date.parse(invitation?.since ?? '') - testNoon).toBeGreaterThanOrEqual(0)
    const still = await client.rpc('deliver_owed', { id: invitation?.id })
    expect(still.data.map(({ id }: { id: number }) => id)).toContain(invitation?.id)
    expect((await client.rpc('deliver_owed', {})).status).toBe(200)
    expect((await client.rpc('sent_mails', {}, { get: true })).data).toBeNull()
  })

  it('of a closure is told with the days that it closes, and with no others', async () => {
    const account = { CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'secret' }
    const shop = await openShop({ env: { CALDAV_URL: 'http://127.0.0.1:1/business/', ...account } })
    const client = await atDesk(shop)
    await client.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-04T12:00', reason: '' })
    const owed = async (days?: typeof day) =>
      (await agendaOf(client, days)).owed.map(({ kind, fault }) => [kind, fault !== ''])
    await until(async () => String(await owed()) === 'closure-event,true')
    for (const date of ['2026-12-02', '2026-12-05']) expect(await owed({ from: date, to: date })).toEqual([])
    expect(await owed({ from: '2026-12-04', to: '2026-12-05' })).toHaveLength(1)
  })

  it('of other days is told with every day, so that the desk shows it wherever it is opened', async () => {
    const shop = await openShop({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' } })
    const client = await atDesk(shop)
    const later = { from: '2027-02-04', to: '2027-02-04' }
    await shop.book(ann)
    await shop.book({ ...ann, appointment_date: later.from, email: 'bo@example.com' })
    const owedOf = async (days?: typeof day) => {
      const { appointments, owed_elsewhere } = await agendaOf(client, days)
      return [appointments.flatMap(({ owed }) => owed), owed_elsewhere ?? []].map((owed) =>
        owed.map(({ id }) => id).sort(),
      )
    }
    await until(async () => (await owedOf({ from: '2027-01-05', to: '2027-01-05' }))[1]?.length === 4)
    const [[own = [], others], [ownLater, othersLater]] = [await owedOf(), await owedOf(later)]
    expect(own).toHaveLength(2)
    expect([others, othersLater]).toEqual([ownLater, own])
  })
})
