import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { day, headersOf, openDesk } from './support/desk.ts'
import { ann } from './support/shop-server.ts'

it('the agenda is also a table without formulas, and a calendar without the owner’s notes', async () => {
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
  const headers = { ...(await headersOf(client)), accept: 'text/calendar' }
  const answer = await fetch(`${shop.url}/rest/v1/rpc/agenda?${new URLSearchParams(day)}`, { headers })
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await answer.text()
  expect(text).not.toContain('HYPERLINK')
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  expect(events.map((event) => event.getFirstPropertyValue('summary')).sort()).toEqual([
    'Closed: x\nEND:VEVENT',
    'Consultation: -Bo; BEGIN:VALARM',
    'Consultation: Ann Lee',
  ])
})
