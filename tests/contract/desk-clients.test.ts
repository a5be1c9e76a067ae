import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FoundClient } from '../../booking/owner-api.ts'
import { msPerDay, msPerMinute } from '../../booking/time.ts'
import { ownersCalendar } from '../../copy/emails.ts'
import { freePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { agendaOf, onlyAppointment, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { runCommand } from './support/run-command.ts'
import { ann, until } from './support/shop-server.ts'

describe.each(engines)('the owner’s calls about clients, on %s', (engine) => {
  it('distinguish clients and their appointments after a thousand others booked', async () => {
    const { shop, client, read } = await openDesk({ engine })
    const { data: first } = await shop.book(ann)
    const walkIn = { full_name: 'Dorian', appointment_date: '2026-12-02', appointment_time: '12:30' }
    await client.rpc('book_for_client', walkIn)
    const { run } = await shop.database()
    const later = '+ 3600000 * cast(n as bigint)'
    await run(`insert into appointments (id, full_name, email, phone, appointment_date, appointment_time,
        referral_source, created_at_ms, seat, start_ms, end_ms, occupied_until_ms)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1001)
      select 'y' || (1000 + n), 'Many', 'many' || n || '@example.com', '214555' || (1000 + n), appointment_date,
        appointment_time, referral_source, created_at_ms, seat, start_ms ${later}, end_ms ${later},
        occupied_until_ms ${later}
      from numbers, appointments where appointments.id = '${first.id}'`)
    const find = (q: string): Promise<FoundClient[]> => read('find_client', { q })
    expect(await find('many')).toHaveLength(50)
    expect((await find('dorian')).map(({ appointments }) => appointments.length)).toEqual([1])
    const cancelled = await client.rpc('cancel_appointment', { id: first.id, sequence: 0, message: '' })
    const delivered = cancelled.data.delivered.map(({ kind }: { kind: string }) => kind)
    expect(delivered).not.toContain('client-reminder')
    // With other numbers, and once with the address spelled differently.
    const again = { ...ann, email: 'ANN@example.com', phone: '+1 972 555 0188' }
    expect((await shop.book({ ...again, appointment_date: '2027-06-01' })).status).toBe(201)
    const third = { ...ann, phone: '+1 972 555 0199', appointment_date: '2027-06-02' }
    expect((await shop.book(third)).status).toBe(201)
    const visits = { from: '2027-06-01', to: '2027-06-02' }
    expect((await agendaOf(client, visits)).appointments.map(({ visit }) => visit)).toEqual([1, 2])
    // A canceled appointment doesn't count as upcoming.
    const cy = { ...ann, full_name: 'Cy', email: 'cy@example.com', phone: '+1 972 555 0177' }
    const { data: last } = await shop.book({ ...cy, appointment_date: '2027-06-03' })
    await client.rpc('cancel_appointment', { id: last.id, sequence: 0, message: '' })
    expect((await client.rpc('forget_client', { email: cy.email })).data).toEqual({ forgotten: 1 })
    expect(await find(cy.email)).toEqual([])
  })

  it('save who came and what the owner wants to remember, until the appointment is moved or canceled', async () => {
    const { shop, client, read, pass } = await openDesk({ engine })
    const walkIn = { full_name: 'Bo', appointment_date: '2026-12-01', appointment_time: '12:30' }
    const { data } = await client.rpc('book_for_client', walkIn)
    const note = '<b>Left</b> shoulder lower\r\nBcc: eve@example.com\nEND:VEVENT =1+1'
    expect((await client.rpc('write_note', { id: data.id, note })).data.note).toBe(note)
    const came = { id: data.id, attendance: 'came' }
    expect((await client.rpc('note_attendance', came)).status).toBe(400)
    await pass(31 * msPerMinute)
    const noted = { attendance: 'came', sequence: 0, note }
    expect((await client.rpc('note_attendance', came)).data).toMatchObject(noted)
    // A note replaces only the one that its writer saw.
    const over = (before: string) => client.rpc('write_note', { id: data.id, note: 'Tall', before })
    const late = await over('')
    expect([late.status, late.error?.code]).toEqual([409, '40001'])
    expect((await over(note)).data.note).toBe('Tall')
    expect((await over(note)).data.note).toBe('Tall')
    const undone = await client.rpc('note_attendance', { id: data.id, attendance: null, sequence: 0 })
    expect(undone.data.attendance).toBeNull()
    await client.rpc('note_attendance', came)
    const to = { id: data.id, sequence: 0, appointment_date: '2026-12-02', appointment_time: '12:30' }
    expect((await client.rpc('move_appointment', to)).data).toMatchObject({ sequence: 1, attendance: null })
    expect(await shop.feed()).not.toContain('shoulder')

    await pass(2 * msPerDay)
    expect((await client.rpc('note_attendance', came)).data.attendance).toBe('came')
    const cancelled = await client.rpc('cancel_appointment', { id: data.id, sequence: 1, message: '' })
    expect(cancelled.data).toMatchObject({ status: 'cancelled', attendance: null })
    const again = await client.rpc('note_attendance', came)
    expect([again.status, again.error?.code]).toEqual([409, '40001'])
    expect(again.error?.message).toBe('Bo’s appointment has since been canceled.')
    const { by_week } = await read('figures', { from: '2026-12-01', to: '2026-12-02' })
    expect(by_week).toEqual([{ week: '2026-11-30', booked: 1, came: 0, did_not_come: 0, cancelled: 1 }])
  })

  it('find clients by a part of their name, address, or number, and delete their data', async () => {
    const { shop, client, read, pass } = await openDesk({ engine })
    const zoe = { ...ann, full_name: 'Zoë Núñez', email: 'Zoe@example.com', phone: '+1 (214) 555-7788' }
    await shop.book(zoe)
    await shop.book({ ...zoe, email: 'zoe@example.com', appointment_time: '15:00' })
    await shop.book({ ...ann, appointment_time: '12:00' })
    const called = { full_name: 'Zoë', phone: '214.555.7788', appointment_date: '2026-12-04' }
    await client.rpc('book_for_client', { ...called, appointment_time: '07:00' })
    const find = (q: string): Promise<FoundClient[]> => read('find_client', { q })
    for (const q of ['zoe nunez', 'NÚÑEZ', 'oe@exam', '2145557788', '555-7788', '(214) 555']) {
      const found = await find(q)
      expect(found, q).toMatchObject([{ full_name: expect.stringContaining('Zoë') }])
      expect(found[0]?.appointments.map(({ visit }) => visit)).toEqual([3, 2, 1])
    }
    // As phones write it automatically.
    const pat = { full_name: 'Pat O\u2019Neal', appointment_date: '2026-12-04', appointment_time: '09:00' }
    await client.rpc('book_for_client', pat)
    for (const q of ["o'neal", 'O\u2019NEAL']) expect(await find(q)).toMatchObject([{ email: null }])
    // Stored with its domain in ASCII, as mail servers know it.
    const eleanor = 'eleanor@bücher.example'
    const fitting = { ...ann, full_name: 'Eleanor', phone: '+1 972 555 0188', appointment_time: '16:00' }
    expect((await shop.book({ ...fitting, email: eleanor })).status).toBe(201)
    for (const q of [eleanor, '@BÜCHER.example', 'xn--bcher']) {
      expect(await find(q)).toMatchObject([{ email: 'eleanor@xn--bcher-kva.example' }])
    }
    expect(await find('nobody')).toEqual([])
    expect(await find(' ')).toEqual([])
    expect((await find('e')).length).toBe(4)
    // Clients without an address aren't one client.
    for (const email of ['', ' ', '\u200b']) {
      expect((await client.rpc('forget_client', { email })).status).toBe(400)
    }
    expect((await client.rpc('forget_client', { phone: '2145557788' })).status).toBe(409)
    await pass(10 * msPerDay)
    expect((await client.rpc('forget_client', { phone: '1 214 555 77 88' })).data).toEqual({ forgotten: 3 })
    expect(await find('zoe')).toEqual([])
    expect(await find('forgotten')).toEqual([])
    for (const email of [ann.email.toUpperCase(), eleanor]) {
      expect((await client.rpc('forget_client', { email })).data).toEqual({ forgotten: 1 })
    }
  })

  it('delete with an address what its client booked by phone, but not another extension of that phone', async () => {
    const { shop, client, read, pass } = await openDesk({ engine })
    const book = (full_name: string, appointment_time: string, ways: object) =>
      client.rpc('book_for_client', { full_name, appointment_date: '2026-12-04', appointment_time, ...ways })
    const sam = { phone: '(214) 555-0100 x12' }
    const jo = { phone: '214-555-0100 ext. 34', email: 'jo@example.com' }
    await book('Sam Ortiz', '10:00', sam)
    await book('Jo Lee', '12:00', jo)
    const visitsOf = async (q: string): Promise<Record<string, number[]>> => {
      const found: FoundClient[] = await read('find_client', { q })
      return Object.fromEntries(
        found.map(({ full_name, appointments }) => [full_name, appointments.map(({ visit }) => visit)]),
      )
    }
    expect(await visitsOf('555-0100')).toEqual({ 'Sam Ortiz': [1], 'Jo Lee': [1] })
    // As the desk shows it, or as someone copies it.
    for (const q of [sam.phone, jo.phone, '555-0100 x1', '555.0100 EXT.12', '214 555 0100,,12#']) {
      expect({ q, found: await visitsOf(q) }).toEqual({ q, found: { 'Sam Ortiz': [1], 'Jo Lee': [1] } })
    }
    for (const q of ['x12', 'ext. 34', 'Max 555-0100']) expect(await visitsOf(q)).toEqual({})
    await book('Sam Ortiz', '16:00', { phone: '+1 214 555 0100,,12' })
    expect(await visitsOf('sam')).toEqual({ 'Sam Ortiz': [2, 1] })
    await pass(4 * msPerDay)
    expect((await client.rpc('forget_client', { email: jo.email })).data).toEqual({ forgotten: 1 })
    // The other's upcoming appointment doesn't matter.
    await book('Jo Lee', '10:00', { ...jo, appointment_date: '2026-12-08' })
    expect((await client.rpc('forget_client', sam)).data).toEqual({ forgotten: 2 })
    // Without an extension, the number is anyone's there.
    await book('Jo', '12:00', { phone: '2145550100', appointment_date: '2026-12-09' })
    expect(await visitsOf('jo')).toEqual({ Jo: [2, 1] })

    await shop.book({ ...ann, appointment_date: '2026-12-10' })
    await shop.book({ ...ann, full_name: 'Al', email: 'al@example.com', appointment_date: '2026-12-11' })
    await book('Ann Lee', '10:00', { phone: '555.123.4567', appointment_date: '2026-12-14' })
    await pass(12 * msPerDay)
    expect((await client.rpc('forget_client', { email: ann.email })).data).toEqual({ forgotten: 2 })
    expect([await visitsOf('ann'), await visitsOf('al')]).toEqual([{}, { Al: [1] }])
  })

  it('delete the data of a client known by name alone, and of no one else with that name', async () => {
    const { client, read } = await openDesk({ engine })
    const enter = async (time: string, more = {}) => {
      const at = { appointment_date: '2026-12-04', appointment_time: time }
      const { data } = await client.rpc('book_for_client', { full_name: 'Dorian', ...at, ...more })
      return data.id
    }
    const ids = [await enter('09:00'), await enter('12:00'), await enter('15:00', { phone: ann.phone })]
    const forget = (id?: string) => client.rpc('forget_client', { id })
    expect((await forget(ids[0])).error?.message).toContain('has an upcoming appointment')
    for (const id of ids) await client.rpc('cancel_appointment', { id, sequence: 0, message: '' })
    expect((await forget(ids[0])).data).toEqual({ forgotten: 1 })
    expect((await forget(ids[0])).data).toEqual({ forgotten: 0 })
    expect((await forget('unknown')).status).toBe(404)
    // A client with a phone is known by it, with all their appointments.
    expect((await forget(ids[2])).status).toBe(400)
    const found: FoundClient[] = await read('find_client', { q: 'dorian' })
    expect(new Set(found.flatMap(({ appointments }) => appointments.map(({ id }) => id)))).toEqual(
      new Set(ids.slice(1)),
    )
  })

  it('keep a client’s data until the email about their canceled appointment is sent or failed permanently', async () => {
    const port = await freePort()
    const clock = openClock()
    const settings = { now: clock.now, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } }
    const { shop, client } = await openDesk({ engine, ...settings })
    const forget = (email: string) => client.rpc('forget_client', { email })
    const bo = { ...ann, full_name: 'Bo', email: 'bo@example.com', phone: '+1 972 555 0188' }
    // The command runs on the real clock.
    for (const [appointment_time, who] of Object.entries({ '10:00': ann, '14:00': bo })) {
      const { data } = await shop.book({ ...who, appointment_date: '2037-12-03', appointment_time })
      await client.rpc('cancel_appointment', { id: data.id, sequence: 0, message: '' })
      const early = await forget(who.email)
      expect([early.status, early.error?.code]).toEqual([409, '55006'])
      expect(early.error?.message).toContain('hasn’t been told about the cancellation yet')
    }
    expect(await runCommand('forget', [ann.email], shop.settings)).toMatchObject({
      code: 1,
      output: expect.stringContaining('hasn’t been told about the cancellation yet'),
    })
    // After 29 failed attempts, the next one is the last.
    const { run } = await shop.database()
    const last = `update jobs set attempts = 29 where kind = 'client-invitation' and status = 'pending'
      and leased_until_ms is null and appointment_id in (select id from appointments where email = '${bo.email}') returning id`
    await until(async () => (await run(last)).length === 1)
    await until(async () => (await forget(bo.email)).data?.forgotten === 1)
    const received = await openMailServer(port)
    await until(async () => (await forget(ann.email)).data?.forgotten === 1)
    const told = received.filter(({ to }) => to?.[0]?.address === ann.email)
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('Canceled')])
    // The mail server closes after the connections that the shop would keep for later.
    await shop.close()
  })

  it('show nothing of a client whose data is deleted, email no one, and save no note of them', async () => {
    const { shop, client, pass } = await openDesk({ engine })
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    await pass(3 * msPerDay)
    // Due only now, so it isn't written after the saved emails are deleted.
    await client.rpc('deliver_owed')
    await until(async () => (await shop.mails('business-notification')).length === 1)
    await client.auth.refreshSession()
    const { id } = await onlyAppointment(client)
    expect((await client.rpc('forget_client', { email: ann.email })).data).toEqual({ forgotten: 1 })
    const nobody = { id, full_name: ownersCalendar.forgottenName, email: null, phone: null, note: '' }
    expect(await onlyAppointment(client)).toMatchObject(nobody)
    for (const of of [{ id }, { id, sequence: 0 }]) {
      const answer = await client.rpc('write_note', { ...of, note: 'Ann has a low shoulder.' })
      expect([answer.status, answer.error?.code]).toEqual([409, '40001'])
    }
    const to = { appointment_date: '2026-12-09', appointment_time: '10:00' }
    expect((await client.rpc('move_appointment', { id, sequence: 0, ...to })).data).toMatchObject(nobody)
    const newDay = { from: to.appointment_date, to: to.appointment_date }
    await until(async () => (await shop.feed()).includes('DTSTART;TZID=America/Chicago:20261209T100000'))
    await client.rpc('deliver_owed')
    expect(await onlyAppointment(client, newDay)).toMatchObject({ ...nobody, owed: [] })
    expect(readdirSync(join(shop.dataDir, 'mail')).join()).not.toContain(id)
  })

  it('report figures that agree with the table', async () => {
    const { shop, client, read, pass } = await openDesk({ engine })
    // In the evening, when it's already the next day in UTC.
    await pass(8 * 60 * msPerMinute)
    const sources = ['google', 'google', 'friend', 'tiktok', 'google', 'friend', '']
    for (const [index, referral_source] of sources.entries()) {
      const at = { appointment_date: `2026-12-0${2 + index}`, appointment_time: '10:00' }
      const fields = { full_name: `Client ${index}`, ...at, referral_source }
      const { data } = await client.rpc('book_for_client', fields)
      if (index === 1) await client.rpc('cancel_appointment', { id: data.id, sequence: 0, message: '' })
    }
    await pass(4 * msPerDay)
    const { appointments } = await agendaOf(client, { from: '2026-12-02', to: '2026-12-08' })
    await client.rpc('note_attendance', { id: appointments[0]?.id, attendance: 'came' })
    await client.rpc('note_attendance', { id: appointments[2]?.id, attendance: 'did_not_come' })
    const data = await read('figures', { from: '2026-12-02', to: '2026-12-08' })
    const { run } = await shop.database()
    const columns = `count(*) as booked,
      count(case when attendance = 'came' then 1 end) as came,
      count(case when attendance = 'did_not_come' then 1 end) as did_not_come,
      count(case when status = 'cancelled' then 1 end) as cancelled`
    const rows = await run(`select referral_source, ${columns} from appointments group by referral_source`)
    const bySource = (some: readonly object[]) =>
      new Set(some.map((row) => JSON.stringify(Object.entries(row).sort())))
    expect(bySource(data.by_source)).toEqual(
      bySource(rows.map((row) => ({ ...row, referral_source: row.referral_source || null, came_back: 0 }))),
    )
    expect(data.by_week).toEqual([
      { week: '2026-11-30', booked: 5, came: 1, did_not_come: 1, cancelled: 1 },
      { week: '2026-12-07', booked: 2, came: 0, did_not_come: 0, cancelled: 0 },
    ])
    // Booked on the first: 1, 3, 4, 5, 6 and 7 days ahead.
    expect(data.days_ahead).toEqual({ median: 4, nine_tenths: 7 })
    const days_ahead = { median: null, nine_tenths: null }
    const none = { by_source: [], by_kind: [], by_week: [], days_ahead }
    expect(await read('figures', { from: '2027-01-01', to: '2027-01-02' })).toEqual(none)
  })
})
