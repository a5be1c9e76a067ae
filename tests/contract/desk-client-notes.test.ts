import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deskErrors } from '#copy/errors.ts'
import type { ClientMatch, DeskAppointment, DeskClient } from '../../booking/owner-api.ts'
import { msPerDay } from '../../booking/time.ts'
import { openClock } from './support/clock.ts'
import { getAgenda, getHeaders, openDesk } from './support/desk.ts'
import { databaseSettings, engines, openDatabaseItself } from './support/engines.ts'
import { runCommand } from './support/run-command.ts'
import { ann, createTemporaryFolder, type Settings, waitFor } from './support/shop-server.ts'

describe.each(engines)('a client at the desk, on %s', (engine) => {
  async function open(settings: Settings = {}) {
    const desk = await openDesk({ engine, ...settings })
    const { client, read } = desk
    const change = async (name: string, args: object): Promise<DeskAppointment> => {
      const { data, error } = await client.rpc(name, args)
      expect(error).toBeNull()
      return data
    }
    return {
      ...desk,
      change,
      enter: (full_name: string, at: string, more = {}) => {
        const [appointment_date, appointment_time] = at.split(' ')
        return change('book_for_client', { full_name, appointment_date, appointment_time, ...more })
      },
      page: (id: string): Promise<DeskClient> => read('client', { id }),
      noteOf: async (id: string): Promise<string> => (await read('client', { id })).note,
      match: async (q: string): Promise<string[]> =>
        (await read('clients', { q })).map(({ full_name }: ClientMatch) => full_name),
      writeNote: (id: string, note: string, before?: string) =>
        client.rpc('write_client_note', { id, note, before }),
    }
  }

  it('has one lasting note on all appointments, and only a writer who saw it can replace it', async () => {
    const { shop, client, enter, page, writeNote, read } = await open()
    const phone = '(214) 555-0118'
    const { id } = await enter('Aaron Whitfield', '2026-12-03 10:00', { phone })
    const email = 'aaron@whitfield.example'
    const other = await enter('Aaron Whitfield', '2026-12-04 10:00', { phone: '+1 214 555 0118', email })
    // The address leads to an appointment with another number.
    const far = await enter('Aaron Whitfield', '2026-12-05 10:00', { phone: '(972) 555-0163', email })
    await enter('Nathan Whitfield', '2026-12-03 12:00', { phone: '(469) 555-0121' })
    const note = `42 R. Left shoulder ½ low.\n${'½'.repeat(3970)}`
    expect((await writeNote(id, note)).data).toMatchObject({ id, client_note: note, note: '', sequence: 0 })
    const { appointments } = await getAgenda(client, { from: '2026-12-03', to: '2026-12-05' })
    expect(appointments.map((appointment) => appointment.client_note)).toEqual([note, '', note, note])
    const late = await writeNote(far.id, 'Tall', '')
    expect([late.status, late.error?.code]).toEqual([409, '40001'])
    expect(JSON.parse(late.error?.details ?? '')).toMatchObject({ client_note: note })
    for (const _ of ['first', 'repeated'])
      expect((await writeNote(far.id, 'Tall', note)).data.client_note).toBe('Tall')
    expect(await page(id)).toMatchObject({
      full_name: 'Aaron Whitfield',
      phone,
      email: null,
      note: 'Tall',
      appointments: [{ id: far.id, visit: 2 }, { id: other.id }, { id }],
    })
    expect((await writeNote(id, '½'.repeat(4001))).status).toBe(400)
    expect((await writeNote('unknown', '')).status).toBe(404)
    expect((await client.rpc('client', { id: 'unknown' })).status).toBe(404)
    expect((await writeNote(other.id, '', 'Tall')).data.client_note).toBe('')
    await writeNote(id, 'Tall')
    const accept = { ...(await getHeaders(client)), accept: 'text/csv' }
    const table = await fetch(`${shop.url}/rest/v1/rpc/agenda?from=2026-12-03&to=2026-12-05`, {
      headers: accept,
    })
    expect(await table.text()).not.toContain('Tall')
    expect(await shop.feed()).not.toContain('Tall')
    expect(await read('clients', { q: 'aaron' })).toMatchObject([{ id: far.id, note: 'Tall', visits: 3 }])
  })

  it('keeps both notes when a booking merges two clients', async () => {
    const { shop, enter, writeNote, noteOf } = await open()
    const booked = await enter('Ann', '2026-12-04 09:00', { email: ann.email })
    const two = await enter('Ann Lee', '2026-12-04 12:00', { phone: ann.phone })
    await writeNote(booked.id, '42 R')
    await writeNote(two.id, 'Prefers navy')
    expect([await noteOf(booked.id), await noteOf(two.id)]).toEqual(['42 R', 'Prefers navy'])
    const { data } = await shop.book(ann)
    const both = '42 R\nPrefers navy'
    for (const { id } of [booked, two, data]) expect(await noteOf(id)).toBe(both)
    expect((await writeNote(two.id, '42 R, navy', both)).status).toBe(200)
    for (const { id } of [booked, two, data]) expect(await noteOf(id)).toBe('42 R, navy')
  })

  it('is deleted with the note, which survives an old appointment’s deletion on the newer ones', async () => {
    const { shop, client, pass, enter, writeNote, noteOf } = await open({ env: { RETENTION_DAYS: '30' } })
    const old = await enter('Bo', '2026-12-02 10:00', { email: 'bo@example.com' })
    await enter('Cy', '2026-12-02 14:00', { email: 'cy@example.com' })
    await writeNote(old.id, 'Low shoulder')
    const later = await enter('Bo', '2026-12-20 10:00', { email: 'bo@example.com' })
    const { run } = await shop.database()
    const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row.appointment_id)
    expect(ids(await run('select appointment_id from client_notes'))).toEqual([old.id])
    expect((await client.rpc('forget_client', { email: 'cy@example.com' })).status).toBe(409)
    await pass(20 * msPerDay)
    expect((await client.rpc('forget_client', { email: 'cy@example.com' })).data).toEqual({ forgotten: 1 })
    expect(await noteOf(later.id)).toBe('Low shoulder')
    expect((await client.rpc('forget_client', { email: 'bo@example.com' })).data).toEqual({ forgotten: 2 })
    expect(await run('select * from client_notes')).toEqual([])
    const { status, error } = await writeNote(old.id, 'Bo has a low shoulder.')
    expect([status, error?.code]).toEqual([409, '40001'])
  })

  it('is found by words in any order, parts of words, and digits, each namesake with the last visit', async () => {
    const { client, enter, match, read, writeNote } = await open()
    const { id } = await enter('Aaron Whitfield', '2026-12-03 10:00', { phone: '(214) 555-0118' })
    await enter('James Whitfield', '2026-12-03 12:00', {
      phone: '(972) 555-0163',
      email: 'james@example.com',
    })
    await enter('Nathan Whitfield', '2026-12-03 14:00')
    const fitting = await enter('Aaron Whitfield', '2026-12-10 10:00', {
      phone: '(214) 555-0118',
      kind: 'fitting',
    })
    const canceled = await enter('Aaron Whitfield', '2026-12-17 10:00', { phone: '(214) 555-0118' })
    await client.rpc('cancel_appointment', { id: canceled.id, sequence: 0 })
    await writeNote(id, '42 R')
    expect(await match('whitf')).toEqual(['Aaron Whitfield', 'Nathan Whitfield', 'James Whitfield'])
    for (const q of ['whitfield aaron', 'AAR field', '0118', '555-0118 whit', '214 118'])
      expect([q, await match(q)]).toEqual([q, ['Aaron Whitfield']])
    for (const q of ['aaron james', 'aaron 0163', ' ', '11']) expect([q, await match(q)]).toEqual([q, []])
    const last = { id: fitting.id, kind: 'fitting', starts_at: fitting.starts_at, attendance: null }
    expect(await read('clients', { q: 'aaron' })).toEqual([
      {
        ...{ id: canceled.id, full_name: 'Aaron Whitfield', email: null },
        phone: '(214) 555-0118',
        referral_source: null,
        note: '42 R',
        visits: 2,
        last,
      },
    ])
  })

  it('gets corrected details on all appointments with the wrong ones, and a confirmation at the new address', async () => {
    const { shop, client, page, enter, change } = await open({ now: openClock().now })
    const wrong = { email: 'aron@whitfeild.example', phone: '(214) 555-0181' }
    const past = await enter('Aron Whitfield', '2026-12-01 07:00', wrong)
    const upcoming = await enter('Aron Whitfield', '2026-12-20 10:00', wrong)
    const wife = await enter('June Whitfield', '2026-12-21 10:00', { ...wrong, email: 'june@example.com' })
    await waitFor(async () => (await shop.mails('client-invitation')).length === 2)
    const right = { full_name: 'Aaron Whitfield', email: 'aaron@whitfield.example', phone: '(214) 555-0118' }
    const { id, sequence } = upcoming
    const answer = await change('correct_client', { id, sequence, ...right })
    const what = (appointment: DeskAppointment | undefined) =>
      appointment?.corrections.map((correction) => correction.what).sort()
    expect(answer).toMatchObject({ ...right, sequence: 1, history: [] })
    expect(what(answer)).toEqual(['email', 'full_name', 'phone'])
    // Sent again, because the answer was lost.
    expect(await change('correct_client', { id, sequence, ...right })).toMatchObject({ sequence: 1 })
    const { appointments } = await page(id)
    expect(appointments).toMatchObject([
      {
        id: wife.id,
        full_name: 'June Whitfield',
        email: 'june@example.com',
        phone: right.phone,
        sequence: 1,
      },
      { id, ...right },
      { id: past.id, ...right, sequence: 0 },
    ])
    expect(what(appointments[2])).toEqual(['email', 'full_name', 'phone'])
    await waitFor(async () => (await shop.mails('client-invitation')).length === 3)
    const sent = await shop.mails('client-invitation')
    const toNew = sent.filter(({ to }) => JSON.stringify(to).includes(right.email))
    expect(toNew).toHaveLength(1)
    expect(toNew[0]?.text).toContain(right.full_name)
    await waitFor(async () => (await shop.feed()).includes('Aaron Whitfield'))
    expect(JSON.stringify((await page(id)).appointments)).not.toContain('whitfeild')
    const stale = await client.rpc('correct_client', { id, sequence: 0, full_name: 'Al' })
    expect([stale.status, stale.error?.code]).toEqual([409, '40001'])
    const refused = await client.rpc('correct_client', { id, email: 'not an address' })
    expect(refused.status).toBe(400)
    expect((await client.rpc('correct_client', { id: 'unknown', full_name: 'Al' })).status).toBe(404)
  })

  it('keeps unsent emails when the name is corrected, and gets no extra ones', async () => {
    const { shop, change, enter } = await open({ now: openClock().now })
    const { id } = await enter('Aron', '2026-12-20 10:00', { email: 'aron@example.com' })
    const { run } = await shop.database()
    const pending = () =>
      run(
        `select kind, due_at_ms from jobs where status = 'pending' and appointment_id = '${id}' and kind <> 'calendar-event'`,
      )
    // The invitation is pending until the server has noted that it was sent.
    await waitFor(async () => (await pending()).length === 1)
    const before = await pending()
    expect(before).toMatchObject([{ kind: 'client-reminder' }])
    await change('correct_client', { id, full_name: 'Aaron' })
    expect(await pending()).toEqual(before)
    expect(await shop.mails('client-invitation')).toHaveLength(1)
  })

  it('gets an email when the owner corrects a kind or length, and the database rejects an overlap', async () => {
    const { shop, client, change, enter } = await open({ now: openClock().now })
    const bo = await enter('Bo', '2026-12-04 10:00', { email: 'bo@example.com' })
    await enter('Cy', '2026-12-04 12:00')
    const { id, sequence } = bo
    await waitFor(async () => (await shop.mails('client-invitation')).length === 1)
    const fitting = await change('correct_appointment', {
      id,
      sequence,
      kind: 'fitting',
      durationMinutes: 45,
    })
    const ends_at = '2026-12-04T16:45:00.000Z'
    expect(fitting).toMatchObject({ kind: 'fitting', ends_at, sequence: 1, history: [] })
    expect(fitting.corrections.map(({ what }) => what).sort()).toEqual(['kind', 'length'])
    await waitFor(async () => (await shop.mails('client-invitation')).length === 2)
    const longer = await client.rpc('correct_appointment', { id, sequence: 1, durationMinutes: 135 })
    expect([longer.status, longer.error?.code]).toEqual([409, '23P01'])
    const late = await client.rpc('correct_appointment', { id, sequence: 0, kind: 'pick-up' })
    expect([late.status, late.error?.code]).toEqual([409, '40001'])
    for (const wrong of [{ durationMinutes: 10 }, { kind: 'haircut' }])
      expect((await client.rpc('correct_appointment', { id, sequence: 1, ...wrong })).status).toBe(400)
    expect((await getAgenda(client, { from: '2026-12-04', to: '2026-12-04' })).appointments).toMatchObject([
      { id, ends_at, sequence: 1 },
      { full_name: 'Cy' },
    ])
    await client.rpc('cancel_appointment', { id, sequence: 1 })
    const canceled = await client.rpc('correct_appointment', { id, sequence: 2, kind: 'consultation' })
    expect(canceled.error?.message).toBe(deskErrors.cancelledMeanwhile('Bo'))
  })

  it('keeps the seat, even one beyond the fitters’, when kind or length is corrected', async () => {
    const { shop, client, enter, change } = await open({ opening: { capacity: 2 } })
    const first = await enter('Ann', '2026-12-04 10:00')
    await enter('Bo', '2026-12-04 10:00')
    const third = await enter('Cy', '2026-12-04 10:00', { overbook: true })
    for (const name of ['Di', 'Ed']) await enter(name, '2026-12-04 12:00')
    const { run } = await shop.database()
    const seatOfCy = async () => (await run("select seat from appointments where full_name = 'Cy'"))[0]?.seat
    expect(await seatOfCy()).toBe(2)
    const corrected = { id: third.id, kind: 'fitting', durationMinutes: 75 }
    expect(await change('correct_appointment', { ...corrected, sequence: 0 })).toMatchObject({
      kind: 'fitting',
      ends_at: '2026-12-04T17:15:00.000Z',
    })
    expect(await seatOfCy()).toBe(2)
    const late = { appointment_date: '2026-12-04', appointment_time: '10:30' }
    expect((await shop.book({ ...ann, ...late })).status).toBe(409)
    const intoFull = { durationMinutes: 150 }
    const long = await client.rpc('correct_appointment', { ...intoFull, id: first.id, sequence: 0 })
    expect([long.status, long.error?.code]).toEqual([409, '23P01'])
    // The owner already booked this one anyway.
    const grown = { ...intoFull, id: third.id, sequence: 1 }
    expect(await change('correct_appointment', grown)).toMatchObject({ sequence: 2 })
    expect(await seatOfCy()).toBe(2)
    // The other place is closed, but the client is already booked there.
    await client.rpc('close_time', { from: '2026-12-04T10:00', to: '2026-12-04T12:00', places: 1 })
    const shorter = { ...corrected, durationMinutes: 45 }
    expect(await change('correct_appointment', { ...shorter, sequence: 2 })).toMatchObject({ sequence: 3 })
    expect((await shop.book({ ...ann, ...late })).status).toBe(409)
  })

  it('keeps the lasting note through a backup, a restore, and a move to another database', async () => {
    const { shop, enter, writeNote } = await open()
    const { id } = await enter('Aaron Whitfield', '2026-12-04 10:00', { phone: ann.phone })
    await writeNote(id, '42 R. Left shoulder ½ low.\nPad it.')
    const { settings } = shop
    const notesIn = async (at: { DATA_DIR: string }) =>
      (await openDatabaseItself(at.DATA_DIR, at)).run('select * from client_notes')
    const file = join(createTemporaryFolder(), 'backup.sqlite')
    expect(await runCommand('backup', [file], settings)).toMatchObject({ code: 0 })
    await shop.close()
    const before = await notesIn(settings)
    expect(before).toMatchObject([{ appointment_id: id, note: '42 R. Left shoulder ½ low.\nPad it.' }])
    for (const name of engines) {
      const empty = { DATA_DIR: join(createTemporaryFolder(), 'data'), ...(await databaseSettings(name)) }
      expect(await runCommand('restore', [file], empty)).toMatchObject({ code: 0 })
      expect(await notesIn(empty)).toEqual(before)
    }
    if (engine === 'SQLite') {
      const moved = { ...settings, ...(await databaseSettings('PostgreSQL')) }
      expect(await runCommand('move', [], moved)).toMatchObject({ code: 0 })
      expect(await notesIn(moved)).toEqual(before)
    }
    await runCommand('restore', [file, '--replace'], settings)
    expect(await notesIn(settings)).toEqual(before)
  })

  it('loses the links that went to a wrong address', async () => {
    const { shop, change } = await open({ now: openClock().now })
    const { data } = await shop.book(ann)
    await waitFor(async () => (await shop.mails('client-invitation')).length === 1)
    const [mail] = await shop.mails('client-invitation')
    const [link = ''] = /http\S+\/\?visit=[\w-]+/.exec(mail?.text ?? '') ?? []
    expect((await fetch(link)).status).toBe(200)
    await change('correct_client', { id: data.id, email: 'annette@example.com' })
    expect((await fetch(link)).status).toBe(404)
  })
})
