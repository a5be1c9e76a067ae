import { describe, expect, it } from 'vitest'
import { ann, keyed, openShop, storedCount } from './support/shop-server.ts'

describe('booking an appointment with the official client', () => {
  it('stores the row and gives back one object, nothing, or the columns that are asked for', async () => {
    const shop = await openShop()
    // As it is meant, whatever the script.
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
    const prefer = { prefer: 'return=minimal' }
    const again = await shop.post('/rest/v1/appointments', JSON.stringify(other), prefer)
    expect(await again.text()).toBe('')
    const inArray = [{ ...ann, appointment_time: '16:00' }]
    const some = await shop.appointments().insert(inArray).select('id, full_name')
    expect([some.status, some.data]).toEqual([201, [{ id: expect.any(String), full_name: 'Ann Lee' }]])
  })

  it('takes an array of nothing or of two for none, and refuses columns that no appointment has', async () => {
    const shop = await openShop()
    expect((await shop.appointments().insert([])).status).toBe(400)
    expect((await shop.appointments().insert([ann, ann])).status).toBe(400)
    const { error } = await shop.appointments().insert(ann).select('password')
    expect(error).toMatchObject({ code: '42703', message: 'An appointment has no field "password".' })
    expect(storedCount(shop.file())).toBe(0)
  })
})

describe('what breaks a rule', () => {
  const without = (name: keyof typeof ann) => ({ ...ann, [name]: undefined })
  const bad: [body: unknown, sentence: string][] = [
    [without('full_name'), 'Full Name is required.'],
    [without('referral_source'), 'How did you hear about us? is required.'],
    [{ ...ann, email: '   ' }, 'Email Address is required.'],
    [{ ...ann, full_name: 'x'.repeat(10_000) }, 'Full Name can have at most 200 characters.'],
    [{ ...ann, full_name: 'Ann\r\nBcc: all@example.com' }, 'Full Name contains a character'],
    ...[7, ['Ann'], null].map((full_name): [unknown, string] => [
      { ...ann, full_name },
      'Full Name must be text.',
    ]),
    [{ ...ann, email: 'ann@example.com, bo@example.com' }, 'Email Address must look like'],
    [{ ...ann, phone: '12345' }, 'Phone Number must have 7 to 15 digits'],
    [
      { ...ann, appointment_date: '2026-12-01' },
      'Preferred Date must be Wednesday, December 2, 2026 or later.',
    ],
    [{ ...ann, appointment_date: '02/29/2027' }, 'Preferred Date must be a real date'],
    [{ ...ann, appointment_time: '08:59' }, 'Preferred Time must be between 9:00\u00a0AM and 5:00\u00a0PM.'],
    [{ ...ann, referral_source: 'newspaper' }, 'How did you hear about us? must be one of'],
    [{ ...ann, id: '1' }, 'An appointment has no field "id".'],
    [{ ...ann, status: 'confirmed' }, 'An appointment has no field "status".'],
    ...[null, 'text', 7, [[ann]]].map((body): [unknown, string] => [
      body,
      'An appointment must be an object',
    ]),
  ]

  it('is refused with a sentence that names the field, and nothing is stored', async () => {
    const shop = await openShop()
    for (const [body, sentence] of bad) {
      const response = await shop.post('/rest/v1/appointments', JSON.stringify(body))
      const answer = await response.json()
      expect({ body, status: response.status, message: answer.message }).toEqual({
        body,
        status: 400,
        message: expect.stringContaining(sentence),
      })
      expect(Object.keys(answer)).toEqual(['code', 'message', 'details', 'hint'])
    }
    // All fields at once, with their names in the details.
    const { error } = await shop.book({ ...ann, email: 'x', phone: '1' })
    expect(error?.details).toBe('email, phone')
    expect(error?.message).toMatch(/Email Address .*Phone Number/)
    expect(storedCount(shop.file())).toBe(0)
  })

  it('is broken JSON, another media type, too much, or an attempt at the prototype', async () => {
    const shop = await openShop()
    const path = '/rest/v1/appointments'
    const status = async (body: string | undefined, headers = {}) =>
      (await shop.post(path, body, headers)).status
    expect(await status('{')).toBe(400)
    expect(await status('')).toBe(400)
    expect(await status(undefined)).toBe(400)
    expect(await status('{"__proto__": {"admin": true}}')).toBe(400)
    expect(await status(JSON.stringify(ann), { 'content-type': 'text/plain' })).toBe(415)
    expect(await status(JSON.stringify({ ...ann, full_name: 'x'.repeat(17_000) }))).toBe(413)
    expect(storedCount(shop.file())).toBe(0)
  })
})

describe('the public key', () => {
  it('is asked for on every call, as apikey or as a bearer token', async () => {
    const shop = await openShop()
    const call = (headers: Record<string, string>, path = '/rest/v1/appointments') =>
      fetch(`${shop.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(ann),
      })
    const ofTables = ['appointments', 'rpc/hours', 'rpc/open_times', 'rpc/social_proof']
    const functions = ['create-calendar-event', 'send-appointment-notification']
    const paths = [
      ...ofTables.map((name) => `/rest/v1/${name}`),
      ...functions.map((name) => `/functions/v1/${name}`),
    ]
    for (const path of paths) expect([path, (await call({}, path)).status]).toEqual([path, 401])
    expect((await call({ apikey: 'wrong' })).status).toBe(401)
    expect((await call({ authorization: `Bearer ${keyed.apikey}` })).status).toBe(201)
  })

  it('may not read, change or delete', async () => {
    const shop = await openShop()
    const { data } = await shop.book(ann)
    const refused = await Promise.all([
      shop.appointments().select(),
      shop.appointments().update({ full_name: 'Bo' }).eq('id', data?.id),
      shop.appointments().delete().eq('id', data?.id),
    ])
    for (const { status, error, data } of refused) {
      expect({ status, code: error?.code, data }).toEqual({ status: 403, code: '42501', data: null })
    }
    expect(storedCount(shop.file())).toBe(1)
  })
})
