import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { type exportJWK, importJWK, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { deskArguments } from '#copy/errors.ts'
import { business } from '#shop/business.ts'
import { appointmentPath } from '../../booking/links.ts'
import type { Device } from '../../booking/owner-api.ts'
import { msPerDay } from '../../booking/time.ts'
import { publicLookup } from '../../server/push/push-service.ts'
import { openClock } from './support/clock.ts'
import { atDesk, getLinkMails, type OfficialClient, signIn } from './support/desk.ts'
import { type EngineName, engines, openFile } from './support/engines.ts'
import { browser, openPushService, status } from './support/push-service.ts'
import { runCommand } from './support/run-command.ts'
import {
  ann,
  createTemporaryFolder,
  type OpenShop,
  openShop,
  type Settings,
  waitFor,
} from './support/shop-server.ts'

async function ask(desk: OfficialClient, call: string, args = {}): Promise<Device> {
  const { data, error } = await desk.rpc(call, args)
  expect(error).toBeNull()
  return data
}

/** A shop with a push service, and the first device at its desk. */
async function openDevices(engine: EngineName = 'SQLite', more: Settings = {}) {
  const service = await openPushService()
  const clock = openClock()
  const shop = await openShop({ engine, now: clock.now, pushNetwork: service.network, ...more })
  const desk = await atDesk(shop)
  const phone = browser()
  await ask(desk, 'subscribe_device', phone.subscription)
  const { run } = await shop.database()
  return {
    ...{ service, clock, shop, desk, phone, run },
    /** Books as a client, and waits until the job is finished, after that many attempts. */
    async book(fields = ann) {
      expect((await shop.book(fields)).status).toBe(201)
      return fields
    },
    async jobIs(wanted: string) {
      const job = "select status, attempts from jobs where kind = 'device-notice' order by id desc limit 1"
      await waitFor(async () => (await run(job))[0]?.status === wanted)
      return Number((await run(job))[0]?.attempts)
    },
    async tryAgain() {
      await waitFor(
        async () =>
          (await run("select 1 from jobs where kind = 'device-notice' and last_error is not null")).length >
          0,
      )
      clock.windPastRetries()
    },
  }
}

const linkIn = (text = '') => /http\S+\?desk#[\w-]+/.exec(text)?.[0]

async function secondDevice(shop: OpenShop): Promise<OfficialClient> {
  await shop.post('/auth/v1/otp', '{}')
  const links = async () =>
    (await getLinkMails(shop.dataDir).catch(() => [])).flatMap(({ text }) => linkIn(text) ?? [])
  await waitFor(async () => (await links()).length > 0)
  return signIn(shop.url, (await links())[0] ?? '')
}

describe.each(engines)('a device with notifications, on %s', (engine) => {
  it('gets a client’s name, day, and time, readable only by the browser, and nothing booked at the desk', async () => {
    const { service, shop, desk, phone, book, jobIs } = await openDevices(engine)
    const { data } = await desk.rpc('book_for_client', {
      ...ann,
      full_name: 'Walter Phone',
      email: 'w@example.com',
      phone: '',
      appointment_time: '15:00',
    })
    expect(data.booked_by).toBe('shop')
    await book()
    expect(await jobIs('done')).toBe(1)
    expect(service.pathsOf()).toEqual(['/phone'])
    const [pushed = expect.fail('Nothing came.')] = service.received
    const [{ id = '' } = {}] = await (await shop.database()).run(
      `select id from appointments where full_name = 'Ann Lee'`,
    )
    expect(JSON.parse(phone.read(pushed))).toEqual({
      title: 'New: Ann Lee',
      body: 'Thursday, December 3 at 10:00\u00a0AM',
      path: appointmentPath(ann.appointment_date, String(id)),
    })
    expect(pushed.body.includes('Ann')).toBe(false)
    expect(pushed.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
    // Signed with the key that browsers subscribe with (RFC 8292).
    const { key } = await ask(desk, 'device')
    const [, token = '', sender] =
      /^vapid t=(\S+), ?k=(\S+)$/.exec(String(pushed.headers.authorization)) ?? []
    expect(sender).toBe(key)
    const point = Buffer.from(key ?? '', 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const publicKey = await importJWK(
      { kty: 'EC', crv: 'P-256', x, y } as Awaited<ReturnType<typeof exportJWK>>,
      'ES256',
    )
    const { payload } = await jwtVerify(token, publicKey)
    expect(payload).toMatchObject({ aud: 'https://push.example', sub: `mailto:${business.email}` })
  })

  it('is notified once, also while another one needs a retry, and the retry notifies once', async () => {
    const { service, shop, book, jobIs, tryAgain } = await openDevices(engine)
    const second = browser('/tablet')
    await ask(await secondDevice(shop), 'subscribe_device', second.subscription)
    service.answerWith((pushed, response) => status(pushed.path === '/tablet' ? 503 : 201)(pushed, response))
    await book()
    await tryAgain()
    expect(await jobIs('failed')).toBe(2)
    expect(service.pathsOf().sort()).toEqual(['/phone', '/tablet', '/tablet'])
  })

  it.each([404, 410])('is removed once its service answers %i', async (code) => {
    const { service, desk, phone, book, jobIs } = await openDevices(engine)
    expect((await ask(desk, 'device')).endpoint).toBe(phone.subscription.endpoint)
    service.answerWith(status(code))
    await book()
    expect(await jobIs('done')).toBe(1)
    expect((await ask(desk, 'device')).endpoint).toBeNull()
  })

  it.each(['local', 'global'] as const)(
    'gets nothing once its session ended, with the scope %s',
    async (scope) => {
      const { service, desk, run, book } = await openDevices(engine)
      expect((await desk.auth.signOut({ scope })).error).toBeNull()
      expect(await run('select * from push_subscriptions')).toEqual([])
      await book()
      expect(await run("select * from jobs where kind = 'device-notice'")).toEqual([])
      expect(service.received).toEqual([])
    },
  )

  it('gets nothing after a month without the desk, or once its address isn’t the desk’s', async () => {
    const { service, clock, run, book, jobIs } = await openDevices(engine)
    clock.wind(31 * msPerDay)
    await book({ ...ann, appointment_date: '2027-01-07' })
    await jobIs('done')
    await run("update sessions set email = 'former@example.com'")
    clock.wind(-31 * msPerDay)
    await book({ ...ann, appointment_time: '11:00' })
    await waitFor(
      async () =>
        (await run("select 1 from jobs where kind = 'device-notice' and status = 'done'")).length === 2,
    )
    expect(service.received).toEqual([])
  })

  it('is one per session and browser, until it’s switched off', async () => {
    const { shop, desk, phone, run } = await openDevices(engine)
    const renewed = browser('/renewed')
    expect((await ask(desk, 'subscribe_device', renewed.subscription)).endpoint).toBe(
      renewed.subscription.endpoint,
    )
    await ask(await secondDevice(shop), 'subscribe_device', renewed.subscription)
    expect(await run('select endpoint from push_subscriptions')).toEqual([
      { endpoint: renewed.subscription.endpoint },
    ])
    expect((await ask(desk, 'device')).endpoint).toBeNull()
    await ask(desk, 'subscribe_device', phone.subscription)
    expect(await ask(desk, 'unsubscribe_device')).toMatchObject({ key: expect.any(String), endpoint: null })
  })
})

it('a device gets nothing from a server with restored data', async () => {
  const { shop, run } = await openDevices()
  expect(await run('select * from push_subscriptions')).toHaveLength(1)
  const file = join(createTemporaryFolder(), 'backup.sqlite')
  expect(await runCommand('backup', [file], shop.settings)).toMatchObject({ code: 0 })
  const dataDir = join(createTemporaryFolder(), 'data')
  expect(await runCommand('restore', [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const restored = openFile(dataDir)
  expect(restored.prepare('select * from push_subscriptions').all()).toEqual([])
})

describe('a push service', () => {
  it('that never answers delays no booking, and gets two attempts', async () => {
    const service = await openPushService()
    service.answerWith(() => {})
    const pushNetwork = { ...service.network, patienceMs: 50 }
    const { book, jobIs, tryAgain } = await openDevices('SQLite', { pushNetwork })
    await book()
    await tryAgain()
    expect(await jobIs('failed')).toBe(2)
  })

  it('that is down gets one retry', async () => {
    const service = await openPushService()
    // Nothing listens there.
    const pushNetwork = { ...service.network, port: 1 }
    const { book, jobIs, tryAgain } = await openDevices('SQLite', { pushNetwork })
    await book()
    await tryAgain()
    expect(await jobIs('failed')).toBe(2)
  })

  it('that refuses gets no retry, and the device stays', async () => {
    const { service, desk, phone, book, jobIs } = await openDevices()
    service.answerWith(status(403))
    await book()
    expect(await jobIs('done')).toBe(1)
    expect((await ask(desk, 'device')).endpoint).toBe(phone.subscription.endpoint)
  })

  it('that redirects isn’t followed', async () => {
    const { service, book, jobIs } = await openDevices()
    service.answerWith(status(307, { location: 'https://push.example/elsewhere' }))
    await book()
    expect(await jobIs('done')).toBe(1)
    expect(service.pathsOf()).toEqual(['/phone'])
  })

  it.each([
    'http://push.example/phone',
    'https://push.example:8443/phone',
    'https://owner:secret@push.example/phone',
    'https://localhost/phone',
    'https://127.0.0.1/phone',
    'https://[::1]/phone',
    'https://[::ffff:10.0.0.1]/phone',
    'https://2130706433/phone',
    'file:///etc/passwd',
    'phone',
  ])('can’t be at %s, neither when it’s stored nor when it’s used', async (endpoint) => {
    const { service, desk, phone, run, book, jobIs } = await openDevices()
    const { error } = await desk.rpc('subscribe_device', { ...phone.subscription, endpoint })
    expect(error).toMatchObject({ code: '22023', message: deskArguments.pushService })
    await run(`update push_subscriptions set endpoint = '${endpoint}'`)
    await book()
    expect(await jobIs('done')).toBe(1)
    expect(service.received).toEqual([])
  })

  it('can’t be in the server’s own network, neither when it’s stored nor when it’s used', async () => {
    const service = await openPushService()
    const pushNetwork = { ...service.network, lookup: publicLookup(service.network.lookup) }
    const found = await openDevices()
    const { error } = await (await atDesk(await openShop({ pushNetwork }))).rpc(
      'subscribe_device',
      found.phone.subscription,
    )
    expect(error).toMatchObject({ code: '22023', message: deskArguments.pushService })
    const shop = await openShop({ pushNetwork })
    await atDesk(shop)
    const { run } = await shop.database()
    const { endpoint, p256dh, auth } = found.phone.subscription
    await run(`insert into push_subscriptions select id, '${endpoint}', '${p256dh}', '${auth}' from sessions`)
    expect((await shop.book(ann)).status).toBe(201)
    await waitFor(
      async () =>
        (await run("select 1 from jobs where kind = 'device-notice' and status = 'done'")).length === 1,
    )
    expect(service.received).toEqual([])
  })

  it.each([
    ['10.1.2.3'],
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['172.16.0.1'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['::1'],
    ['fe80::1'],
    ['fd00::1'],
    ['::ffff:192.168.1.1'],
    ['8.8.8.8', '10.0.0.1'],
  ])('isn’t found at %s %s', (...addresses) => {
    const find: LookupFunction = (_host, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    for (const all of [true, false])
      publicLookup(find)('push.example', { all }, (error) => expect(error?.name).toBe('NotPublic'))
  })

  it('is found at a public address', () => {
    const found = [
      { address: '2607:f8b0:4005::1', family: 6 },
      { address: '8.8.8.8', family: 4 },
    ]
    const find: LookupFunction = (_host, _options, done) => done(null, found)
    publicLookup(find)('push.example', { all: true }, (...answer) => expect(answer).toEqual([null, found]))
    publicLookup(find)('push.example', {}, (...answer) =>
      expect(answer).toEqual([null, '2607:f8b0:4005::1', 6]),
    )
  })
})

it('a copy of the real data, with STAGING=1, notifies no device', async () => {
  const service = await openPushService()
  const shop = await openShop({ env: { STAGING: '1' }, pushNetwork: service.network })
  const desk = await atDesk(shop)
  const { endpoint, p256dh, auth } = browser().subscription
  expect(await ask(desk, 'device')).toEqual({ key: null, endpoint: null })
  const { error } = await desk.rpc('subscribe_device', { endpoint, p256dh, auth })
  expect(error?.message).toBe(deskArguments.noPush)
  const { run } = await shop.database()
  await run(`insert into push_subscriptions select id, '${endpoint}', '${p256dh}', '${auth}' from sessions`)
  await shop.book(ann)
  await waitFor(
    async () =>
      (await run("select 1 from jobs where kind = 'business-notification' and status = 'done'")).length > 0,
  )
  expect(await run("select 1 from jobs where kind = 'device-notice'")).toEqual([])
  expect(service.received).toEqual([])
})
