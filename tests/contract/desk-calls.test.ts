import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { clientMails } from '#copy/emails.ts'
import { callArguments } from '../../booking/owner-arguments.ts'
import { openClock } from './support/clock.ts'
import {
  day,
  getAgenda,
  getHeaders,
  getOnlyAppointment,
  type OfficialClient,
  openDesk,
} from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, keyHeaders, testNoon, waitFor } from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'

const today = '2026-12-01'
const slot = { appointment_date: ann.appointment_date, appointment_time: '10:30' }
const statuses = { '22023': 400, P0002: 404, '23P01': 409, '40001': 409, '55006': 409 }

type Rejected = [name: string, args: object, code: keyof typeof statuses, message: RegExp]

async function expectRejected(client: OfficialClient, rejected: Rejected[]): Promise<void> {
  for (const [name, args, code, message] of rejected) {
    const { status, error } = await client.rpc(name, args)
    expect({ name, status, code: error?.code }).toEqual({ name, status: statuses[code], code })
    expect(error?.message).toMatch(message)
    if (code === '40001') expect(JSON.parse(error?.details ?? '')).toMatchObject({ sequence: 0 })
  }
  expect(await getOnlyAppointment(client)).toMatchObject({ sequence: 0, status: 'confirmed' })
}

describe.each(engines)('the owner’s calls, on %s', (engine) => {
  it('let the official client read, book, move, and cancel; jobs notify client and calendar', async () => {
    const { shop, client } = await openDesk({ engine, now: openClock().now })
    await shop.book(ann)
    const appointment = await getOnlyAppointment(client)
    const times = { starts_at: '2026-12-03T16:00:00.000Z', ends_at: '2026-12-03T17:00:00.000Z' }
    const asBooked = { status: 'confirmed', sequence: 0, history: [], booked_by: 'client', visit: 1 }
    expect(appointment).toMatchObject({ ...ann, ...times, ...asBooked, attendance: null, note: '' })
    const walkIn = { full_name: 'Bo Diaz', appointment_date: today, appointment_time: '20:15', note: 'Tall' }
    const booked = await client.rpc('book_for_client', walkIn)
    const without = { email: null, phone: null, referral_source: null }
    expect(booked.data).toMatchObject({ ...walkIn, ...without, booked_by: 'shop', owed: [] })

    const { id } = appointment
    const to = { appointment_date: '2026-12-04', appointment_time: '07:00' }
    const moved = await client.rpc('move_appointment', { id, sequence: 0, ...to })
    const history = [{ what: 'rescheduled', by: 'shop', from: appointment.starts_at }]
    expect(moved.data).toMatchObject({ ...to, sequence: 1, history })
    const message = 'The cloth is late.'
    const cancelled = await client.rpc('cancel_appointment', { id, sequence: 1, message })
    expect(cancelled.data).toMatchObject({ status: 'cancelled', sequence: 2 })
    await waitFor(async () =>
      (await shop.mails('client-invitation')).some(({ text }) => text?.includes(message)),
    )
    expect(await shop.openTimes(ann.appointment_date)).toContain('10:00')

    const later = { appointment_date: '2026-12-05', appointment_time: '08:00' }
    const cy = { full_name: 'Cy Lee', email: 'cy@example.com', phone: '+1 214 555 7788' }
    // With the characters that contact lists add.
    const copied = {
      full_name: `\u2068${cy.full_name}\u2069`,
      email: `${cy.email}\u200b`,
      phone: `\u202a${cy.phone}\u202c`,
    }
    expect((await client.rpc('book_for_client', { ...copied, ...later })).data).toMatchObject(cy)
    await waitFor(async () => (await shop.feed()).includes('Consultation: Cy Lee'))
    const laterDay = { from: later.appointment_date, to: later.appointment_date }
    await waitFor(async () => (await getOnlyAppointment(client, laterDay)).delivered.length === 2)
    // The shop gets an email about the client's booking, but never about its own changes.
    expect((await shop.mails()).filter(({ subject }) => !subject?.startsWith('New'))).toEqual([])

    const fair = { from: '2026-12-06T12:00', to: '2026-12-06T17:00', reason: 'Trade fair' }
    const { data } = await client.rpc('close_time', fair)
    await waitFor(async () => (await shop.feed()).includes('SUMMARY:Closed: Trade fair'))
    await client.rpc('reopen_time', { id: data.closure.id })
    await waitFor(async () => /SUMMARY:Closed: Trade fair[\s\S]*?STATUS:CANCELLED/.test(await shop.feed()))
  })

  it('reject times that are taken, changed, or unknown', async () => {
    const { shop, client } = await openDesk({ engine })
    const id: string = (await shop.book(ann)).data?.id
    await expectRejected(client, [
      [
        'book_for_client',
        { full_name: 'Bo', ...slot },
        '23P01',
        /^10:30.AM on Thursday, .* is already taken/,
      ],
      ['move_appointment', { id, sequence: 3, ...slot }, '40001', /since been changed\. It’s now on Thurs/],
      ['move_appointment', { id: 'x', sequence: 0, ...slot }, 'P0002', /no such appointment/],
      ['cancel_appointment', { id, sequence: 7, message: '' }, '40001', /since been changed/],
      ['write_note', { id, sequence: 1, note: '' }, '40001', /since been changed/],
      ['write_note', { id: 'x', note: '' }, 'P0002', /no such appointment/],
      ['reopen_time', { id: 'x' }, 'P0002', /no such closed time/],
      ['forget_client', { email: ann.email }, '55006', /upcoming appointment \(Thursday, December 3/],
      ['deliver_owed', { id: 999_999 }, 'P0002', /no such delivery/],
      // More changes than any database counts.
      ...[2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER].flatMap((sequence): Rejected[] => [
        ['move_appointment', { id, sequence, ...slot }, '40001', /./],
        ['cancel_appointment', { id, sequence }, '40001', /./],
        ['note_attendance', { id, sequence, attendance: null }, '40001', /./],
        ['write_note', { id, sequence, note: '' }, '40001', /./],
      ]),
    ])
  })
})

describe('the owner’s calls', () => {
  it('reject invalid arguments with a message', async () => {
    const { shop, client } = await openDesk()
    const id: string = (await shop.book(ann)).data?.id
    const bo = { full_name: 'Bo', ...slot }
    const clockChange = { appointment_date: '2027-03-14', appointment_time: '02:30' }
    const noon = '2026-12-06T12:00'
    const wrong: [name: string, args: object, message: RegExp][] = [
      ['book_for_client', { ...bo, full_name: ' ' }, /^Full Name is required\.$/],
      ['book_for_client', { ...bo, full_name: '\u200b' }, /^Full Name is required\.$/],
      ['book_for_client', { ...bo, email: 'bo@' }, /^Email Address must look/],
      ['book_for_client', { ...bo, appointment_date: '2026-11-30' }, /^That day has passed/],
      ['book_for_client', { ...bo, ...clockChange }, /clocks change/],
      ['book_for_client', { ...bo, colour: 'red' }, /doesn’t accept "colour"/],
      ['move_appointment', { id, sequence: 0, ...slot, appointment_time: '10:00' }, /already at that time/],
      ['cancel_appointment', { id, sequence: 0, message: 'x'.repeat(501) }, /at most 500 characters/],
      ['note_attendance', { id, attendance: 'came' }, /once the appointment starts/],
      ['note_attendance', { id, attendance: 'late' }, /came, did_not_come, or null/],
      ['write_note', { id, note: 'a\0b' }, /character that can’t be stored/],
      ['write_note', { id, note: 'x'.repeat(2001) }, /at most 2000 characters/],
      ['close_time', { from: noon, to: noon, reason: '' }, /end must be after the start/],
      ['close_time', { from: noon, to: '2027-12-08T12:00', reason: '' }, /exceed one year/],
      ['close_time', { from: '2027-03-14T02:30', to: '2027-03-14T12:00', reason: '' }, /clocks change/],
      ['close_time', { from: '2026-12-06', to: noon, reason: '' }, /From must be a date and time/],
      ['forget_client', {}, /by email or phone/],
      ['agenda', { from: '2026-12-04', to: '2026-12-03' }, /./],
      ['agenda', { from: 'today', to: today }, /./],
      ['agenda', { from: today }, /./],
    ]
    await expectRejected(
      client,
      wrong.map(([name, args, message]) => [name, args, '22023', message]),
    )
    for (const body of ['[]', '"a"', '5']) {
      const answer = await shop.post('/rest/v1/rpc/agenda', body, await getHeaders(client))
      expect([answer.status, (await answer.json()).message]).toEqual([400, 'agenda takes one object.'])
    }
  })

  it('need a session, not only the public key, a wrong token, or an ended session', async () => {
    const { shop, client } = await openDesk()
    const headers = await getHeaders(client)
    const rejection = async (name: string, headers: Record<string, string>) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }
      const answer = await fetch(`${shop.url}/rest/v1/rpc/${name}`, init)
      return [answer.status, (await answer.json()).code]
    }
    for (const name of Object.keys(callArguments)) {
      expect(await rejection(name, keyHeaders)).toEqual([403, '42501'])
      for (const wrong of [{}, { ...keyHeaders, authorization: 'Bearer wrong' }])
        expect(await rejection(name, wrong)).toEqual([401, 'PGRST301'])
      // The token alone, without the public key.
      expect(await rejection(name, { authorization: headers.authorization })).toEqual([401, 'PGRST301'])
    }
    await client.auth.signOut()
    expect((await rejection('agenda', headers))[0]).toBe(401)
  })
})

