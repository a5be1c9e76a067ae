import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { clientMails } from '../../copy/emails.ts'
import { day, headersOf, openDesk } from './support/desk.ts'
import { ann, keyed, until } from './support/shop-server.ts'

it('the agenda is compressed, a table without formulas, or a calendar without the owner’s notes', async () => {
  const { shop, client } = await openDesk()
  const note = '=HYPERLINK("http://x.example","a"),"b"\n;=1+1'
  await shop.book({ ...ann, phone: '+1 555 123 4567' })
  const time = { appointment_date: ann.appointment_date, appointment_time: '18:00' }
  await client.rpc('book_for_client', { full_name: '-Bo; BEGIN:VALARM', ...time, note })

  const { data, error } = await client.rpc('agenda', day, { get: true }).csv()
  expect(error).toBeNull()
  const rows: Record<string, string>[] = parse(data ?? '', { columns: true, bom: true })
  expect(rows.map((row) => row.appointment_time)).toEqual(['10:00', '18:00'])
  expect(rows[1]?.note).toBe(`'${note}`)
  for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/)

  const blocked = { from: '2026-12-03T12:00', to: '2026-12-03T13:00', reason: 'x\r\nEND:VEVENT' }
  await client.rpc('close_time', blocked)
  const headers = await headersOf(client)
  const read = (accept: string) =>
    fetch(`${shop.url}/rest/v1/rpc/agenda?${new URLSearchParams(day)}`, { headers: { ...headers, accept } })
  const answer = await read('text/calendar')
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await answer.text()
  expect(text).not.toContain('HYPERLINK')
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  expect(events.map((event) => event.getFirstPropertyValue('summary')).sort()).toEqual([
    'Closed: x\nEND:VEVENT',
    'Consultation: -Bo; BEGIN:VALARM',
    'Consultation: Ann Lee',
  ])
  const json = (await read('application/json')).headers
  expect([json.get('content-encoding'), json.get('cache-control')]).toEqual(['gzip', 'no-store'])
})

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
  // Removed after the folder was listed.
  symlinkSync('nowhere.eml', join(shop.dataDir, 'mail', 'gone.eml'))
  for (const id of ['../appointments', '..%2fcalendar-secret', 'nobody', '', 'gone'])
    expect(await status(id)).toBe(404)
  // Like a proxy that doesn't name its client.
  for (const path of ['/mail', `/mail/${mail.id}`]) {
    const rejected = await fetch(shop.url.replace('127.0.0.1', 'localhost') + path)
    expect([rejected.status, (await rejected.text()).includes('Ann Lee')]).toEqual([404, false])
  }
  for (const [headers, code] of [[keyed, 403] as const, [{}, 401] as const])
    expect((await fetch(`${shop.url}/rest/v1/rpc/sent_mail?id=${mail.id}`, { headers })).status).toBe(code)
  expect(await read('sent_mails')).toContainEqual(mail)
  rmSync(join(shop.dataDir, 'mail'), { recursive: true })
  expect(await read('sent_mails')).toEqual([])
  expect(await status(mail.id)).toBe(404)
})
