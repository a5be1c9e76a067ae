import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { type Level, pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import { getFreePort } from '../support/free-port.ts'
import {
  atDesk,
  createFrozenClock,
  getAccessToken,
  getLinkMails,
  getLinkToken,
  officialClient,
  signIn,
} from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { type EngineName, engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { runCommand } from './support/run-command.ts'
import { getAddress, spawnServer } from './support/server-process.ts'
import {
  createTemporaryFolder,
  keyHeaders,
  type OpenShop,
  openShop,
  testNoon,
  waitFor,
} from './support/shop-server.ts'
import { retryUntilAnswered } from './support/until-answered.ts'

const linkIn = (text: string | undefined) => /http\S+\?desk#[\w-]+/.exec(text ?? '')?.[0] ?? ''

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const post = (shop: OpenShop, path: string, body: object, headers: Record<string, string> = {}) =>
  shop.post(`/auth/v1/${path}`, JSON.stringify(body), headers)

const verify = (shop: OpenShop, token_hash: string) => post(shop, 'verify', { type: 'magiclink', token_hash })

async function userAt({ url }: { url: string }, token: string): Promise<number> {
  const headers = { ...keyHeaders, authorization: `Bearer ${token}` }
  return (await fetch(`${url}/auth/v1/user`, { headers })).status
}

async function lastLink(shop: OpenShop): Promise<string> {
  await waitFor(async () => (await getLinkMails(shop.dataDir)).length > 0)
  const mails = await getLinkMails(shop.dataDir)
  return linkIn(mails.at(-1)?.text)
}

/** A shop with a frozen clock, and a session at its desk. */
async function openSession(engine: EngineName) {
  const { now, pass } = createFrozenClock()
  const shop = await openShop({ engine, now })
  const { session } = (await (await atDesk(shop)).auth.getSession()).data
  const { access_token, refresh_token } = session ?? expect.fail('There is no session.')
  return { shop, now, pass, access_token, refresh_token, refresh: refresher(shop) }
}

const refresher = (shop: OpenShop) => async (refresh_token: unknown) => {
  const answer = await retryUntilAnswered(() =>
    post(shop, 'token?grant_type=refresh_token', { refresh_token }),
  )
  return { status: answer.status, body: await answer.json() }
}

function keepLog(level: Level) {
  const lines: string[] = []
  return { lines, log: pino({ level }, { write: (line) => void lines.push(line) }) }
}

describe.each(engines)('signing in to the desk, on %s', (engine) => {
  it('works with an emailed link, and the official client signs in, refreshes, and signs out', async () => {
    const shop = await openShop({ engine, env: { DESK_EMAILS: 'Owner@example.com' } })
    const client = officialClient(shop.url)
    expect((await client.auth.signInWithOtp({ email: ' owner@example.com ' })).error).toBeNull()
    const link = await lastLink(shop)
    const signedIn = await signIn(shop.url, link)
    const { data } = await signedIn.auth.getUser()
    expect(data.user).toMatchObject({ email: 'Owner@example.com', role: 'authenticated' })

    const first = (await signedIn.auth.getSession()).data.session
    const { data: refreshed, error } = await signedIn.auth.refreshSession()
    expect(error).toBeNull()
    const { access_token = '', refresh_token = '', expires_in } = refreshed.session ?? {}
    expect(refresh_token).not.toBe(first?.refresh_token)
    expect(expires_in).toBe(3600)
    // The server stores only digests.
    const { run } = await shop.database()
    const tables = ['sessions', 'refresh_tokens', 'sign_in_links', 'secrets']
    const stored = JSON.stringify(await Promise.all(tables.map((table) => run(`select * from ${table}`))))
    for (const secret of [getLinkToken(link), refresh_token, access_token, claimsOf(access_token).session_id])
      expect(stored).not.toContain(secret)

    expect(await userAt(shop, access_token)).toBe(200)
    expect((await signedIn.auth.signOut()).error).toBeNull()
    expect(await userAt(shop, access_token)).toBe(401)
    expect((await refresher(shop)(refresh_token)).status).toBe(400)
  })

  it('opens with a link once, no matter how many try together, and for 15 minutes', async () => {
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ engine, now })
    const token = getLinkToken(shop.firstDeskLink)
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(shop, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')

    await post(shop, 'otp', {})
    const late = getLinkToken(await lastLink(shop))
    pass(15 * msPerMinute)
    const rejected = await verify(shop, late)
    expect(rejected.status).toBe(403)
    const { code, message } = await rejected.json()
    expect([code, message]).toEqual(['otp_expired', expect.stringContaining('Request a new one.')])
  })

  it('repeats a lost answer to a refresh, and ends the session when an older token arrives', async () => {
    const { shop, pass, refresh, access_token, refresh_token: first } = await openSession(engine)
    const lost = await Promise.all(Array.from({ length: 6 }, () => refresh(first)))
    expect(new Set(lost.map(({ status }) => status))).toEqual(new Set([200]))
    pass(12_000)
    const second = await refresh(first)
    expect(second.status).toBe(200)
    // Its holder uses one of them, so no one has the others, or a stranger does.
    expect(await userAt(shop, second.body.access_token)).toBe(200)
    expect(await userAt(shop, access_token)).toBe(200)
    for (const { body } of lost) expect(await userAt(shop, body.access_token)).toBe(401)
    const third = await refresh(second.body.refresh_token)
    expect(third.status).toBe(200)
    await refresh(third.body.refresh_token)
    // A second tab can be that late.
    pass(9000)
    const outrun = await refresh(second.body.refresh_token)
    expect([outrun.status, outrun.body.code]).toEqual([400, 'refresh_token_already_used'])
    expect(await userAt(shop, third.body.access_token)).toBe(200)
    pass(1001)
    const used = await refresh(second.body.refresh_token)
    expect([used.status, used.body.code]).toEqual([400, 'refresh_token_already_used'])
    expect((await refresh(third.body.refresh_token)).status).toBe(400)
    expect(await userAt(shop, third.body.access_token)).toBe(401)
  })

  it('lets no copy of a token live alongside the owner’s', async () => {
    const { shop, pass, refresh, refresh_token: stolen } = await openSession(engine)
    const copy = await refresh(stolen)
    const owner = await refresh(stolen)
    expect(copy.body.refresh_token).not.toBe(owner.body.refresh_token)
    // The one used first continues.
    const answers = [owner, copy].map(async ({ body }) => ({
      status: await userAt(shop, body.access_token),
      body,
    }))
    const [kept, other] = (await Promise.all(answers)).sort((a, b) => a.status - b.status)
    if (!kept || !other) return expect.fail()
    expect([kept.status, other.status]).toEqual([200, 401])
    pass(msPerHour / 2)
    expect((await refresh(kept.body.refresh_token)).status).toBe(200)
    const late = await refresh(other.body.refresh_token)
    expect([late.status, late.body.code]).toEqual([400, 'refresh_token_already_used'])
    expect(await userAt(shop, kept.body.access_token)).toBe(401)
  })

  it('ends an access token after an hour, and a session 30 days after its last use', async () => {
    const { shop, pass, refresh, access_token, refresh_token } = await openSession(engine)
    pass(msPerHour - 1000)
    expect(await userAt(shop, access_token)).toBe(200)
    pass(1000)
    expect(await userAt(shop, access_token)).toBe(401)
    let token = refresh_token
    for (const [days, expected] of [[29, 200] as const, [29, 200] as const, [30, 400] as const]) {
      pass(days * msPerDay)
      const { status, body } = await refresh(token)
      expect({ days, status }).toEqual({ days, status: expected })
      token = body.refresh_token
    }
  })

  it('ends one session, the others, or all on sign-out', async () => {
    const shop = await openShop({ engine })
    const first = await atDesk(shop)
    await post(shop, 'otp', {})
    const second = await signIn(shop.url, await lastLink(shop))
    await post(shop, 'otp', {})
    await waitFor(async () => (await getLinkMails(shop.dataDir)).length === 2)
    const [a, b] = [await getAccessToken(first), await getAccessToken(second)]
    const logout = async (scope: string) =>
      (await post(shop, `logout${scope}`, {}, { authorization: `Bearer ${a}` })).status
    expect(await logout('?scope=others')).toBe(204)
    expect([await userAt(shop, a), await userAt(shop, b)]).toEqual([200, 401])
    expect(await logout('?scope=everything')).toBe(400)
    expect([await logout(''), await userAt(shop, a), await logout('')]).toEqual([204, 401, 401])
    expect(await (await shop.database()).run('select * from refresh_tokens')).toEqual([])
    // The unused link also ended.
    for (const { text } of await getLinkMails(shop.dataDir))
      expect((await verify(shop, getLinkToken(linkIn(text)))).status).toBe(403)
  })

  it('emails an address three links immediately and then one every 20 minutes, and a stranger none', async () => {
    const { now, pass } = createFrozenClock()
    const env = { DESK_EMAILS: 'ann@example.com, bo@example.com', TRUST_PROXY: 'loopback' }
    const shop = await openShop({ engine, now, env })
    const ask = (address: string, visitor: number) =>
      post(shop, 'otp', { email: `${address}@example.com` }, { 'x-forwarded-for': `203.0.113.${visitor}` })
    /** Waits until Ann has that many links, Bo one, and Eve none. */
    const received = (links: number) =>
      waitFor(async () => {
        const to = (await getLinkMails(shop.dataDir)).map((mail) => mail.to?.[0]?.address?.split('@')[0])
        return to.sort().join() === [...Array(links).fill('ann'), 'bo'].join()
      })
    const asked = await Promise.all(Array.from({ length: 8 }, (_, visitor) => ask('ann', visitor)))
    expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const stranger = await ask('eve', 8)
    expect([stranger.status, await stranger.json()]).toEqual([200, {}])
    await ask('bo', 8)
    await received(3)
    for (const links of [4, 5, 6]) {
      pass(20 * msPerMinute)
      await Promise.all([ask('ann', 9), ask('ann', 10)])
      await received(links)
    }
    // A clock that was ahead delays no email.
    pass(365 * msPerDay)
    await Promise.all([ask('ann', 1), ask('ann', 2), ask('ann', 3)])
    await received(9)
    pass(-365 * msPerDay)
    await ask('ann', 4)
    await received(10)
  })

  it('is the same for two processes: one key, one session, one count of emails', async () => {
    const { now } = createFrozenClock()
    const folder = createTemporaryFolder()
    const first = await openShop({ engine, folder, now })
    const second = await openShop({ folder, env: first.databaseEnv, now: () => now() - 1 })
    const client = await atDesk(first)
    const { access_token, refresh_token } = (await client.auth.getSession()).data.session ?? expect.fail()
    expect(await userAt(second, access_token)).toBe(200)
    const url = new URL(`${second.url}/auth/v1/.well-known/jwks.json`)
    const keys = createRemoteJWKSet(url, { headers: keyHeaders })
    const { payload, protectedHeader } = await jwtVerify(access_token, keys, { currentDate: new Date(now()) })
    expect([payload.role, protectedHeader.alg]).toEqual(['authenticated', 'ES256'])
    expect(second.firstDeskLink).not.toBeNull()

    // A third, whose desk no longer accepts this address.
    const others = { ...first.databaseEnv, DESK_EMAILS: 'bo@example.com' }
    const third = await openShop({ folder, env: others, now })
    expect(await userAt(third, access_token)).toBe(401)
    expect((await refresher(third)(refresh_token)).status).toBe(400)
    await third.close()
    await client.auth.signOut()
    expect(await userAt(second, access_token)).toBe(401)

    await Promise.all(Array.from({ length: 8 }, (_, index) => post(index % 2 ? first : second, 'otp', {})))
    await waitFor(async () => (await getLinkMails(first.dataDir)).length >= 3)
    await Promise.all([first.close(), second.close()])
    expect(await getLinkMails(first.dataDir)).toHaveLength(3)
  })
})

describe('a sign-in link', () => {
  it('is sent again after the mail server rejected it', async () => {
    const port = await getFreePort()
    const received = await openMailServer(port, 1)
    const shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await post(shop, 'otp', {})
    await waitFor(() => received.length === 1)
    await signIn(shop.url, linkIn(received[0]?.text))
    await shop.close()
  })

  it('is dropped, and logged, if it isn’t sent before the server stops', async () => {
    const { log, lines } = keepLog('error')
    const shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${await getFreePort()}` }, log })
    await post(shop, 'otp', {})
    await shop.close()
    expect(lines.join()).toContain('could not email a link to the desk')
  })

  it('is limited per visitor', async () => {
    const shop = await openShop({ env: { TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '1000' } })
    const statuses: number[] = []
    for (const visitor of [...Array(6).fill('8:50001'), '8:50002', '9'])
      statuses.push((await post(shop, 'otp', {}, { 'x-forwarded-for': `203.0.113.${visitor}` })).status)
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429, 200])
  })

  it('works, like a session, despite junk from the same network', async () => {
    const shop = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '30' }, now: () => testNoon })
    const desk = await atDesk(shop)
    await post(shop, 'otp', {})
    const token = getLinkToken(await lastLink(shop))
    const junk = () => shop.post('/rest/v1/appointments', '{')
    await Promise.all(Array.from({ length: 30 }, junk))
    expect((await junk()).status).toBe(429)
    expect((await desk.rpc('find_client', { q: 'Ann' })).status).toBe(200)
    expect((await desk.auth.refreshSession()).error).toBeNull()
    expect((await verify(shop, 'wrong')).status).toBe(429)
    expect((await refresher(shop)('wrong')).status).toBe(429)
    expect((await verify(shop, token)).status).toBe(200)
  })
})

describe('a token', () => {
  it('opens nothing if tampered, foreign, unsigned, or without the public key; the right one survives a restart', async () => {
    const shop = await openShop()
    const token = await getAccessToken(await atDesk(shop))
    const [head = '', claims = '', signature = ''] = token.split('.')
    const decoded = claimsOf(token)
    const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const signing = (...header: Parameters<SignJWT['setProtectedHeader']>) =>
      new SignJWT(decoded).setProtectedHeader(...header)
    const keySet = await fetch(`${shop.url}/auth/v1/.well-known/jwks.json`, { headers: keyHeaders })
    for (const wrong of [
      `${head}.${inBase64({ ...decoded, exp: decoded.exp + 9999 })}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      await signing({ alg: 'ES256', jwk: await exportJWK(publicKey) }).sign(privateKey),
      await signing({ alg: 'HS256' }).sign(new Uint8Array(await keySet.arrayBuffer())),
      `${inBase64({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      keyHeaders.apikey,
    ])
      expect(await userAt(shop, wrong)).toBe(401)
    expect(await userAt(shop, token)).toBe(200)
    for (const [method, path] of Object.entries({ GET: '.well-known/jwks.json', HEAD: 'user', POST: 'otp' }))
      expect((await fetch(`${shop.url}/auth/v1/${path}`, { method })).status).toBe(401)

    await shop.close()
    // The key is a private file.
    expect(statSync(join(shop.dataDir, 'desk-key')).mode & 0o777).toBe(0o600)
    const next = await openShop({ folder: shop.folder })
    expect(await userAt(next, token)).toBe(200)
    expect(next.firstDeskLink).toBeNull()
  })

  it('is limited and never logged when wrong, while a right one still opens', async () => {
    const { log, lines } = keepLog('info')
    const shop = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '1000' }, log })
    const statuses: number[] = []
    for (let count = 0; count < 22; count++) statuses.push((await verify(shop, `wrong-${count}`)).status)
    expect(statuses).toEqual([...Array(20).fill(403), 429, 429])
    expect(await userAt(shop, 'wrong-bearer')).toBe(429)
    await atDesk(shop)
    const logged = lines.join('')
    expect(logged.match(/a token was refused/g)).toHaveLength(23)
    for (const secret of ['wrong-', getLinkToken(shop.firstDeskLink)]) expect(logged).not.toContain(secret)
  })
})

it('npm start prints a link until someone signs in to the desk, npm run desk always', async () => {
  const folder = createTemporaryFolder()
  const env = { DATA_DIR: join(folder, 'data'), PUBLIC_URL: 'https://tailor.example' }
  const { code, output } = await runCommand('desk', [], env)
  expect(code).toBe(0)
  const link = output.split('\n')[0] ?? ''
  expect(link).toMatch(/^https:\/\/tailor\.example\/\?desk#[\w-]{43}$/)

  const process = spawnServer({ DATA_DIR: env.DATA_DIR, PORT: '0' }, folder, writeDistFixture(folder))
  const url = await getAddress(process)
  await waitFor(() => process.output().includes('Desk sign-in link'))
  const token = await getAccessToken(await signIn(url, link))
  expect(await userAt({ url }, token)).toBe(200)
  expect((await runCommand('desk', ['--sign-out-all'], env)).code).toBe(0)
  expect(await userAt({ url }, token)).toBe(401)
  expect((await runCommand('desk', ['--sign-out'], env)).code).toBe(2)
})