describe.each(engines)('an entry at the desk of a shop with two fitters, on %s', (engine) => {
  const walkIn = { ...slot, full_name: 'Walk-in', appointment_time: '10:00' }

  async function open() {
    const { shop, client } = await openDesk({ engine, opening: { capacity: 2 } })
    const send = (args: object, key = '') =>
      client.rpc('book_for_client', args).setHeader('idempotency-key', key)
    const enter = async (args: object, key?: string) => (await send(args, key)).data?.id
    const booked = async () => (await getAgenda(client)).appointments.map(({ id }) => id)
    return { shop, client, send, enter, booked }
  }

  it('is one appointment no matter how often it’s sent, and another with the same name and time is a second', async () => {
    const { client, send, enter, booked } = await open()
    const tries = Array.from({ length: 10 }, () => retryUntilAnswered(async () => send(walkIn, 'one')))
    const answers = await Promise.all(tries)
    const id = await enter(walkIn, 'one')
    expect(answers.map(({ data }) => data?.id)).toEqual(Array(10).fill(id))
    expect(await booked()).toEqual([id])

    const second = await enter(walkIn, 'second')
    expect((await booked()).sort()).toEqual([id, second].sort())
    expect((await send(walkIn, 'third')).status).toBe(409)

    // Moved to the time of another with that name.
    await client.rpc('cancel_appointment', { id, sequence: 0, message: '' })
    const later = await enter({ ...walkIn, appointment_time: '12:00' }, 'later')
    const moved = await client.rpc('move_appointment', { ...slot, id: later, sequence: 0 })
    expect(moved.status).toBe(200)
  })

  it('is one appointment without a key, or for a client with an email or phone', async () => {
    const { shop, enter, booked } = await open()
    const unnamed = await enter(walkIn)
    expect(await enter(walkIn)).toBe(unnamed)
    const { data } = await shop.book(ann)
    expect(await enter(ann, 'first')).toBe(data?.id)
    const { email, ...called } = { ...ann, appointment_time: '14:00' }
    const id = await enter(called, 'second')
    expect(await enter(called, 'third')).toBe(id)
    expect((await booked()).sort()).toEqual([unnamed, data?.id, id].sort())
    expect((await shop.book(ann)).status).toBe(200)
  })

  it('keeps the note added before it was sent again, and replaces no other', async () => {
    const { shop, send } = await open()
    await shop.book(ann)
    const [low, sister] = ['Left shoulder low.', 'Left shoulder low. Brings her sister.']
    for (const [entry, key] of [
      [{ ...walkIn, appointment_time: '14:00' }, 'one'] as const,
      [ann, ''] as const,
    ]) {
      const notes: string[] = []
      for (const note of ['', low, '', sister, 'Tall.'])
        notes.push((await send({ ...entry, note }, key)).data?.note)
      expect(notes).toEqual(['', low, low, sister, sister])
    }
  })
})

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
  const headers = await getHeaders(client)
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

