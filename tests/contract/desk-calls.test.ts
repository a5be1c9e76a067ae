import { describe, expect, it } from 'vitest'
import { callArguments } from '../../booking/owner-api.ts'
import { openClock } from './support/clock.ts'
import { agendaOf, day, headersOf, officialClient, onlyAppointment, openDesk } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, keyed, until } from './support/shop-server.ts'

const today = '2026-12-01'

describe.each(engines)('the owner’s calls, on %s', (engine) => {
  it('let the official client read, book, move, and cancel', async () => {
    const { shop, client } = await openDesk({ engine, now: openClock().now })
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
    const without = { email: null, phone: null, referral_source: null }
    expect(booked.data).toMatchObject({ ...walkIn, ...without, booked_by: 'shop' })

    const { id } = await onlyAppointment(client)
    const to = { appointment_date: '2026-12-04', appointment_time: '07:00' }
    const moved = await client.rpc('move_appointment', { id, sequence: 0, ...to })
    expect(moved.data).toMatchObject({
      ...to,
      sequence: 1,
      history: [{ what: 'rescheduled', by: 'shop', from: '2026-12-03T16:00:00.000Z' }],
    })
    const cancel = { id, sequence: 1, message: 'The cloth is late.' }
    const cancelled = await client.rpc('cancel_appointment', cancel)
    expect(cancelled.data).toMatchObject({ status: 'cancelled', sequence: 2 })
    await until(async () => {
      const mails = await shop.mails('client-invitation')
      return mails.some(({ text }) => text?.includes('The cloth is late.'))
    })
    expect(await shop.openTimes('2026-12-03')).toContain('10:00')
    // The shop is emailed about the client's booking, but not about its own changes.
    for (const { subject } of await shop.mails()) expect(subject).toMatch(/^New/)
  })

  it('change the calendar and email the client, through jobs', async () => {
    const { shop, client } = await openDesk({ engine, now: openClock().now })
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

  it('reject what is taken, was changed in the meantime, or is unknown', async () => {
    const { shop, client } = await openDesk({ engine })
    const id: string = (await shop.book(ann)).data?.id
    const slot = { appointment_date: ann.appointment_date, appointment_time: '10:30' }
    const rejected: [name: string, args: object, status: number, code: string, message: RegExp][] = [
      [
        'book_for_client',
        { full_name: 'Bo', ...slot },
        409,
        '23P01',
        /^10:30.AM on Thursday, .* is already taken/,
      ],
      [
        'move_appointment',
        { id, sequence: 3, ...slot },
        409,
        '40001',
        /has since been changed\. It’s now on Thurs/,
      ],
      ['move_appointment', { id: 'x', sequence: 0, ...slot }, 404, 'P0002', /can’t find that appointment/],
      ['cancel_appointment', { id, sequence: 7, message: '' }, 409, '40001', /since been changed/],
      ['write_note', { id, sequence: 1, note: '' }, 409, '40001', /since been changed/],
      ['write_note', { id: 'x', note: '' }, 404, 'P0002', /can’t find that appointment/],
      ['reopen_time', { id: 'x' }, 404, 'P0002', /can’t find that closed time/],
      ['forget_client', { email: ann.email }, 409, '55006', /upcoming appointment \(Thursday, December 3/],
      ['deliver_owed', { id: 999_999 }, 404, 'P0002', /can’t find that delivery/],
    ]
    for (const [name, args, status, code, message] of rejected) {
      const { error, ...answer } = await client.rpc(name, args)
      expect({ name, status: answer.status, code: error?.code }).toEqual({ name, status, code })
      expect(error?.message).toMatch(message)
      if (code === '40001') expect(JSON.parse(error?.details ?? '')).toMatchObject({ id, sequence: 0 })
    }
    // More changes than any database counts.
    for (const sequence of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      for (const [name, args] of [
        ['move_appointment', slot],
        ['cancel_appointment', {}],
        ['note_attendance', { attendance: null }],
        ['write_note', { note: '' }],
      ] as const) {
        const { status } = await client.rpc(name, { id, sequence, ...args })
        expect({ name, sequence, status }).toEqual({ name, sequence, status: 409 })
      }
    }
    expect(await onlyAppointment(client)).toMatchObject({ sequence: 0, status: 'confirmed' })
  })
})

describe('the owner’s calls', () => {
  it('reject what breaks a rule, with a message', async () => {
    const { shop, client } = await openDesk()
    const id: string = (await shop.book(ann)).data?.id
    const slot = { appointment_date: ann.appointment_date, appointment_time: '10:30' }
    const bo = { full_name: 'Bo', ...slot }
    const clockChange = { appointment_date: '2027-03-14', appointment_time: '02:30' }
    const noon = '2026-12-06T12:00'
    const rejected: [name: string, args: object, message: RegExp][] = [
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
      ['close_time', { from: noon, to: '2027-12-08T12:00', reason: '' }, /at most a year/],
      ['close_time', { from: '2027-03-14T02:30', to: '2027-03-14T12:00', reason: '' }, /clocks change/],
      ['close_time', { from: '2026-12-06', to: noon, reason: '' }, /From must be a date and time/],
      ['forget_client', {}, /by email or phone/],
      ['agenda', { from: '2026-12-04', to: '2026-12-03' }, /./],
      ['agenda', { from: 'today', to: today }, /./],
      ['agenda', { from: today }, /./],
    ]
    for (const [name, args, message] of rejected) {
      const { status, error } = await client.rpc(name, args)
      expect({ name, status, code: error?.code }).toEqual({ name, status: 400, code: '22023' })
      expect(error?.message).toMatch(message)
    }
    for (const body of ['[]', '"a"', '5']) {
      const answer = await shop.post('/rest/v1/rpc/agenda', body, await headersOf(client))
      expect([answer.status, (await answer.json()).message]).toEqual([400, 'agenda takes one object.'])
    }
    expect(await onlyAppointment(client)).toMatchObject({ sequence: 0, status: 'confirmed' })
  })

  it('store text as the owner sees it, without the marks of contact lists', async () => {
    const { client } = await openDesk()
    const seen = { full_name: 'Bo Diaz', email: 'bo@example.com', phone: '+1 214 555 7788' }
    const { data } = await client.rpc('book_for_client', {
      full_name: `\u2068${seen.full_name}\u2069`,
      email: `${seen.email}\u200b`,
      phone: `\u202a${seen.phone}\u202c`,
      appointment_date: '2026-12-05',
      appointment_time: '08:00',
    })
    expect(data).toMatchObject(seen)
  })

  it('need a session: not the public key alone, a wrong token, or a session that ended', async () => {
    const { shop, client } = await openDesk()
    const headers = await headersOf(client)
    const status = async (name: string, headers: Record<string, string>) => {
      const type = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers: { ...type, ...headers }, body: '{}' }
      const answer = await fetch(`${shop.url}/rest/v1/rpc/${name}`, init)
      return [answer.status, (await answer.json()).code]
    }
    for (const name of Object.keys(callArguments)) {
      expect(await status(name, {})).toEqual([401, 'PGRST301'])
      expect(await status(name, keyed)).toEqual([403, '42501'])
      expect(await status(name, { ...keyed, authorization: 'Bearer wrong' })).toEqual([401, 'PGRST301'])
      expect(await status(name, { authorization: headers.authorization })).toEqual([401, 'PGRST301'])
    }
    expect((await officialClient(shop.url).rpc('agenda', day)).error?.code).toBe('42501')
    await client.auth.signOut()
    expect((await status('agenda', headers))[0]).toBe(401)
  })

  it('send nothing again that the desk has', async () => {
    const { shop, client } = await openDesk()
    await shop.book(ann)
    const headers = await headersOf(client)
    const url = `${shop.url}/rest/v1/rpc/agenda?${new URLSearchParams(day)}`
    const first = await fetch(url, { headers })
    const { id } = (await first.json()).appointments[0]
    expect(first.headers.get('cache-control')).toBe('no-store')
    const etag = first.headers.get('etag') ?? ''
    const ask = () => fetch(url, { headers: { ...headers, 'if-none-match': etag } })
    const same = await ask()
    expect([same.status, await same.text()]).toEqual([304, ''])
    await client.rpc('write_note', { id, note: 'Left shoulder low.' })
    expect((await ask()).status).toBe(200)
  })
})
