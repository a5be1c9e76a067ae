import { describe, expect, it } from 'vitest'
import { atDesk, onlyAppointment } from './support/desk.ts'
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
})
