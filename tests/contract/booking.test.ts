import { describe, expect, it } from 'vitest'
import { fieldErrors } from '#copy/booking-form.ts'
import { callErrors } from '#copy/errors.ts'
import { shop as demoShop } from '../../booking/opening-hours.ts'
import { msPerDay, msPerMinute, wallTimeToEpochMs } from '../../booking/time.ts'
import { everyDay } from '../support/week.ts'
import { createFrozenClock } from './support/desk.ts'
import { engines } from './support/engines.ts'
import { ann, countStored, keyHeaders, openShop } from './support/shop-server.ts'

describe('booking an appointment with the official client', () => {
  it('stores the row and returns one object, nothing, or the requested columns', async () => {
    const shop = await openShop()
    // As its writer meant it, in any script.
    const full_name = 'Zoe\u0308 نور 王小明'
    const { data, error, status } = await shop.book({ ...ann, full_name: `  ${full_name} ` })
    expect([error, status]).toEqual([null, 201])
    const stored = { ...ann, full_name: full_name.normalize('NFC') }
    expect(data).toEqual({ ...stored, id: expect.any(String), created_at: expect.any(String) })
    // UUID version 7 (RFC 9562), and the time of the test's own clock.
    expect(data?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(data?.created_at).toMatch(/^2026-12-01T18:00:/)

    const other = { ...ann, appointment_time: '14:00' }
    expect(await shop.appointments().insert(other)).toMatchObject({ data: null, error: null, status: 201 })
    const again = await shop.send(other, { prefer: 'return=minimal' })
    expect(await again.text()).toBe('')
    const inArray = [{ ...ann, appointment_time: '16:00' }]
    const columns = await shop.appointments().insert(inArray).select('id, full_name')
    expect([columns.status, columns.data]).toEqual([201, [{ id: expect.any(String), full_name: 'Ann Lee' }]])
  })
})

describe('an invalid booking', () => {
  const without = (name: keyof typeof ann) => ({ ...ann, [name]: undefined })
  const bad: [body: unknown, sentence: string][] = [
    [without('full_name'), 'Full Name is required.'],
    [{ ...ann, email: '   ' }, 'Email Address is required.'],
    [{ ...ann, full_name: 'x'.repeat(10_000) }, 'Full Name can have at most 200 characters.'],
    [{ ...ann, full_name: 'Ann\r\nBcc: all@example.com' }, 'Full Name contains a character'],
    [{ ...ann, full_name: 7 }, 'Full Name must be text.'],
    [{ ...ann, full_name: null }, 'Full Name must be text.'],
    [{ ...ann, email: 'ann@example.com, bo@example.com' }, 'Email Address must look like'],
    [{ ...ann, phone: '12345' }, 'Phone Number must have 7 to 15 digits'],
    [
      { ...ann, appointment_date: '2026-12-01' },
      'Preferred Date must be Wednesday, December 2, 2026 or later.',
    ],
    [{ ...ann, appointment_time: '08:59' }, 'Preferred Time must be between 9:00\u00a0AM and 5:00\u00a0PM.'],
    [{ ...ann, referral_source: 'newspaper' }, 'Tell us how you heard about us'],
    [{ ...ann, id: '1' }, callErrors.noField('"id"')],
    [{ ...ann, status: 'confirmed' }, callErrors.noField('"status"')],
    [null, 'An appointment must be an object'],
    [[[ann]], 'An appointment must be an object'],
    [[], callErrors.oneAtATime],
    [[ann, ann], callErrors.oneAtATime],
  ]

  it('is rejected with a message about the field, and nothing is stored', async () => {
    const shop = await openShop()
    for (const [body, sentence] of bad) {
      const response = await shop.post('/rest/v1/appointments', JSON.stringify(body))
      const { message, ...answer } = await response.json()
      const expected = { body, status: 400, message: expect.stringContaining(sentence) }
      expect({ body, status: response.status, message }).toEqual(expected)
      expect(Object.keys(answer)).toEqual(['code', 'details', 'hint'])
    }
    // All fields together, with their names in the details.
    const { error } = await shop.book({ ...ann, email: 'x', phone: '1' })
    expect(error?.details).toBe('email, phone')
    expect(error?.message).toMatch(/Email Address .*Phone Number/)
    const unknown = await shop.appointments().insert(ann).select('password')
    expect(unknown.error).toMatchObject({ code: '42703', message: callErrors.noField('"password"') })
    expect(countStored(shop.file())).toBe(0)
  })

  it('can be broken JSON, the wrong media type, too large, or an attack on the prototype', async () => {
    const shop = await openShop()
    const status = async (body: string | undefined, headers = {}) =>
      (await shop.post('/rest/v1/appointments', body, headers)).status
    for (const body of ['{', '', undefined, '{"__proto__": {"admin": true}}'])
      expect(await status(body)).toBe(400)
    expect(await status(JSON.stringify(ann), { 'content-type': 'text/plain' })).toBe(415)
    expect(await status(JSON.stringify({ ...ann, full_name: 'x'.repeat(17_000) }))).toBe(413)
    expect(countStored(shop.file())).toBe(0)
  })
})

it('every call needs the public key, as apikey or bearer token, and the key can only book', async () => {
  const shop = await openShop()
  const call = (headers: Record<string, string>, path = '/rest/v1/appointments') =>
    fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(ann),
    })
  const calls = ['appointments', 'rpc/hours', 'rpc/open_times', 'rpc/open_days', 'rpc/social_proof'].map(
    (name) => `rest/v1/${name}`,
  )
  const functions = ['create-calendar-event', 'send-appointment-notification'].map(
    (name) => `functions/v1/${name}`,
  )
  for (const path of [...calls, ...functions])
    expect([path, (await call({}, `/${path}`)).status]).toEqual([path, 401])
  expect((await call({ apikey: 'wrong' })).status).toBe(401)
  expect((await call({ authorization: `Bearer ${keyHeaders.apikey}` })).status).toBe(201)

  const { id } = shop.file().prepare('select id from appointments').get() ?? {}
  const rejected = await Promise.all([
    shop.appointments().select(),
    shop.appointments().update({ full_name: 'Bo' }).eq('id', id),
    shop.appointments().delete().eq('id', id),
  ])
  for (const { status, error, data } of rejected)
    expect({ status, code: error?.code, data }).toEqual({ status: 403, code: '42501', data: null })
  expect(countStored(shop.file())).toBe(1)
})

