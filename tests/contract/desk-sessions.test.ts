import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
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
      message: expect.stringContaining('Please ask for a new one.'),
    })
  })

  it('takes each refresh token once; a second use after 10 seconds ends the session', async () => {
    const { now, pass } = clock()
    const shop = await openShop({ engine, now })
    const client = await atDesk(shop)
    const first = (await client.auth.getSession()).data.session
    const refresh = async (refresh_token: unknown) => {
      const answer = await post(shop, 'token?grant_type=refresh_token', { refresh_token })
      return { status: answer.status, body: await answer.json() }
    }
    const next = await refresh(first?.refresh_token)
    pass(9000)
    // The answer was lost on the way.
    expect((await refresh(first?.refresh_token)).status).toBe(200)
    pass(2000)
    expect(await refresh(first?.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used' },
    })
    expect((await refresh(next.body.refresh_token)).status).toBe(400)
    expect(await userAt(shop, next.body.access_token)).toBe(401)
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

  it('mails each address five links an hour, and nobody else any', async () => {
    const { now, pass } = clock()
    const env = { DESK_EMAILS: 'ann@example.com, bo@example.com' }
    const shop = await openShop({ engine, now, env })
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => post(shop, 'otp', { email: 'ann@example.com' })),
    )
    expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const stranger = await post(shop, 'otp', { email: 'eve@example.com' })
    expect([stranger.status, await stranger.json()]).toEqual([200, {}])
    await post(shop, 'otp', {})
    const counted = async () => {
      const to = (await linkMails(shop.dataDir)).map((mail) => mail.to?.[0]?.address)
      return ['ann', 'bo', 'eve'].map((name) => to.filter((one) => one === `${name}@example.com`).length)
    }
    await until(async () => (await counted()).join() === '5,1,0')
    pass(msPerHour)
    await post(shop, 'otp', { email: 'ann@example.com' })
    await until(async () => (await counted()).join() === '6,1,0')
    // Those that a clock has counted which was ahead keep none back.
    pass(365 * msPerDay)
    await Promise.all(Array.from({ length: 5 }, () => post(shop, 'otp', { email: 'ann@example.com' })))
    await until(async () => (await counted()).join() === '11,1,0')
    pass(-365 * msPerDay)
    await post(shop, 'otp', { email: 'ann@example.com' })
    await until(async () => (await counted()).join() === '12,1,0')
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
    await until(() => process.output().includes('Your desk opens'))
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
