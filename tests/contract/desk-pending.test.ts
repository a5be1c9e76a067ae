import { describe, expect, it } from 'vitest'
import { openClock } from './support/clock.ts'
import { agendaOf, day, onlyAppointment, openDesk } from './support/desk.ts'
import { ann, testNoon, until } from './support/shop-server.ts'

const withoutMail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' }

describe('a pending job', () => {
  it('is shown with its error and retried immediately, and is shown with every day, wherever the desk is', async () => {
    const { shop, client, read } = await openDesk({ env: withoutMail, now: openClock().now })
    await shop.book(ann)
    const invitation = async () => {
      const { owed } = await onlyAppointment(client)
      expect(owed.map(({ kind }) => kind)).not.toContain('client-reminder')
      return owed.find(({ kind, fault }) => kind === 'client-invitation' && fault !== '')
    }
    await until(async () => (await invitation()) !== undefined)
    const { id, since = '' } = (await invitation()) ?? {}
    expect(Date.parse(since) - testNoon).toBeGreaterThanOrEqual(0)
    const still = await client.rpc('deliver_owed', { id })
    expect(still.data.map((job: { id: number }) => job.id)).toContain(id)
    expect((await client.rpc('deliver_owed', {})).status).toBe(200)
    // Emails that go out by SMTP are in no file.
    expect(await read('sent_mails')).toBeNull()

    const later = { from: '2027-02-04', to: '2027-02-04' }
    await shop.book({ ...ann, appointment_date: later.from, email: 'bo@example.com' })
    const owedOf = async (days: typeof day) => {
      const { appointments, owed_elsewhere = [] } = await agendaOf(client, days)
      const idsOf = (owed: readonly { id: number }[]) => owed.map((job) => job.id).sort()
      return [idsOf(appointments.flatMap(({ owed }) => owed)), idsOf(owed_elsewhere)]
    }
    await until(async () => (await owedOf({ from: '2027-01-05', to: '2027-01-05' }))[1]?.length === 4)
    const [own, others] = await owedOf(day)
    expect(own).toHaveLength(2)
    expect(await owedOf(later)).toEqual([others, own])
  })

  it('of a blocked time is shown with the days that it blocks, and no others', async () => {
    const account = { CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'secret' }
    const { client } = await openDesk({ env: { CALDAV_URL: 'http://127.0.0.1:1/business/', ...account } })
    await client.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-04T12:00', reason: '' })
    const owed = async (from: string, to = from) =>
      (await agendaOf(client, { from, to })).owed.map(({ kind, fault }) => [kind, fault !== ''])
    await until(async () => String(await owed('2026-12-03')) === 'closure-event,true')
    for (const date of ['2026-12-02', '2026-12-05']) expect(await owed(date)).toEqual([])
    expect(await owed('2026-12-04', '2026-12-05')).toHaveLength(1)
  })
})
