import { describe, expect, it } from 'vitest'
import { cancelled, clientMails, confirmation, kindEvents } from '#copy/emails.ts'
import { kindErrorWords, deskArguments as words } from '#copy/errors.ts'
import { visitPage } from '#copy/pages.ts'
import { kinds } from '../../demo/kinds.ts'
import { atDesk, day, getAgenda, getOnlyAppointment } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, openShop, waitFor } from './support/shop-server.ts'
import { getVisitToken, move, visit } from './support/visits.ts'

const fitting = { ...ann, kind: 'fitting' }

const minutes = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000

describe('kinds of appointment', () => {
  it('have their own length, or the owner’s', async () => {
    const client = await atDesk(await openShop())
    for (const [appointment_time, more] of [
      ['09:00', {}],
      ['10:00', { kind: 'fitting' }],
      ['10:45', { kind: 'pick-up' }],
      ['11:00', { kind: 'fitting', durationMinutes: 240 }],
    ] as const)
      await client.rpc('book_for_client', { ...ann, appointment_time, ...more })
    const { appointments } = await getAgenda(client)
    expect(appointments.map((appointment) => [appointment.kind, minutes(appointment)])).toEqual([
      ['consultation', 60],
      ['fitting', kinds.fitting?.durationMinutes],
      ['pick-up', 15],
      ['fitting', 240],
    ])
    const { data } = await client.rpc('find_client', { q: 'ann' }, { get: true })
    expect(data[0].appointments.map(minutes)).toEqual([240, 15, 45, 60])
    const csv = await client.rpc('agenda', day, { get: true }).csv()
    expect(csv.data).toMatch(/"kind"[\s\S]*"pick-up"/)

    // Moving keeps both, unless the owner asks for another length.
    const to = { appointment_date: ann.appointment_date, appointment_time: '15:00' }
    const move = (more: object) => client.rpc('move_appointment', { id: appointments[2]?.id, ...to, ...more })
    const moved = await move({ sequence: 0 })
    expect([moved.data.kind, minutes(moved.data)]).toEqual(['pick-up', 15])
    const longer = await move({ sequence: 1, durationMinutes: 90 })
    expect([longer.data.kind, minutes(longer.data), longer.data.sequence]).toEqual(['pick-up', 90, 2])
    expect((await move({ sequence: 2, durationMinutes: 90 })).status).toBe(400)
  })

  it('are rejected with a message if they’re unknown, too short, too long, or the only difference', async () => {
    const shop = await openShop({ opening: { capacity: 2 } })
    const client = await atDesk(shop)
    const rejected = async (more: object) => (await client.rpc('book_for_client', { ...ann, ...more })).error
    expect((await rejected({ kind: 'hemming' }))?.message).toBe(words.kind('consultation, fitting, pick-up'))
    for (const durationMinutes of [14, 241, 44.5]) {
      const error = { code: '22023', message: words.duration(15, 240) }
      expect(await rejected({ durationMinutes })).toMatchObject(error)
    }
    expect((await getAgenda(client)).appointments).toEqual([])
    // Clients book a consultation.
    expect((await shop.book(fitting)).status).toBe(400)
    await shop.book(ann)
    const { id, kind } = await getOnlyAppointment(client)
    expect(kind).toBe('consultation')
    // Though there's a second fitter, the same six fields can't also be a fitting.
    expect((await client.rpc('book_for_client', ann)).data.id).toBe(id)
    expect((await client.rpc('book_for_client', fitting)).status).toBe(409)
  })

  it.each(engines)('overlap nothing on one seat, at any length, on %s', async (engine) => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    await client.rpc('book_for_client', { ...fitting, durationMinutes: 20 })
    const at = async (appointment_time: string, more: object) =>
      (await client.rpc('book_for_client', { ...ann, full_name: 'Bo', appointment_time, ...more })).status
    expect(await at('10:19', { kind: 'pick-up' })).toBe(409)
    expect(await at('10:20', { kind: 'pick-up' })).toBe(200)
    expect(await at('09:00', { durationMinutes: 61 })).toBe(409)
    expect((await shop.book({ ...ann, full_name: 'Cy', appointment_time: '10:30' })).status).toBe(409)
    expect((await shop.book({ ...ann, full_name: 'Cy', appointment_time: '10:35' })).status).toBe(201)
    const { run } = await shop.database()
    for (const end of ['start_ms + 899999', 'start_ms + 14400001']) {
      const change = `end_ms = ${end}, occupied_until_ms = ${end} where full_name = 'Cy'`
      await expect(run(`update appointments set ${change}`)).rejects.toThrow('appointments_duration')
    }
    await expect(run("update appointments set kind = ''")).rejects.toThrow('appointments_kind')
  })

  it('stay when the client moves the appointment, to a time that is open for that long', async () => {
    const shop = await openShop()
    const client = await atDesk(shop)
    await client.rpc('book_for_client', fitting)
    await shop.book({ ...ann, full_name: 'Bo', email: 'bo@example.com', appointment_time: '11:15' })
    const token = await getVisitToken(shop, ann.email)
    const page = await (await visit(shop, token, '&on=2026-12-03')).text()
    // For 45 minutes, but not for a consultation, 10:30 is open between 10:00 and 11:15.
    expect(page).toContain('value="2026-12-03 10:30"')
    expect((await move(shop, token, '10:30')).status).toBe(303)
    expect((await move(shop, token, '12:00', '1')).status).toBe(409)
    const { appointments } = await getAgenda(client)
    expect(appointments[0]).toMatchObject({ kind: 'fitting', appointment_time: '10:30' })
    expect(appointments.map(minutes)).toEqual([45, 60])
  })

  it.each(engines)('show in the figures how many consultations led to a fitting, on %s', async (engine) => {
    const client = await atDesk(await openShop({ engine }))
    const book = (full_name: string, appointment_date: string, more: object = {}) => {
      const fields = { full_name, email: `${full_name}@example.com`, referral_source: 'google', ...more }
      return client.rpc('book_for_client', { appointment_date, appointment_time: '10:00', ...fields })
    }
    await book('ann', '2026-12-02')
    await book('ANN', '2026-12-03', { kind: 'fitting' })
    await book('ann', '2026-12-04', { kind: 'fitting' })
    await book('bo', '2026-12-05', { phone: '(214) 555-0188', referral_source: 'friend' })
    await book('cy', '2026-12-06', { phone: '+1 214 555 0188', kind: 'fitting' })
    await book('di', '2026-12-07')
    // A fitting after another consultation belongs to that one.
    await book('di', '2026-12-08')
    await book('di', '2026-12-09', { kind: 'fitting' })
    // Canceled, so it led nowhere.
    await book('ed', '2026-12-10')
    const gone = await book('ed', '2026-12-11', { kind: 'fitting' })
    await client.rpc('cancel_appointment', { id: gone.data.id, sequence: 0, message: '' })
    await book('flo', '2026-12-12', { kind: 'pick-up' })
    const { data } = await client.rpc('figures', { from: '2026-12-01', to: '2026-12-31' }, { get: true })
    const none = { came: 0, did_not_come: 0, cancelled: 0 }
    expect(data.by_source).toEqual([
      { referral_source: 'google', booked: 4, ...none, came_back: 2 },
      { referral_source: 'friend', booked: 1, ...none, came_back: 1 },
    ])
    expect(data.by_kind).toEqual([
      { kind: 'consultation', booked: 5, ...none },
      { kind: 'fitting', booked: 5, ...none, cancelled: 1 },
      { kind: 'pick-up', booked: 1, ...none },
    ])
    // The fitting may come after the requested days.
    const first = await client.rpc('figures', { from: '2026-12-02', to: '2026-12-02' }, { get: true })
    expect(first.data.by_source).toMatchObject([{ booked: 1, came_back: 1 }])
  })

  it.each(engines)('must exist while an appointment on %s has them, or no server starts', async (engine) => {
    const shop = await openShop({ engine })
    await shop.book(ann)
    await (await shop.database()).run("update appointments set kind = 'hemming'")
    const again = openShop({ engine, folder: shop.folder, env: shop.databaseEnv })
    await expect(again).rejects.toThrow(kindErrorWords.missing('hemming'))
  })

  it('appear in emails, the invitation, the calendar, and on the page behind the link', async () => {
    const shop = await openShop()
    const client = await atDesk(shop)
    const pickUp = { ...ann, kind: 'pick-up', email: 'bo@example.com', appointment_time: '12:00' }
    for (const wanted of [fitting, pickUp]) {
      const { data } = await client.rpc('book_for_client', wanted)
      const { name = '', lead = '', bring = [], title = '', durationMinutes = 0 } = kinds[wanted.kind] ?? {}
      const token = await getVisitToken(shop, wanted.email)
      const emails = await shop.mails('client-invitation')
      const email = emails.find(({ to }) => to?.[0]?.address === wanted.email)
      expect(email?.subject).toContain(confirmation.subject(name.toLowerCase(), ''))
      const length = clientMails.length(name, durationMinutes)
      for (const words of [title, lead, length, ...bring]) expect(email?.text).toContain(words)
      expect(email?.text).toContain(clientMails.bookedByShop(name.toLowerCase()))
      expect(email?.text).not.toMatch(/consultation/i)
      const content = email?.attachments[0]?.content as ArrayBuffer
      const event = new TextDecoder().decode(content)
      expect(event.replaceAll('\r\n ', '')).toContain(`SUMMARY:${kindEvents.client(name)}`)
      const summary = `SUMMARY:${kindEvents.business(name, ann.full_name)}`
      await waitFor(async () => (await shop.feed()).includes(summary))
      const page = await (await visit(shop, token, `&on=${ann.appointment_date}`)).text()
      for (const words of [visitPage.title, visitPage.move, visitPage.cancelQuestion])
        expect(page).toContain(words(name.toLowerCase()))
      expect(page).toContain(visitPage.openFor(durationMinutes, ''))
      expect(page.replace(/<style>.*?<\/style>|consultation\.ics/gs, '')).not.toMatch(/consultation/i)
      await client.rpc('cancel_appointment', { id: data.id, sequence: 0, message: '' })
      await waitFor(async () => {
        const mails = await shop.mails('client-invitation')
        return mails.some(({ text }) => text?.includes(cancelled.title(name.toLowerCase())))
      })
      expect(await (await visit(shop, token)).text()).toContain(visitPage.cancelledTitle(name.toLowerCase()))
    }
  })
})
