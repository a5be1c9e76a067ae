import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { desk as words } from '#copy/desk.ts'
import { deskErrors } from '#copy/errors.ts'
import type { DeskAppointment, FoundClient } from '../../booking/owner-api.ts'
import { msPerDay, msPerMinute } from '../../booking/time.ts'
import { getFreePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { day, getAgenda, getHeaders, getOnlyAppointment, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { runCommand } from './support/run-command.ts'
import { ann, type Settings, waitFor } from './support/shop-server.ts'

describe.each(engines)('the owner’s calls about clients, on %s', (engine) => {
  async function open(settings: Settings = {}) {
    const desk = await openDesk({ engine, ...settings })
    const { client, read, shop } = desk
    const find = (q: string): Promise<FoundClient[]> => read('find_client', { q })
    return {
      ...desk,
      find,
      /** Each matching client, and which of their appointments these are. */
      visitsOf: async (q: string): Promise<Record<string, number[]>> => {
        const visits = ({ appointments }: FoundClient) => appointments.map(({ visit }) => visit)
        return Object.fromEntries((await find(q)).map((found) => [found.full_name, visits(found)]))
      },
      /**
       * Books at the desk.
       * @returns the appointment
       */
      enter: async (full_name: string, at: string, more = {}): Promise<DeskAppointment> => {
        const [appointment_date, appointment_time] = at.split(' ')
        const fields = { full_name, appointment_date, appointment_time, ...more }
        return (await client.rpc('book_for_client', fields)).data
      },
      cancel: async (id: string, sequence = 0) =>
        (await client.rpc('cancel_appointment', { id, sequence, message: '' })).data,
      forget: (wanted: object) => client.rpc('forget_client', wanted),
      run: async (query: string) => (await shop.database()).run(query),
    }
  }

  it('distinguish clients and their appointments after a thousand other bookings', async () => {
    const { shop, client, find, enter, cancel, forget, run } = await open()
    const { data: first } = await shop.book(ann)
    await enter('Dorian', '2026-12-02 12:30')
    const later = '+ 3600000 * cast(n as bigint)'
    await run(`insert into appointments (id, full_name, email, phone, appointment_date, appointment_time,
        referral_source, created_at_ms, seat, start_ms, end_ms, occupied_until_ms)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1001)
      select 'y' || (1000 + n), 'Many', 'many' || n || '@example.com', '214555' || (1000 + n), appointment_date,
        appointment_time, referral_source, created_at_ms, seat, start_ms ${later}, end_ms ${later},
        occupied_until_ms ${later}
      from numbers, appointments where appointments.id = '${first.id}'`)
    expect(await find('many')).toHaveLength(50)
    expect((await find('dorian')).map(({ appointments }) => appointments.length)).toEqual([1])
    const { delivered } = await cancel(first.id)
    expect(delivered.map(({ kind }: { kind: string }) => kind)).not.toContain('client-reminder')
    // With other numbers, and once with the address spelled differently.
    const again = { ...ann, email: 'ANN@example.com', phone: '+1 972 555 0188' }
    expect((await shop.book({ ...again, appointment_date: '2027-06-01' })).status).toBe(201)
    const third = { ...ann, phone: '+1 972 555 0199', appointment_date: '2027-06-02' }
    expect((await shop.book(third)).status).toBe(201)
    const visits = { from: '2027-06-01', to: '2027-06-02' }
    expect((await getAgenda(client, visits)).appointments.map(({ visit }) => visit)).toEqual([1, 2])
    // A canceled appointment doesn't count as upcoming.
    const cy = { email: 'cy@example.com', phone: '+1 972 555 0177' }
    await cancel((await enter('Cy', '2027-06-03 10:00', cy)).id)
    expect((await forget({ email: cy.email })).data).toEqual({ forgotten: 1 })
    expect(await find(cy.email)).toEqual([])
  })

  it('save attendance and notes until the appointment is moved or canceled', async () => {
    const { shop, client, read, pass, enter, cancel } = await open()
    const { id } = await enter('Bo', '2026-12-01 12:30')
    const note = '<b>Left</b> shoulder lower\r\nBcc: eve@example.com\nEND:VEVENT =1+1'
    expect((await client.rpc('write_note', { id, note })).data.note).toBe(note)
    const attend = (attendance: 'came' | null) => client.rpc('note_attendance', { id, attendance })
    expect((await attend('came')).status).toBe(400)
    await pass(31 * msPerMinute)
    expect((await attend('came')).data).toMatchObject({ attendance: 'came', sequence: 0, note })
    // A note replaces only the one that its writer saw.
    const over = (before: string) => client.rpc('write_note', { id, note: 'Tall', before })
    const late = await over('')
    expect([late.status, late.error?.code]).toEqual([409, '40001'])
    for (const _ of ['first', 'repeated']) expect((await over(note)).data.note).toBe('Tall')
    expect((await attend(null)).data.attendance).toBeNull()
    await attend('came')
    const to = { id, sequence: 0, appointment_date: '2026-12-02', appointment_time: '12:30' }
    expect((await client.rpc('move_appointment', to)).data).toMatchObject({ sequence: 1, attendance: null })
    expect(await shop.feed()).not.toContain('shoulder')

    await pass(2 * msPerDay)
    expect((await attend('came')).data.attendance).toBe('came')
    expect(await cancel(id, 1)).toMatchObject({ status: 'cancelled', attendance: null })
    const { status, error } = await attend('came')
    expect([status, error?.code]).toEqual([409, '40001'])
    expect(error?.message).toBe(deskErrors.cancelledMeanwhile('Bo'))
    const { by_week } = await read('figures', { from: '2026-12-01', to: '2026-12-02' })
    expect(by_week).toEqual([{ week: '2026-11-29', booked: 1, came: 0, did_not_come: 0, cancelled: 1 }])
  })

  it('find clients by part of their name, address, or number, and delete their data', async () => {
    const { shop, pass, find, visitsOf, enter, forget } = await open()
    const zoe = { ...ann, full_name: 'Zoë Núñez', email: 'Zoe@example.com', phone: '+1 (214) 555-7788' }
    await shop.book(zoe)
    await shop.book({ ...zoe, email: 'zoe@example.com', appointment_time: '15:00' })
    await shop.book({ ...ann, appointment_time: '12:00' })
    await enter('Zoë', '2026-12-04 07:00', { phone: '214.555.7788' })
    for (const q of ['zoe nunez', 'NÚÑEZ', 'oe@exam', '2145557788', '555-7788', '(214) 555'])
      expect([q, ...Object.entries(await visitsOf(q))]).toEqual([
        q,
        [expect.stringMatching(/^Zoë/), [3, 2, 1]],
      ])
    // As phones write it automatically.
    await enter('Pat O\u2019Neal', '2026-12-04 09:00')
    for (const q of ["o'neal", 'O\u2019NEAL']) expect(await find(q)).toMatchObject([{ email: null }])
    // Stored with its domain in ASCII, as mail servers know it.
    const eleanor = 'eleanor@bücher.example'
    const fitting = { ...ann, full_name: 'Eleanor', phone: '+1 972 555 0188', appointment_time: '16:00' }
    expect((await shop.book({ ...fitting, email: eleanor })).status).toBe(201)
    for (const q of [eleanor, '@BÜCHER.example', 'xn--bcher'])
      expect(await find(q)).toMatchObject([{ email: 'eleanor@xn--bcher-kva.example' }])
    for (const q of ['nobody', ' ']) expect(await find(q)).toEqual([])
    expect((await find('e')).length).toBe(4)
    // Clients without an address aren't one client.
    for (const email of ['', ' ', '\u200b']) expect((await forget({ email })).status).toBe(400)
    expect((await forget({ phone: '2145557788' })).status).toBe(409)
    await pass(10 * msPerDay)
    expect((await forget({ phone: '1 214 555 77 88' })).data).toEqual({ forgotten: 3 })
    for (const q of ['zoe', 'forgotten']) expect(await find(q)).toEqual([])
    for (const email of [ann.email.toUpperCase(), eleanor])
      expect((await forget({ email })).data).toEqual({ forgotten: 1 })
  })

  it('distinguish extensions of one phone, and delete by address what the client booked by phone', async () => {
    const { shop, pass, visitsOf, enter, forget } = await open()
    const sam = { phone: '(214) 555-0100 x12' }
    const jo = { phone: '214-555-0100 ext. 34', email: 'jo@example.com' }
    await enter('Sam Ortiz', '2026-12-04 10:00', sam)
    await enter('Jo Lee', '2026-12-04 12:00', jo)
    await enter('Sam Ortiz', '2026-12-04 16:00', { phone: '+1 214 555 0100,,12' })
    const found = { 'Sam Ortiz': [2, 1], 'Jo Lee': [1] }
    // As the desk shows it, or as someone copies it.
    for (const q of ['555-0100', sam.phone, jo.phone, '555-0100 x1', '555.0100 EXT.12', '214 555 0100,,12#'])
      expect({ q, found: await visitsOf(q) }).toEqual({ q, found })
    for (const q of ['x12', 'ext. 34', 'Max 555-0100']) expect(await visitsOf(q)).toEqual({})
    await pass(4 * msPerDay)
    expect((await forget({ email: jo.email })).data).toEqual({ forgotten: 1 })
    // The other's upcoming appointment doesn't matter.
    await enter('Jo Lee', '2026-12-08 10:00', jo)
    expect((await forget(sam)).data).toEqual({ forgotten: 2 })
    // Without an extension, the number is anyone's there, unless another address has it.
    await enter('Jo', '2026-12-09 12:00', { phone: '2145550100' })
    await shop.book({
      ...ann,
      ...jo,
      full_name: 'Al',
      email: 'al@example.com',
      appointment_date: '2026-12-10',
    })
    await pass(12 * msPerDay)
    expect((await forget({ email: jo.email })).data).toEqual({ forgotten: 2 })
    expect(await visitsOf('555-0100')).toEqual({ Al: [1] })
  })

  it('delete the data of a client known only by name, and of no namesake', async () => {
    const { find, enter, cancel, forget } = await open()
    const times = { '09:00': {}, '12:00': {}, '15:00': { phone: ann.phone } }
    const ids: string[] = []
    for (const [time, more] of Object.entries(times))
      ids.push((await enter('Dorian', `2026-12-04 ${time}`, more)).id)
    const [alone, other, reachable] = ids
    expect((await forget({ id: alone })).error?.message).toContain('has an upcoming appointment')
    for (const id of ids) await cancel(id)
    for (const forgotten of [1, 0]) expect((await forget({ id: alone })).data).toEqual({ forgotten })
    expect((await forget({ id: 'unknown' })).status).toBe(404)
    // A client with a phone is identified by it, with all their appointments.
    expect((await forget({ id: reachable })).status).toBe(400)
    const left = (await find('dorian')).flatMap(({ appointments }) => appointments.map(({ id }) => id))
    expect(left.sort()).toEqual([other, reachable].sort())
  })

  it('keep a client’s data until the cancellation email is sent or failed permanently', async () => {
    const port = await getFreePort()
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}` }
    const { shop, cancel, forget, run } = await open({
      now: openClock().now,
      env,
      opening: { latestDaysAhead: null },
    })
    const bo = { ...ann, full_name: 'Bo', email: 'bo@example.com', phone: '+1 972 555 0188' }
    // The command runs on the real clock.
    for (const [appointment_time, who] of Object.entries({ '10:00': ann, '14:00': bo })) {
      const { data } = await shop.book({ ...who, appointment_date: '2037-12-03', appointment_time })
      await cancel(data.id)
      const { status, error } = await forget({ email: who.email })
      expect([status, error?.code, error?.message]).toEqual([409, '55006', deskErrors.notTold])
    }
    const { code, output } = await runCommand('forget', [ann.email], shop.settings)
    expect([code, output]).toEqual([1, expect.stringContaining('doesn’t know about the cancellation yet')])
    // After 29 failed attempts, the next one is the last.
    const last = `update jobs set attempts = 29 where kind = 'client-invitation' and status = 'pending'
      and leased_until_ms is null and appointment_id in (select id from appointments where email = '${bo.email}') returning id`
    await waitFor(async () => (await run(last)).length === 1)
    await waitFor(async () => (await forget({ email: bo.email })).data?.forgotten === 1)
    const received = await openMailServer(port)
    await waitFor(async () => (await forget({ email: ann.email })).data?.forgotten === 1)
    const told = received.filter(({ to }) => to?.[0]?.address === ann.email)
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining('Canceled')])
    // The mail server closes after the connections that the shop would keep for later.
    await shop.close()
  })

  it('show nothing of a deleted client, email no one, and save no note about them', async () => {
    const { shop, client, read, pass, forget, run } = await open()
    await shop.book(ann)
    await waitFor(async () => (await shop.mails('client-invitation')).length === 1)
    await pass(3 * msPerDay)
    // Due only now, so it isn't written after the saved emails are deleted.
    await client.rpc('deliver_owed')
    await waitFor(async () => (await shop.mails('business-notification')).length === 1)
    await client.auth.refreshSession()
    const { id } = await getOnlyAppointment(client)
    expect((await forget({ email: ann.email })).data).toEqual({ forgotten: 1 })
    expect(await run('select full_name from appointments')).toEqual([{ full_name: '' }])
    const nobody = { id, full_name: words.deletedName, email: null, phone: null, note: '' }
    expect(await getOnlyAppointment(client)).toMatchObject(nobody)
    const { id: _, ...noContact } = nobody
    expect(await read('client', { id })).toMatchObject({ ...noContact, appointments: [nobody] })
    for (const format of ['text/csv', 'text/calendar']) {
      const headers = { ...(await getHeaders(client)), accept: format }
      const query = new URLSearchParams(day)
      const answer = await fetch(`${shop.url}/rest/v1/rpc/agenda?${query}`, { headers })
      expect(await answer.text()).toContain(words.deletedName)
    }
    for (const args of [{ id }, { id, sequence: 0 }]) {
      const answer = await client.rpc('write_note', { ...args, note: 'Ann has a low shoulder.' })
      expect([answer.status, answer.error?.code]).toEqual([409, '40001'])
      expect(answer.error?.message).toContain(words.deletedName)
      expect(JSON.parse(answer.error?.details ?? '')).toMatchObject(nobody)
    }
    const to = { appointment_date: '2026-12-09', appointment_time: '10:00' }
    expect((await client.rpc('move_appointment', { id, sequence: 0, ...to })).data).toMatchObject(nobody)
    const newDay = { from: to.appointment_date, to: to.appointment_date }
    await waitFor(async () => (await shop.feed()).includes('DTSTART;TZID=America/Chicago:20261209T100000'))
    expect(await shop.feed()).toContain(`: ${words.deletedName}`)
    await client.rpc('deliver_owed')
    expect(await getOnlyAppointment(client, newDay)).toMatchObject({ ...nobody, owed: [] })
    expect(readdirSync(join(shop.dataDir, 'mail')).join()).not.toContain(id)
    // An email to the owner about that appointment.
    await run(`insert into jobs (appointment_id, kind, sequence, due_at_ms)
      values ('${id}', 'business-notification', 1, 0)`)
    await client.rpc('deliver_owed')
    await waitFor(async () => (await shop.mails('business-notification')).length === 1)
    const [email = expect.fail()] = await shop.mails('business-notification')
    expect(email.subject).toContain(words.deletedName)
    expect(email.text).toContain(words.deletedName)
  })

  it('report figures that match the table', async () => {
    const { client, read, pass, enter, cancel, run } = await open()
    // In the evening, when it's already the next day in UTC.
    await pass(8 * 60 * msPerMinute)
    const sources = ['google', 'google', 'friend', 'tiktok', 'google', 'friend', '']
    for (const [index, referral_source] of sources.entries()) {
      const { id } = await enter(`Client ${index}`, `2026-12-0${2 + index} 10:00`, { referral_source })
      if (index === 1) await cancel(id)
    }
    await pass(4 * msPerDay)
    const { appointments } = await getAgenda(client, { from: '2026-12-02', to: '2026-12-08' })
    await client.rpc('note_attendance', { id: appointments[0]?.id, attendance: 'came' })
    await client.rpc('note_attendance', { id: appointments[2]?.id, attendance: 'did_not_come' })
    const data = await read('figures', { from: '2026-12-02', to: '2026-12-08' })
    const columns = `count(*) as booked,
      count(case when attendance = 'came' then 1 end) as came,
      count(case when attendance = 'did_not_come' then 1 end) as did_not_come,
      count(case when status = 'cancelled' then 1 end) as cancelled`
    const rows = await run(`select referral_source, ${columns} from appointments group by referral_source`)
    const bySource = (counts: readonly object[]) =>
      new Set(counts.map((row) => JSON.stringify(Object.entries(row).sort())))
    expect(bySource(data.by_source)).toEqual(
      bySource(rows.map((row) => ({ ...row, referral_source: row.referral_source || null, came_back: 0 }))),
    )
    expect(data.by_week).toEqual([
      { week: '2026-11-29', booked: 4, came: 1, did_not_come: 1, cancelled: 1 },
      { week: '2026-12-06', booked: 3, came: 0, did_not_come: 0, cancelled: 0 },
    ])
    // Booked on the first: 1, 3, 4, 5, 6 and 7 days ahead.
    expect(data.days_ahead).toEqual({ median: 4, nine_tenths: 7 })
    const none = { by_source: [], by_kind: [], by_week: [], days_ahead: { median: null, nine_tenths: null } }
    expect(await read('figures', { from: '2027-01-01', to: '2027-01-02' })).toEqual(none)
  })
})
