import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createRemoteJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import { freePort } from '../support/free-port.ts'
import { accessTokenOf, atDesk, linkMails, officialClient, signIn, tokenOfLink } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { runCommand } from './support/run-command.ts'
import { addressOf, spawnServer } from './support/server-process.ts'
import { keyed, type OpenShop, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'

const post = (shop: OpenShop, path: string, body: object, headers: Record<string, string> = {}) =>
  shop.post(`/auth/v1/${path}`, JSON.stringify(body), headers)

const userAt = async (shop: OpenShop, token: string) =>
  (await fetch(`${shop.url}/auth/v1/user`, { headers: { ...keyed, authorization: `Bearer ${token}` } }))
    .status

/** A clock that the test sets. */
function clock() {
  let atMs = testNoon
  return {
    now: () => atMs,
    pass: (ms: number) => {
      atMs += ms
    },
  }
}

/** The private key of the access tokens, as a thief would find it. */
async function keyOf(shop: OpenShop) {
  const file = join(shop.dataDir, 'desk-key')
  const { run } = await shop.database()
  const [row] = existsSync(file) ? [] : await run("select secret from secrets where name = 'desk-key'")
  return importJWK(JSON.parse(row ? String(row.secret) : readFileSync(file, 'utf8')), 'ES256')
}

async function lastLink(shop: OpenShop, count = 1): Promise<string> {
  await until(async () => (await linkMails(shop.dataDir)).length >= count)
  const mails = await linkMails(shop.dataDir)
  const links = mails.map(({ text }) => /http\S+\?desk#[\w-]+/.exec(text ?? '')?.[0] ?? '')
  return links.at(-1) ?? ''
}

describe.each(engines)('the way in to the desk, on %s', (engine) => {
  it('is a mailed link, with which the official client signs in, refreshes and signs out', async () => {
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
    expect(refreshed.session?.refresh_token).not.toBe(first?.refresh_token)
    expect(refreshed.session?.expires_in).toBe(3600)

    const accessToken = await accessTokenOf(signedIn)
    expect(await userAt(shop, accessToken)).toBe(200)
    expect((await signedIn.auth.signOut()).error).toBeNull()
    expect(await userAt(shop, accessToken)).toBe(401)
    const again = await post(shop, 'token?grant_type=refresh_token', {
      refresh_token: refreshed.session?.refresh_token,
    })
    expect(again.status).toBe(400)
  })

  it('keeps no token, only digests', async () => {
    const shop = await openShop({ engine })
    const client = await atDesk(shop)
    const { data } = await client.auth.getSession()
    const { run } = await shop.database()
    const kept = JSON.stringify([
      await run('select * from sign_in_links'),
      await run('select * from refresh_tokens'),
      await run('select * from sessions'),
    ])
    expect(kept).not.toContain(tokenOfLink(shop.firstDeskLink))
    expect(kept).not.toContain(data.session?.refresh_token)
    expect(kept).not.toContain(data.session?.access_token)
  })

  it('opens with a link once, however many try at once, and for 15 minutes', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const token_hash = tokenOfLink(shop.firstDeskLink)
    const tries = Array.from({ length: 5 }, () => post(shop, 'verify', { type: 'magiclink', token_hash }))
    const answers = await Promise.all(tries)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')

    await post(shop, 'otp', {})
    const late = tokenOfLink(await lastLink(shop))
    pass(15 * msPerMinute)
    const refused = await post(shop, 'verify', { type: 'magiclink', token_hash: late })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      code: 'otp_expired',
      message: expect.stringContaining('Request a new one.'),
    })
  })

  const refresher = (shop: OpenShop) => async (refresh_token: unknown) => {
    const answer = await post(shop, 'token?grant_type=refresh_token', { refresh_token })
    return { status: answer.status, body: await answer.json() }
  }

  it('repeats a lost answer to a refresh, and ends the session when an older token comes', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const refresh = refresher(shop)
    const first = (await (await atDesk(shop)).auth.getSession()).data.session?.refresh_token
    const lost = await refresh(first)
    pass(12_000)
    const second = await refresh(first)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).toBe(lost.body.refresh_token)
    const third = await refresh(second.body.refresh_token)
    expect(third.status).toBe(200)
    // Within the grace period, a second tab gets the newest token.
    pass(9000)
    expect((await refresh(second.body.refresh_token)).body.refresh_token).toBe(third.body.refresh_token)
    await refresh(third.body.refresh_token)
    pass(11_000)
    expect(await refresh(second.body.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used' },
    })
    expect((await refresh(third.body.refresh_token)).status).toBe(400)
    expect(await userAt(shop, third.body.access_token)).toBe(401)
  })

  it('has one unused refresh token, however many requests refresh at the same time', async () => {
    const shop = await openShop({ engine })
    const first = (await (await atDesk(shop)).auth.getSession()).data.session?.refresh_token
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresher(shop)(first)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { run } = await shop.database()
    expect(await run('select token_hash from refresh_tokens where used_at_ms is null')).toHaveLength(1)
  })

  it('is closed to an address that is no longer one of the desk', async () => {
    const folder = temporaryFolder()
    const shop = await openShop({ engine, folder, env: { DESK_EMAILS: 'ann@example.com, bo@example.com' } })
    const session = (await (await atDesk(shop)).auth.getSession()).data.session
    const env = { ...shop.databaseEnv, DESK_EMAILS: 'BO@example.com' }
    const other = await openShop({ folder, env })
    expect(await userAt(shop, session?.access_token ?? '')).toBe(200)
    expect(await userAt(other, session?.access_token ?? '')).toBe(401)
    expect((await refresher(other)(session?.refresh_token)).status).toBe(400)
  })

  it('stays closed to someone who holds a copy of the database', async () => {
    const shop = await openShop({ engine })
    const token = await accessTokenOf(await atDesk(shop))
    const [, claims = ''] = token.split('.')
    const { session_id } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const { run } = await shop.database()
    const tables = ['sessions', 'refresh_tokens', 'sign_in_links', 'secrets']
    const rows = await Promise.all(tables.map((table) => run(`select * from ${table}`)))
    expect(JSON.stringify(rows)).not.toContain(session_id)
  })

  it('ends a session that nobody used, also for a token that a key still signs', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const token = await accessTokenOf(await atDesk(shop))
    const key = await keyOf(shop)
    const [, claims = ''] = token.split('.')
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const signed = (more: object) =>
      new SignJWT({ ...decoded, ...more }).setProtectedHeader({ alg: 'ES256' }).sign(key)
    expect(await userAt(shop, await signed({}))).toBe(200)
    const iat = Math.floor(now() / 1000)
    expect(await userAt(shop, await signed({ iat, exp: iat + 3601 }))).toBe(401)
    expect(await userAt(shop, await signed({ iat: iat + 7200, exp: iat + 7200 + 3600 }))).toBe(401)
    pass(30 * msPerDay)
    const late = Math.floor(now() / 1000)
    expect(await userAt(shop, await signed({ iat: late, exp: late + 3600 }))).toBe(401)
  })

  it('ends an access token after an hour, and a session thirty days after its last use', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const session = (await (await atDesk(shop)).auth.getSession()).data.session
    pass(msPerHour - 1000)
    expect(await userAt(shop, session?.access_token ?? '')).toBe(200)
    pass(1000)
    expect(await userAt(shop, session?.access_token ?? '')).toBe(401)
    const refresh = (refresh_token: string) => post(shop, 'token?grant_type=refresh_token', { refresh_token })
    pass(29 * msPerDay)
    const used = await refresh(session?.refresh_token ?? '')
    expect(used.status).toBe(200)
    pass(29 * msPerDay)
    const usedAgain = await refresh((await used.json()).refresh_token)
    expect(usedAgain.status).toBe(200)
    pass(30 * msPerDay)
    expect((await refresh((await usedAgain.json()).refresh_token)).status).toBe(400)
  })

  it('signs out one session, the others, or all', async () => {
    const shop = await openShop({ engine })
    const first = await atDesk(shop)
    await post(shop, 'otp', {})
    const second = await signIn(shop.url, await lastLink(shop))
    await post(shop, 'otp', {})
    await until(async () => (await linkMails(shop.dataDir)).length === 2)
    const [a, b] = [await accessTokenOf(first), await accessTokenOf(second)]
    const logout = (token: string, scope: string) =>
      fetch(`${shop.url}/auth/v1/logout${scope}`, {
        method: 'POST',
        headers: { ...keyed, authorization: `Bearer ${token}` },
      })
    expect((await logout(a, '?scope=others')).status).toBe(204)
    expect([await userAt(shop, a), await userAt(shop, b)]).toEqual([200, 401])
    expect((await logout(a, '?scope=everything')).status).toBe(400)
    expect((await logout(a, '')).status).toBe(204)
    expect(await userAt(shop, a)).toBe(401)
    expect((await logout(a, '')).status).toBe(401)
    expect(await (await shop.database()).run('select * from refresh_tokens')).toEqual([])
    // Nor does the link open the desk that nobody has opened yet.
    for (const { text } of await linkMails(shop.dataDir)) {
      const link = /http\S+\?desk#[\w-]+/.exec(text ?? '')?.[0] ?? ''
      const verified = await post(shop, 'verify', { type: 'magiclink', token_hash: tokenOfLink(link) })
      expect(verified.status).toBe(403)
    }
  })

  it('mails a link again that the mail server would not take yet', async () => {
    const port = await freePort()
    const received = await openMailServer(port, 1)
    const shop = await openShop({ engine, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await post(shop, 'otp', {})
    await until(() => received.length === 1)
    const [, link = ''] = /(http\S+desk#[\w-]+)/.exec(received[0]?.text ?? '') ?? []
    await signIn(shop.url, link)
  })

  it('gives up a link that is not mailed yet when the server ends', async () => {
    const env = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const shop = await openShop({ engine, env, log })
    await post(shop, 'otp', {})
    await shop.close()
    expect(lines.join()).toContain('a link to the desk could not be mailed')
  })

  it('emails an address three links at once and then one every 20 minutes, and a stranger none', async () => {
    const { now, pass } = clock()
    const env = { DESK_EMAILS: 'ann@example.com, bo@example.com', TRUST_PROXY: 'loopback' }
    const shop = await openShop({ engine, now, env })
    const ask = (address: string, visitor: number) =>
      post(shop, 'otp', { email: `${address}@example.com` }, { 'x-forwarded-for': `203.0.113.${visitor}` })
    const counted = async () => {
      const to = (await linkMails(shop.dataDir)).map((mail) => mail.to?.[0]?.address)
      return ['ann', 'bo', 'eve'].map((name) => to.filter((one) => one === `${name}@example.com`).length)
    }
    const asked = await Promise.all(Array.from({ length: 8 }, (_, visitor) => ask('ann', visitor)))
    expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const stranger = await ask('eve', 8)
    expect([stranger.status, await stranger.json()]).toEqual([200, {}])
    await ask('bo', 8)
    await until(async () => (await counted()).join() === '3,1,0')
    for (const sum of ['4,1,0', '5,1,0', '6,1,0']) {
      pass(20 * msPerMinute)
      await Promise.all([ask('ann', 9), ask('ann', 10)])
      await until(async () => (await counted()).join() === sum)
    }
    // A clock that was ahead holds no email back.
    pass(365 * msPerDay)
    await Promise.all([ask('ann', 1), ask('ann', 2), ask('ann', 3)])
    await until(async () => (await counted()).join() === '9,1,0')
    pass(-365 * msPerDay)
    await ask('ann', 4)
    await until(async () => (await counted()).join() === '10,1,0')
  })

  it('answers a visitor who asks again and again, and lets others ask', async () => {
    const shop = await openShop({ engine, env: { TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '1000' } })
    const ask = (visitor: string) => post(shop, 'otp', {}, { 'x-forwarded-for': visitor })
    const statuses: number[] = []
    for (let press = 0; press < 6; press++) statuses.push((await ask('203.0.113.8:50001')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await ask('203.0.113.8:50002')).status).toBe(429)
    expect((await ask('203.0.113.9')).status).toBe(200)
  })

  it('is not blocked by junk from the same network: what is right counts for itself', async () => {
    const shop = await openShop({ engine, env: { RATE_LIMIT_PER_MINUTE: '30' }, now: () => testNoon })
    const desk = await atDesk(shop)
    await post(shop, 'otp', {})
    const token_hash = tokenOfLink(await lastLink(shop))
    const junk = () => shop.post('/rest/v1/appointments', '{')
    for (let sent = 0; sent < 30; sent++) await junk()
    expect((await junk()).status).toBe(429)

    expect((await desk.rpc('find_client', { q: 'Ann' })).status).toBe(200)
    expect((await desk.auth.refreshSession()).error).toBeNull()
    expect((await post(shop, 'verify', { type: 'magiclink', token_hash: 'wrong' })).status).toBe(429)
    expect((await post(shop, 'token?grant_type=refresh_token', { refresh_token: 'wrong' })).status).toBe(429)
    expect((await post(shop, 'verify', { type: 'magiclink', token_hash })).status).toBe(200)
  })

  it('counts each email once, though the clocks of two processes differ', async () => {
    const { now } = clock()
    const folder = temporaryFolder()
    const first = await openShop({ engine, folder, now })
    const second = await openShop({ folder, env: first.databaseEnv, now: () => now() - 1 })
    await Promise.all(Array.from({ length: 8 }, (_, index) => post(index % 2 ? first : second, 'otp', {})))
    await until(async () => (await linkMails(first.dataDir)).length >= 3)
    await Promise.all([first.close(), second.close()])
    expect(await linkMails(first.dataDir)).toHaveLength(3)
  })

  it('is the same for two processes: one key, one session, ended in both at once', async () => {
    const folder = temporaryFolder()
    const first = await openShop({ engine, folder })
    const second = await openShop({ folder, env: first.databaseEnv })
    const client = await atDesk(first)
    const token = await accessTokenOf(client)
    expect(await userAt(second, token)).toBe(200)
    const keys = createRemoteJWKSet(new URL(`${second.url}/auth/v1/.well-known/jwks.json`), {
      headers: keyed,
    })
    const { payload, protectedHeader } = await jwtVerify(token, keys, { currentDate: new Date(testNoon) })
    expect(payload.role).toBe('authenticated')
    expect(protectedHeader.alg).toBe('ES256')
    expect(second.firstDeskLink).not.toBeNull()
    await client.auth.signOut()
    expect(await userAt(second, token)).toBe(401)
  })
})

describe('a token that is not ours', () => {
  it('opens nothing: tampered, foreign, without a signature, or no token at all', async () => {
    const shop = await openShop()
    const token = await accessTokenOf(await atDesk(shop))
    const [head = '', claims = '', signature = ''] = token.split('.')
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const later = Buffer.from(JSON.stringify({ ...decoded, exp: decoded.exp + 9999 })).toString('base64url')
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const foreign = await new SignJWT(decoded)
      .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey) })
      .sign(privateKey)
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const publicJwk = await fetch(`${shop.url}/auth/v1/.well-known/jwks.json`, { headers: keyed })
    const asSecret = await new SignJWT(decoded)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(await publicJwk.text()))
    for (const wrong of [
      `${head}.${later}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      foreign,
      asSecret,
      `${none}.${claims}.`,
      'x',
      keyed.apikey,
    ]) {
      expect(await userAt(shop, wrong)).toBe(401)
    }
    expect(await userAt(shop, token)).toBe(200)
  })

  it('is limited where it comes often, and never shown in the log; a right one still opens', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const shop = await openShop({ env: { RATE_LIMIT_PER_MINUTE: '1000' }, log: pino(stream) })
    const statuses: number[] = []
    for (let count = 0; count < 22; count++) {
      const token_hash = `wrong-${count}`
      statuses.push((await post(shop, 'verify', { type: 'magiclink', token_hash })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(403), 429, 429])
    expect(await userAt(shop, 'wrong-bearer')).toBe(429)
    await atDesk(shop)
    const log = lines.join('')
    expect(log.match(/a token was refused/g)).toHaveLength(23)
    expect(log).not.toContain('wrong-')
    expect(log).not.toContain(tokenOfLink(shop.firstDeskLink))
  })

  it('is not asked for without the public key', async () => {
    const shop = await openShop()
    for (const path of ['.well-known/jwks.json', 'user']) {
      expect((await fetch(`${shop.url}/auth/v1/${path}`)).status).toBe(401)
    }
    expect((await fetch(`${shop.url}/auth/v1/otp`, { method: 'POST' })).status).toBe(401)
  })
})

describe('the key of the access tokens', () => {
  it('is a file for its owner’s eyes only, and outlives a restart', async () => {
    const folder = temporaryFolder()
    const shop = await openShop({ folder })
    const token = await accessTokenOf(await atDesk(shop))
    await shop.close()
    const { mode } = statSync(join(shop.dataDir, 'desk-key'))
    expect(mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(shop.dataDir, 'desk-key'), 'utf8'))).toMatchObject({ crv: 'P-256' })
    const next = await openShop({ folder })
    expect(await userAt(next, token)).toBe(200)
    expect(next.firstDeskLink).toBeNull()
  })
})

describe('the commands', () => {
  it('npm start prints a link as long as nobody has been at the desk, npm run desk always', async () => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: join(folder, 'data'), PUBLIC_URL: 'https://tailor.example' }
    const { code, output } = await runCommand('desk', [], env)
    expect(code).toBe(0)
    const link = output.split('\n')[0] ?? ''
    expect(link).toMatch(/^https:\/\/tailor\.example\/\?desk#[\w-]{43}$/)

    const process = spawnServer({ DATA_DIR: env.DATA_DIR, PORT: '0' }, folder, writeDistFixture(folder))
    const url = await addressOf(process)
    await until(() => process.output().includes('Desk sign-in link'))
    const client = await signIn(url, link)
    const token = await accessTokenOf(client)
    const status = async () =>
      (await fetch(`${url}/auth/v1/user`, { headers: { ...keyed, authorization: `Bearer ${token}` } })).status
    expect(await status()).toBe(200)
    expect((await runCommand('desk', ['--sign-out-all'], env)).code).toBe(0)
    expect(await status()).toBe(401)
    expect((await runCommand('desk', ['--sign-out'], env)).code).toBe(2)
  })
})
