import { describe, expect, it } from 'vitest'
import { openClock } from './support/clock.ts'
import { agendaOf, type day, onlyAppointment, openDesk } from './support/desk.ts'
import { ann, testNoon, until } from './support/shop-server.ts'

const withoutMail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' }

describe('a pending job', () => {
  it('is shown with its error, and retried immediately', async () => {
    const { shop, client, read } = await openDesk({ env: withoutMail, now: openClock().now })
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
    expect(await read('sent_mails')).toBeNull()
  })

  it('of a blocked time is shown with the days that it blocks, and no others', async () => {
    const account = { CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'secret' }
    const { client } = await openDesk({ env: { CALDAV_URL: 'http://127.0.0.1:1/business/', ...account } })
    await client.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-04T12:00', reason: '' })
    const owed = async (days?: typeof day) =>
      (await agendaOf(client, days)).owed.map(({ kind, fault }) => [kind, fault !== ''])
    await until(async () => String(await owed()) === 'closure-event,true')
    for (const date of ['2026-12-02', '2026-12-05']) expect(await owed({ from: date, to: date })).toEqual([])
    expect(await owed({ from: '2026-12-04', to: '2026-12-05' })).toHaveLength(1)
  })

  it('of another day is shown with every day, wherever the desk is opened', async () => {
    const { shop, client } = await openDesk({ env: withoutMail, now: openClock().now })
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
