import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientMails } from '../../copy/emails.ts'
import { openDesk } from './support/desk.ts'
import { ann, keyed, until } from './support/shop-server.ts'

it('emails in files can be read at the desk, and nowhere else', async () => {
  // On a still clock the email to the business never falls due, so it makes no new folder.
  const { shop, client, read } = await openDesk()
  const status = async (id: string) => (await client.rpc('sent_mail', { id }, { get: true })).status
  await shop.book(ann)
  await until(async () => (await shop.mails('client-invitation')).length === 1)
  const mail = (await read('sent_mails')).find(({ to }: { to: string }) => to === ann.email)
  expect(mail).toMatchObject({ subject: expect.stringContaining('Your consultation: Thu') })
  const { text, attachments } = await read('sent_mail', { id: mail.id })
  expect(text).toContain(clientMails.greeting('Ann Lee'))
  expect(attachments).toHaveLength(2)
  for (const id of ['../appointments', '..%2fcalendar-secret', 'nobody', ''])
    expect(await status(id)).toBe(404)
  // Like a proxy that doesn't name its client.
  for (const path of ['/mail', `/mail/${mail.id}`]) {
    const rejected = await fetch(shop.url.replace('127.0.0.1', 'localhost') + path)
    expect([rejected.status, (await rejected.text()).includes('Ann Lee')]).toEqual([404, false])
  }
  for (const headers of [keyed, {}] as Record<string, string>[]) {
    const rejected = await fetch(`${shop.url}/rest/v1/rpc/sent_mail?id=${mail.id}`, { headers })
    expect([401, 403]).toContain(rejected.status)
  }
  // Removed after the folder was listed.
  symlinkSync('nowhere.eml', join(shop.dataDir, 'mail', 'gone.eml'))
  expect(await read('sent_mails')).toContainEqual(mail)
  expect(await status('gone')).toBe(404)
  rmSync(join(shop.dataDir, 'mail'), { recursive: true })
  expect(await read('sent_mails')).toEqual([])
  expect(await status(mail.id)).toBe(404)
})
