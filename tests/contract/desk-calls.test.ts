import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { Agenda, DeskAppointment, FoundClient } from '../../booking/desk.ts'
import { msPerMinute } from '../../booking/milliseconds.ts'
import { accessTokenOf, atDesk, type OfficialClient, officialClient } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, keyed, type OpenShop, openShop, testNoon, until } from './support/shop-server.ts'

const today = '2026-12-01'
const day = { from: ann.appointment_date, to: ann.appointment_date }

async function agendaOf(client: OfficialClient, days = day): Promise<Agenda> {
  const { data, error } = await client.rpc('agenda', days, { get: true })
  expect(error).toBeNull()
  return data
}

async function onlyAppointment(client: OfficialClient, days = day): Promise<DeskAppointment> {
  const { appointments } = await agendaOf(client, days)
  expect(appointments).toHaveLength(1)
  return appointments[0] as DeskAppointment
}

/** A clock that the test sets. */
function clock() {
  let atMs = testNoon
  const pass = (ms: number) => {
    atMs += ms
  }
  return { now: () => atMs, pass }
}

describe.each(engines)('the owner’s calls, on %s', (engine) => {
  it('are open to the official client that is signed in: reads, books, moves, cancels', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    await shop.book(ann)
    expect(await onlyAppointment(client)).toMatchObject({
      ...ann,
      starts_at: '2026-12-03T16:00:00.000Z',
      ends_at: '2026-12-03T17:00:00.000Z',
      status: 'confirmed',
      attendance: null,
      booked_by: 'client',
      visit: 1,
      note: '',
      sequence: 0,
      history: [],
    })

    const walkIn = { full_name: 'Bo Diaz', appointment_date: today, appointment_time: '20:15', note: 'Tall' }
    const booked = await client.rpc('book_for_client', walkIn)
    expect(booked.data).toMatchObject({
      ...walkIn,
      email: null,
      phone: null,
      referral_source: null,
      booked_by: 'shop',
    })

    const { id } = await onlyAppointment(client)
    const to = { appointment_date: '2026-12-04', appointment_time: '07:00' }
    const moved = await client.rpc('move_appointment', { id, sequence: 0, ...to })
    expect(moved.data).toMatchObject({
      ...to,
      sequence: 1,
      history: [{ what: 'rescheduled', by: 'shop', from: '2026-12-03T16:00:00.000Z' }],
    })
    const cancelled = await client.rpc('cancel_appointment', {
      id,
      sequence: 1,
      message: 'The cloth is late.',
    })
    expect(cancelled.data).toMatchObject({ status: 'cancelled', sequence: 2 })
    await until(async () => {
      const mails = await shop.mails('client-invitation')
      return mails.some(({ text }) => text?.includes('The cloth is late.'))
    })
    expect(await shop.openTimes('2026-12-03')).toContain('10:00')
    // The shop has done it itself, and is told of what the client has done only.
    expect(
      (await shop.mails('business-notification')).every(({ subject }) => subject?.startsWith('New')),
    ).toBe(true)
  })

  it('change what is in the calendar and what the client knows, through the outbox', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    const { data } = await client.rpc('book_for_client', {
      full_name: 'Cy Lee',
      email: 'cy@example.com',
      appointment_date: '2026-12-05',
      appointment_time: '08:00',
    })
    await until(async () => (await shop.feed()).includes('Consultation: Cy Lee'))
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    expect(await shop.mails('business-notification')).toEqual([])
    await until(async () => {
      const { delivered } = await onlyAppointment(client, { from: '2026-12-05', to: '2026-12-05' })
      return delivered.length === 2
    })
    expect(data.owed).toEqual([])
    await client.rpc('close_time', { from: '2026-12-06T12:00', to: '2026-12-06T17:00', reason: 'Trade fair' })
    await until(async () => (await shop.feed()).includes('SUMMARY:Closed: Trade fair'))
    const { closures } = await agendaOf(client, { from: '2026-12-06', to: '2026-12-06' })
    await client.rpc('reopen_time', { id: closures[0]?.id })
    await until(async () => /SUMMARY:Closed: Trade fair[\s\S]*?STATUS:CANCELLED/.test(await shop.feed()))
  })

  it('refuse what is taken, changed meanwhile, unknown or against a rule, with a sentence', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    const { data: row } = await shop.book(ann)
    const id: string = row?.id
    const slot = { appointment_date: ann.appointment_date, appointment_time: '10:30' }
    const calls: [name: string, args: object, status: number, code: string, sentence: RegExp][] = [
      [
        'book_for_client',
        { full_name: 'Bo', ...slot },
        409,
        '23P01',
        /^10:30.AM on Thursday, December 3, 2026 is taken/,
      ],
      ['book_for_client', { full_name: ' ', ...slot }, 400, '22023', /^Full Name is required\.$/],
      [
        'book_for_client',
        { full_name: 'Bo', ...slot, email: 'bo@' },
        400,
        '22023',
        /^Email Address must look/,
      ],
      [
        'book_for_client',
        { full_name: 'Bo', ...slot, appointment_date: '2026-11-30' },
        400,
        '22023',
        /^That day is over/,
      ],
      [
        'book_for_client',
        { full_name: 'Bo', appointment_date: '2027-03-14', appointment_time: '02:30' },
        400,
        '22023',
        /clocks change/,
      ],
      [
        'book_for_client',
        { full_name: 'Bo', ...slot, colour: 'red' },
        400,
        '22023',
        /does not take "colour"/,
      ],
      [
        'move_appointment',
        { id, sequence: 3, ...slot },
        409,
        '40001',
        /was changed meanwhile\. It is on Thursday/,
      ],
      [
        'move_appointment',
        { id, sequence: 0, appointment_date: slot.appointment_date, appointment_time: '10:00' },
        400,
        '22023',
        /at that time already/,
      ],
      ['move_appointment', { id: 'nobody', sequence: 0, ...slot }, 404, 'P0002', /no such appointment/],
      [
        'cancel_appointment',
        { id, sequence: 0, message: 'x'.repeat(501) },
        400,
        '22023',
        /at most 500 characters/,
      ],
      ['note_attendance', { id, attendance: 'came' }, 400, '22023', /once the appointment has begun/],
      ['note_attendance', { id, attendance: 'late' }, 400, '22023', /came, did_not_come or null/],
      ['write_note', { id, note: 'x'.repeat(2001) }, 400, '22023', /at most 2000 characters/],
      ['write_note', { id, sequence: 1, note: '' }, 409, '40001', /changed meanwhile/],
      ['write_note', { id: 'nobody', note: '' }, 404, 'P0002', /no such appointment/],
      [
        'close_time',
        { from: '2026-12-06T12:00', to: '2026-12-06T12:00', reason: '' },
        400,
        '22023',
        /end after it begins/,
      ],
      [
        'close_time',
        { from: '2027-03-14T02:30', to: '2027-03-14T12:00', reason: '' },
        400,
        '22023',
        /clocks change/,
      ],
      [
        'close_time',
        { from: '2026-12-06', to: '2026-12-07T12:00', reason: '' },
        400,
        '22023',
        /From must be a day and a time/,
      ],
      ['reopen_time', { id: 'nobody' }, 404, 'P0002', /no such closed time/],
      ['forget_client', { email: ann.email }, 409, '55006', /still expected \(Thursday, December 3/],
      ['forget_client', {}, 400, '22023', /by email or by phone/],
      ['deliver_owed', { id: 999_999 }, 404, 'P0002', /no such delivery/],
    ]
    for (const [name, args, status, code, sentence] of calls) {
      const answer = await client.rpc(name, args)
      expect({ name, status: answer.status, code: answer.error?.code }).toEqual({ name, status, code })
      expect(answer.error?.message).toMatch(sentence)
    }
    const stale = await client.rpc('cancel_appointment', { id, sequence: 7, message: '' })
    expect(JSON.parse(stale.error?.details ?? '')).toMatchObject({ id, sequence: 0 })
    for (const days of [
      { from: '2026-12-04', to: '2026-12-03' },
      { from: 'today', to: today },
      { from: today },
    ]) {
      expect((await client.rpc('agenda', days, { get: true })).status).toBe(400)
    }
    expect(await onlyAppointment(client)).toMatchObject({ sequence: 0, status: 'confirmed' })
  })

  it('are nobody else’s: without a token, with the public key alone, with a session that has ended', async () => {
    const shop = await openShop({ engine })
    await shop.book(ann)
    const client = await atDesk(shop)
    const token = await accessTokenOf(client)
    const before = await (await shop.database()).run('select * from appointments')
    const names = [
      'agenda',
      'figures',
      'opening',
      'find_client',
      'sent_mails',
      'sent_mail',
      'book_for_client',
    ]
    names.push('move_appointment', 'cancel_appointment', 'note_attendance', 'write_note', 'close_time')
    names.push('reopen_time', 'set_opening', 'forget_client', 'deliver_owed')
    const status = async (name: string, headers: Record<string, string>) => {
      const answer = await fetch(`${shop.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      })
      return [answer.status, (await answer.json()).code]
    }
    const anonymous = officialClient(shop.url)
    for (const name of names) {
      expect(await status(name, {})).toEqual([401, 'PGRST301'])
      expect(await status(name, keyed)).toEqual([403, '42501'])
      expect(await status(name, { ...keyed, authorization: 'Bearer wrong' })).toEqual([401, 'PGRST301'])
      expect((await anonymous.rpc(name, {})).error?.code).toBe('42501')
      expect(
        (await fetch(`${shop.url}/rest/v1/rpc/${name}`, { headers: { authorization: `Bearer ${token}` } }))
          .status,
      ).toBe(401)
    }
    await client.auth.signOut()
    expect((await status('agenda', { ...keyed, authorization: `Bearer ${token}` }))[0]).toBe(401)
    expect(await (await shop.database()).run('select * from appointments')).toEqual(before)
  })

  it('do not say again what the desk that asks has seen', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    await shop.book(ann)
    const headers = { ...keyed, authorization: `Bearer ${await accessTokenOf(client)}` }
    const url = `${shop.url}/rest/v1/rpc/agenda?${new URLSearchParams(day)}`
    const first = await fetch(url, { headers })
    const etag = first.headers.get('etag') ?? ''
    expect((await first.json()).appointments).toHaveLength(1)
    const ask = () => fetch(url, { headers: { ...headers, 'if-none-match': etag } })
    const same = await ask()
    expect([same.status, await same.text()]).toEqual([304, ''])
    const [{ id } = { id: '' }] = (await agendaOf(client)).appointments
    await client.rpc('write_note', { id, note: 'Left shoulder low.' })
    expect((await ask()).status).toBe(200)
  })

  it('note who came and what the owner wants to remember, and nothing else of the appointment', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const client = await atDesk(shop)
    const walkIn = { full_name: 'Bo', appointment_date: today, appointment_time: '12:30' }
    const { data } = await client.rpc('book_for_client', walkIn)
    const note = '<b>Left</b> shoulder lower\r\nBcc: eve@example.com\nEND:VEVENT =1+1'
    expect((await client.rpc('write_note', { id: data.id, note })).data.note).toBe(note)
    const came = { id: data.id, attendance: 'came' }
    expect((await client.rpc('note_attendance', came)).status).toBe(400)
    pass(31 * msPerMinute)
    expect((await client.rpc('note_attendance', came)).data).toMatchObject({
      attendance: 'came',
      sequence: 0,
      note,
    })
    const undone = await client.rpc('note_attendance', { id: data.id, attendance: null, sequence: 0 })
    expect(undone.data.attendance).toBeNull()
    expect(await shop.feed()).not.toContain('shoulder')
  })

  it('close a time for clients and not for the owner, and name who stands in it', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    await shop.book(ann)
    const times = { from: '2026-12-03T09:30', to: '2026-12-04T12:00' }
    const closed = await client.rpc('close_time', { ...times, reason: 'Fair; "cloth", <wool>' })
    expect(closed.data).toMatchObject({
      closure: { ...times, reason: 'Fair; "cloth", <wool>' },
      appointments: [{ full_name: 'Ann Lee', sequence: 0 }],
    })
    expect(await shop.openTimes('2026-12-03')).toEqual([])
    expect((await shop.openTimes('2026-12-04'))[0]).toBe('12:00')
    const bo = { ...ann, full_name: 'Bo', email: 'bo@example.com', appointment_time: '14:00' }
    expect((await shop.book(bo)).status).toBe(409)
    expect((await shop.postForm({ ...bo })).status).toBe(409)
    const byOwner = { full_name: 'Cy', appointment_date: '2026-12-03', appointment_time: '14:00' }
    expect((await client.rpc('book_for_client', byOwner)).status).toBe(200)
    const { closures } = await agendaOf(client, { from: '2026-12-04', to: '2026-12-04' })
    expect(closures).toEqual([closed.data.closure])
    expect((await client.rpc('reopen_time', { id: closed.data.closure.id })).data).toEqual({
      closure: closed.data.closure,
    })
    expect((await client.rpc('reopen_time', { id: closed.data.closure.id })).status).toBe(404)
    expect((await shop.book({ ...bo, appointment_time: '16:00' })).status).toBe(201)
  })

  it('set the opening hours in force at once, in every process and after a restart', async () => {
    const first = await openShop({ engine })
    const second = await openShop({ folder: first.folder, env: first.databaseEnv })
    const client = await atDesk(first)
    expect((await client.rpc('opening', {}, { get: true })).data).toMatchObject({
      firstStart: '09:00',
      capacity: 1,
    })
    const hours = { firstStart: '08:00', lastStart: '12:00', capacity: 2, closedWeekdays: [7] }
    expect((await client.rpc('set_opening', hours)).data).toMatchObject({ ...hours, durationMinutes: 60 })
    // The page says so too, by whichever process it is served, and to whomever.
    const page = async (headers = {}) => (await fetch(second.url, { headers })).text()
    const served = await page()
    expect(served).toContain('&quot;firstStart&quot;:&quot;08:00&quot;')
    expect(await page({ authorization: `Bearer ${await accessTokenOf(client)}` })).toBe(served)
    expect(await second.openTimes('2026-12-03')).toContain('08:00')
    expect(await second.openTimes('2026-12-06')).toEqual([])
    const early = { ...ann, appointment_time: '08:00' }
    expect((await second.book(early)).status).toBe(201)
    expect((await second.book({ ...early, email: 'bo@example.com' })).status).toBe(201)
    expect((await first.book({ ...early, email: 'cy@example.com' })).status).toBe(409)
    expect((await second.book({ ...ann, appointment_time: '13:00' })).status).toBe(400)
    const refused: [object, RegExp][] = [
      [{ firstStart: '13:00' }, /first start must not be later/],
      [{ lastStart: '24:00' }, /must be times as HH:MM/],
      [{ capacity: 0 }, /fitters must be from 1/],
      [{ closedWeekdays: [1, 2, 3, 4, 5, 6, 7] }, /At least one weekday/],
      [{ closedDates: ['2026-02-30'] }, /must be days as/],
      [{ lunch: '12:00' }, /does not take "lunch"/],
      [{ durationMinutes: '60' }, /must be a number/],
    ]
    for (const [wrong, sentence] of refused) {
      const { status, error } = await client.rpc('set_opening', wrong)
      expect([status, error?.message]).toEqual([400, expect.stringMatching(sentence)])
    }
    await second.close()
    const third = await openShop({ folder: first.folder, env: first.databaseEnv })
    expect(await third.openTimes('2026-12-04')).toContain('08:00')
    expect((await third.book({ ...early, appointment_date: '2026-12-04' })).status).toBe(201)
    expect(
      (await third.book({ ...early, appointment_date: '2026-12-04', email: 'bo@example.com' })).status,
    ).toBe(201)
  })

  it('find clients by a part of the name, the address or the number, and forget them', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const client = await atDesk(shop)
    const zoe = { ...ann, full_name: 'Zoë Núñez', email: 'Zoe@example.com', phone: '+1 (214) 555-7788' }
    await shop.book(zoe)
    await shop.book({ ...zoe, email: 'zoe@example.com', appointment_time: '15:00' })
    await shop.book({ ...ann, appointment_time: '12:00' })
    await client.rpc('book_for_client', {
      full_name: 'Zoë',
      phone: '214.555.7788',
      appointment_date: '2026-12-04',
      appointment_time: '07:00',
    })
    const find = async (q: string): Promise<FoundClient[]> =>
      (await client.rpc('find_client', { q }, { get: true })).data
    for (const q of ['zoe nunez', 'NÚÑEZ', 'oe@exam', '2145557788', '555-7788', '(214) 555']) {
      const found = await find(q)
      expect({ q, names: found.map(({ full_name }) => full_name) }).toEqual({
        q,
        names: [expect.stringContaining('Zoë')],
      })
      expect(found[0]?.appointments.map(({ visit }) => visit)).toEqual([3, 2, 1])
    }
    expect(await find('nobody')).toEqual([])
    expect(await find(' ')).toEqual([])
    expect((await find('e')).length).toBe(2)
    expect((await client.rpc('forget_client', { phone: '2145557788' })).status).toBe(409)
    pass(10 * 24 * 60 * msPerMinute)
    await client.auth.refreshSession()
    expect((await client.rpc('forget_client', { phone: '1 214 555 77 88' })).data).toEqual({ forgotten: 3 })
    expect(await find('zoe')).toEqual([])
    expect(await find('forgotten')).toEqual([])
    expect((await client.rpc('forget_client', { email: ann.email.toUpperCase() })).data).toEqual({
      forgotten: 1,
    })
  })

  it('tell figures that agree with the table', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const client = await atDesk(shop)
    const sources = ['google', 'google', 'friend', 'tiktok', 'google', 'friend', '']
    for (const [index, referral_source] of sources.entries()) {
      const date = `2026-12-0${2 + index}`
      const { data } = await client.rpc('book_for_client', {
        full_name: `Client ${index}`,
        appointment_date: date,
        appointment_time: '10:00',
        referral_source,
      })
      if (index === 1) await client.rpc('cancel_appointment', { id: data.id, sequence: 0, message: '' })
    }
    pass(4 * 24 * 60 * msPerMinute)
    await client.auth.refreshSession()
    const { appointments } = await agendaOf(client, { from: '2026-12-02', to: '2026-12-08' })
    await client.rpc('note_attendance', { id: appointments[0]?.id, attendance: 'came' })
    await client.rpc('note_attendance', { id: appointments[2]?.id, attendance: 'did_not_come' })
    const { data } = await client.rpc('figures', { from: '2026-12-02', to: '2026-12-08' }, { get: true })
    const { run } = await shop.database()
    const columns = `count(*) as booked,
      count(case when attendance = 'came' then 1 end) as came,
      count(case when attendance = 'did_not_come' then 1 end) as did_not_come,
      count(case when status = 'cancelled' then 1 end) as cancelled`
    const rows = await run(`select referral_source, ${columns} from appointments group by referral_source`)
    const bySource = (some: readonly object[]) =>
      new Set(some.map((row) => JSON.stringify(Object.entries(row).sort())))
    expect(bySource(data.by_source)).toEqual(
      bySource(rows.map((row) => ({ ...row, referral_source: row.referral_source || null }))),
    )
    expect(data.by_week).toEqual([
      { week: '2026-11-30', booked: 5, came: 1, did_not_come: 1, cancelled: 1 },
      { week: '2026-12-07', booked: 2, came: 0, did_not_come: 0, cancelled: 0 },
    ])
    // Booked on the first: 1, 3, 4, 5, 6 and 7 days ahead.
    expect(data.days_ahead).toEqual({ median: 4, nine_tenths: 7 })
    const none = await client.rpc('figures', { from: '2027-01-01', to: '2027-01-02' }, { get: true })
    expect(none.data).toEqual({ by_source: [], by_week: [], days_ahead: { median: null, nine_tenths: null } })
  })
})

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

describe('the mails that were sent', () => {
  it('can be read where they are files, at the desk and nowhere else', async () => {
    const shop = await openShop()
    const client = await atDesk(shop)
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    const { data } = await client.rpc('sent_mails', {}, { get: true })
    const mail = data.find(({ to }: { to: string }) => to === ann.email)
    expect(mail).toMatchObject({ subject: expect.stringContaining('Your consultation on Thursday') })
    const read = await client.rpc('sent_mail', { id: mail.id }, { get: true })
    expect(read.data.text).toContain('Dear Ann Lee')
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
  })
})

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
