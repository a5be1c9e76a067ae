import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { accessTokenOf, atDesk, day, type OfficialClient } from './support/desk.ts'
import { ann, keyed, type OpenShop, openShop } from './support/shop-server.ts'

describe('the agenda as a file', () => {
  const evil = '=HYPERLINK("http://x.example","a"),"b"\n;=1+1'

  async function shopWithEvil(): Promise<{ shop: OpenShop; client: OfficialClient }> {
    const shop = await openShop()
    const client = await atDesk(shop)
    await shop.book({ ...ann, phone: '+1 555 123 4567' })
    const { data } = await client.rpc('book_for_client', {
      full_name: '-Bo; BEGIN:VALARM',
      appointment_date: ann.appointment_date,
      appointment_time: '18:00',
      note: evil,
    })
    expect(data.note).toBe(evil)
    return { shop, client }
  }

  it('is a table in which no cell is a formula', async () => {
    const { client } = await shopWithEvil()
    const { data: text, error } = await client.rpc('agenda', day, { get: true }).csv()
    expect(error).toBeNull()
    const rows: Record<string, string>[] = parse(text ?? '', { columns: true, bom: true })
    expect(rows.map((row) => row.appointment_time)).toEqual(['10:00', '18:00'])
    expect(rows[1]?.note).toBe(`'${evil}`)
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  })

  it('is a calendar that other programs read, without the owner’s notes', async () => {
    const { shop, client } = await shopWithEvil()
    await client.rpc('close_time', {
      from: '2026-12-03T12:00',
      to: '2026-12-03T13:00',
      reason: 'x\r\nEND:VEVENT',
    })
    const answer = await fetch(`${shop.url}/rest/v1/rpc/agenda?from=${day.from}&to=${day.to}`, {
      headers: { ...keyed, authorization: `Bearer ${await accessTokenOf(client)}`, accept: 'text/calendar' },
    })
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
})