describe('the six fields of an appointment, sent again', () => {
  it('return the same appointment three seconds later, when its day is no longer bookable', async () => {
    let nowEpochMs = wallTimeToEpochMs('2026-12-02', '23:59', demoShop.timeZone) + 58_000
    const shop = await openShop({ now: () => nowEpochMs })
    const first = await shop.book(ann)
    nowEpochMs += 3000
    const again = await shop.book({ ...ann, full_name: ` ${ann.full_name} ` })
    expect([again.status, again.data?.id]).toEqual([200, first.data?.id])
    const page = await shop.postForm({ ...ann })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<h1>Appointment Booked!</h1>')
    expect(countStored(shop.file())).toBe(1)
    // The call fails if a busy machine needs more than ten seconds for it.
    await expect.poll(async () => (await shop.notify(ann)).error).toBeNull()
    expect(await shop.mails()).toHaveLength(1)

    // No one else books that day, nor this client with other fields.
    const message = fieldErrors.earliest('Friday, December 4, 2026')
    for (const other of [{ phone: '(555) 765-4321' }, { appointment_time: '15:00' }]) {
      const fields = { ...ann, ...other }
      expect(await shop.book(fields)).toMatchObject({ status: 400, error: { message } })
      expect((await shop.postForm(fields)).status).toBe(400)
    }
    expect((await shop.notify({ ...ann, full_name: 'Bo' })).response?.status).toBe(400)
    shop.file().exec("update appointments set status = 'cancelled'")
    expect((await shop.book(ann)).status).toBe(400)
  })

  it('return the same appointment after the owner changed the hours', async () => {
    const { folder, book, close } = await openShop()
    const { data } = await book(ann)
    await close()
    const opening = { week: everyDay(['11:00-17:00']), dates: { '2026-12-03': [] } }
    const again = await (await openShop({ folder, opening })).book(ann)
    expect([again.status, again.data?.id]).toEqual([200, data?.id])
  })
})

describe.each(engines)('a stranger who knows all six fields of a booking, on %s', (engine) => {
  it('learns nothing from calls 1 and 3, or from /book, once the booking is a day old', async () => {
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ engine, now, opening: { capacity: 2 } })
    expect((await shop.send(ann)).status).toBe(201)
    expect((await shop.notify(ann)).error).toBeNull()
    pass(15 * msPerMinute)
    const [found, unknown] = await Promise.all([ann, { ...ann, full_name: 'Bo' }].map(shop.notify))
    expect(found?.error?.context.status).toBe(404)
    expect(await found?.error?.context.text()).toBe(await unknown?.error?.context.text())
    pass(msPerDay - 16 * msPerMinute)
    expect((await shop.send(ann)).status).toBe(200)
    expect((await shop.postForm({ ...ann })).url).toContain('appointment=')
    pass(msPerMinute)
    expect((await shop.send(ann)).status).toBe(409)
    expect((await shop.postForm({ ...ann })).status).toBe(409)
    // On the day itself, the message is the same as for any past date.
    pass(msPerDay)
    const answers = [ann, { ...ann, full_name: 'Bo' }].map(async (fields) => (await shop.send(fields)).text())
    const [own, others] = await Promise.all(answers)
    expect(own).toBe(others)
  })
})