it('only the desk can read emails that are saved as files', async () => {
  // On a frozen clock, the email to the business is never due, so it creates no new folder.
  const { shop, client, read } = await openDesk()
  const status = async (id: string) => (await client.rpc('sent_mail', { id }, { get: true })).status
  await shop.book(ann)
  await waitFor(async () => (await shop.mails('client-invitation')).length === 1)
  const mail = (await read('sent_mails')).find(({ to }: { to: string }) => to === ann.email)
  expect(mail).toMatchObject({ subject: expect.stringContaining('Your consultation: Thu') })
  const { text, attachments } = await read('sent_mail', { id: mail.id })
  expect(text).toContain(clientMails.greeting('Ann Lee'))
  expect(attachments).toHaveLength(2)
  // Removed after the folder was listed.
  symlinkSync('nowhere.eml', join(shop.dataDir, 'mail', 'gone.eml'))
  for (const id of ['../appointments', '..%2fcalendar-secret', 'nobody', '', 'gone'])
    expect(await status(id)).toBe(404)
  // Like a proxy that doesn't forward its client.
  for (const path of ['/mail', `/mail/${mail.id}`]) {
    const rejected = await fetch(shop.url.replace('127.0.0.1', 'localhost') + path)
    expect([rejected.status, (await rejected.text()).includes('Ann Lee')]).toEqual([404, false])
  }
  for (const [headers, code] of [[keyHeaders, 403] as const, [{}, 401] as const])
    expect((await fetch(`${shop.url}/rest/v1/rpc/sent_mail?id=${mail.id}`, { headers })).status).toBe(code)
  expect(await read('sent_mails')).toContainEqual(mail)
  rmSync(join(shop.dataDir, 'mail'), { recursive: true })
  expect(await read('sent_mails')).toEqual([])
  expect(await status(mail.id)).toBe(404)
})

