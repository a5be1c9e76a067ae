import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientMails } from '../../copy/emails.ts'
import { atDesk } from './support/desk.ts'
import { ann, keyed, openShop, testNoon, until } from './support/shop-server.ts'

describe('the mails that were sent', () => {
  it('can be read where they are files, at the desk and nowhere else', async () => {
    // A clock that stands: the mail to the business never falls due, and brings no folder back.
    const shop = await openShop({ now: () => testNoon })
    const client = await atDesk(shop)
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    const { data } = await client.rpc('sent_mails', {}, { get: true })
    const mail = data.find(({ to }: { to: string }) => to === ann.email)
    expect(mail).toMatchObject({ subject: expect.stringContaining('Your consultation: Thu') })
    const read = await client.rpc('sent_mail', { id: mail.id }, { get: true })
    expect(read.data.text).toContain(clientMails.greeting('Ann Lee'))
    expect(read.data.attachments).toHaveLength(2)
    for (const id of ['../appointments', '..%2fcalendar-secret', 'nobody', '']) {
      expect((await client.rpc('sent_mail', { id }, { get: true })).status).toBe(404)
    }
    // As a proxy asks that says nothing of those for whom it asks.
    for (const path of ['/mail', `/mail/${mail.id}`]) {
      const refused = await fetch(shop.url.replace('127.0.0.1', 'localhost') + path)
      expect([refused.status, (await refused.text()).includes('Ann Lee')]).toEqual([404, false])
    }
    for (const headers of [keyed, {}] as Record<string, string>[]) {
      const refused = await fetch(`${shop.url}/rest/v1/rpc/sent_mail?id=${mail.id}`, { headers })
      expect([401, 403]).toContain(refused.status)
    }
    // One that is cleared away between the look into the folder and the look at it.
    symlinkSync('nowhere.eml', join(shop.dataDir, 'mail', 'gone.eml'))
    const listed = await client.rpc('sent_mails', {}, { get: true })
    expect(listed.data).toContainEqual(mail)
    expect((await client.rpc('sent_mail', { id: 'gone' }, { get: true })).status).toBe(404)
    rmSync(join(shop.dataDir, 'mail'), { recursive: true })
    expect((await client.rpc('sent_mails', {}, { get: true })).data).toEqual([])
    expect((await client.rpc('sent_mail', { id: mail.id }, { get: true })).status).toBe(404)
  })
})
