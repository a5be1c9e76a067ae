import { describe, expect, it } from 'vitest'
import { accessTokenOf, agendaOf, atDesk, day, officialClient, onlyAppointment } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, keyed, openShop, until } from './support/shop-server.ts'

const today = '2026-12-01'

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

  it('store what the owner was told as it is seen, without what contact lists put around it', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    const slot = { appointment_date: '2026-12-05', appointment_time: '08:00' }
    const copied = {
      full_name: '\u2068Bo Diaz\u2069',
      email: 'bo@example.com\u200b',
      phone: '\u202a+1 214 555 7788\u202c',
    }
    expect((await client.rpc('book_for_client', { ...slot, ...copied })).data).toMatchObject({
      full_name: 'Bo Diaz',
      email: 'bo@example.com',
      phone: '+1 214 555 7788',
    })
    expect((await client.rpc('book_for_client', { ...slot, full_name: '\u200b' })).error?.message).toBe(
      'Full Name is required.',
    )
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
        /^10:30.AM on Thursday, December 3, 2026 is already taken/,
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
        /^That day has passed/,
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
        /doesn’t accept "colour"/,
      ],
      [
        'move_appointment',
        { id, sequence: 3, ...slot },
        409,
        '40001',
        /has since been changed\. It’s now on Thursday/,
      ],
      [
        'move_appointment',
        { id, sequence: 0, appointment_date: slot.appointment_date, appointment_time: '10:00' },
        400,
        '22023',
        /already at that time/,
      ],
      [
        'move_appointment',
        { id: 'nobody', sequence: 0, ...slot },
        404,
        'P0002',
        /can’t find that appointment/,
      ],
      [
        'cancel_appointment',
        { id, sequence: 0, message: 'x'.repeat(501) },
        400,
        '22023',
        /at most 500 characters/,
      ],
      ['note_attendance', { id, attendance: 'came' }, 400, '22023', /once the appointment starts/],
      ['note_attendance', { id, attendance: 'late' }, 400, '22023', /came, did_not_come, or null/],
      ['write_note', { id, note: 'a\0b' }, 400, '22023', /character that can’t be stored/],
      ['write_note', { id, note: 'x'.repeat(2001) }, 400, '22023', /at most 2000 characters/],
      ['write_note', { id, sequence: 1, note: '' }, 409, '40001', /since been changed/],
      ['write_note', { id: 'nobody', note: '' }, 404, 'P0002', /can’t find that appointment/],
      [
        'close_time',
        { from: '2026-12-06T12:00', to: '2026-12-06T12:00', reason: '' },
        400,
        '22023',
        /end must be after the start/,
      ],
      [
        'close_time',
        { from: '2026-12-06T12:00', to: '2027-12-08T12:00', reason: '' },
        400,
        '22023',
        /at most a year/,
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
        /From must be a date and time/,
      ],
      ['reopen_time', { id: 'nobody' }, 404, 'P0002', /can’t find that closed time/],
      ['forget_client', { email: ann.email }, 409, '55006', /upcoming appointment \(Thursday, December 3/],
      ['forget_client', {}, 400, '22023', /by email or phone/],
      ['deliver_owed', { id: 999_999 }, 404, 'P0002', /can’t find that delivery/],
    ]
    for (const [name, args, status, code, sentence] of calls) {
      const answer = await client.rpc(name, args)
      expect({ name, status: answer.status, code: answer.error?.code }).toEqual({ name, status, code })
      expect(answer.error?.message).toMatch(sentence)
    }
    for (const body of ['[]', '"a"', '5']) {
      const headers = { authorization: `Bearer ${await accessTokenOf(client)}` }
      const answer = await shop.post('/rest/v1/rpc/agenda', body, headers)
      expect([answer.status, (await answer.json()).message]).toEqual([400, 'agenda takes one object.'])
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
    // The first invitation stores its organizer with the appointment.
    const toDo = "select id from jobs where status = 'pending' and kind <> 'client-reminder'"
    await until(async () => (await (await shop.database()).run(toDo)).length === 0)
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
    names.push('similar_bookings', 'undo_bookings')
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
    // Nor does the browser keep what stands in it of clients.
    expect(first.headers.get('cache-control')).toBe('no-store')
    const ask = () => fetch(url, { headers: { ...headers, 'if-none-match': etag } })
    const same = await ask()
    expect([same.status, await same.text()]).toEqual([304, ''])
    const [{ id } = { id: '' }] = (await agendaOf(client)).appointments
    await client.rpc('write_note', { id, note: 'Left shoulder low.' })
    expect((await ask()).status).toBe(200)
  })
})