const withoutMail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' }

describe('a pending job', () => {
  it('appears with its error on every day and every desk, and can be retried', async () => {
    const { shop, client, read } = await openDesk({ env: withoutMail, now: openClock().now })
    await shop.book(ann)
    const invitation = async () => {
      const { owed } = await getOnlyAppointment(client)
      expect(owed.map(({ kind }) => kind)).not.toContain('client-reminder')
      return owed.find(({ kind, fault }) => kind === 'client-invitation' && fault !== '')
    }
    await waitFor(async () => (await invitation()) !== undefined)
    const { id, since = '' } = (await invitation()) ?? {}
    expect(Date.parse(since) - testNoon).toBeGreaterThanOrEqual(0)
    const still = await client.rpc('deliver_owed', { id })
    expect(still.data.map((job: { id: number }) => job.id)).toContain(id)
    expect((await client.rpc('deliver_owed', {})).status).toBe(200)
    // Emails sent by SMTP aren't files.
    expect(await read('sent_mails')).toBeNull()

    const later = { from: '2027-02-04', to: '2027-02-04' }
    await shop.book({ ...ann, appointment_date: later.from, email: 'bo@example.com' })
    const owedOf = async (days: typeof day) => {
      const { appointments, owed_elsewhere = [] } = await getAgenda(client, days)
      const idsOf = (owed: readonly { id: number }[]) => owed.map((job) => job.id).sort()
      return [idsOf(appointments.flatMap(({ owed }) => owed)), idsOf(owed_elsewhere)]
    }
    await waitFor(async () => (await owedOf({ from: '2027-01-05', to: '2027-01-05' }))[1]?.length === 4)
    const [own, others] = await owedOf(day)
    expect(own).toHaveLength(2)
    expect(await owedOf(later)).toEqual([others, own])
  })

  it('of a closed time appears only on the days that it closes', async () => {
    const account = { CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'secret' }
    const { client } = await openDesk({ env: { CALDAV_URL: 'http://127.0.0.1:1/business/', ...account } })
    await client.rpc('close_time', { from: '2026-12-03T12:00', to: '2026-12-04T12:00', reason: '' })
    const owed = async (from: string, to = from) =>
      (await getAgenda(client, { from, to })).owed.map(({ kind, fault }) => [kind, fault !== ''])
    await waitFor(async () => String(await owed('2026-12-03')) === 'closure-event,true')
    for (const date of ['2026-12-02', '2026-12-05']) expect(await owed(date)).toEqual([])
    expect(await owed('2026-12-04', '2026-12-05')).toHaveLength(1)
  })
})
