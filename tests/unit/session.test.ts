import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sessionStorageKey } from '../../web/backend/calls.ts'
import { openSession, type SessionEvent } from '../../web/backend/open-session.ts'
import { listen } from '../contract/support/listen.ts'
import { type AuthEndpoint, authEndpoint, session } from '../e2e/support/auth-front.ts'

vi.stubGlobal('document', { querySelector: () => ({ content: 'public-demo-key' }) })
// Test files share a worker, and the server's pages are written where there is no document.
afterAll(() => vi.unstubAllGlobals())

/** A session in a simulated browser, with a real auth endpoint on loopback. */
async function stored(
  value: object,
  faults: Partial<Pick<AuthEndpoint, 'failures' | 'failure' | 'secondsAhead' | 'unanswered'>> = {},
) {
  const auth = Object.assign(authEndpoint(), faults)
  const port = await listen(createServer((incoming, outgoing) => void auth.handle(incoming, outgoing)))
  const entries = new Map([['kept', JSON.stringify(value)]])
  const events: SessionEvent[] = []
  const open = () => {
    const client = openSession({
      authUrl: `http://127.0.0.1:${port}/auth/v1`,
      storageKey: 'kept',
      storage: {
        getItem: (key) => entries.get(key) ?? null,
        setItem: (key, text) => void entries.set(key, text),
        removeItem: (key) => void entries.delete(key),
      },
      onEvent: (event) => events.push(event),
    })
    onTestFinished(() => void client.stopAutoRefresh())
    return client
  }
  return { client: open(), open, auth, entries, events }
}

describe('a stored session', () => {
  it('is saved under a key made from the first label of the host', () => {
    expect(sessionStorageKey('tailor.example.com')).toBe('sb-tailor-auth-token')
    expect(sessionStorageKey('localhost')).toBe('sb-localhost-auth-token')
  })

  it('is refreshed when it expires: retried after 200 ms, then doubling', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const { auth, entries, events } = await stored(session('old', -10), { failures: 3 })
    await expect.poll(() => events).toContain('TOKEN_REFRESHED')
    expect(JSON.parse(entries.get('kept') ?? '{}').refresh_token).toBe('refresh-4')
    expect(auth.refreshes).toHaveLength(4)
    const pauses = timers.mock.calls
      .map(([, ms]) => ms)
      .filter((ms) => [200, 400, 800, 1600].includes(Number(ms)))
    expect(pauses).toEqual([200, 400, 800])
  })

  it.each([
    { status: 429, body: { code: '54000', message: 'Too many requests.' } },
    { status: 404, body: '<h1>Not found</h1>' },
    { status: 403, body: '' },
  ])('is refreshed despite a rate limit or a proxy error: %o', async (failure) => {
    const { events } = await stored(session('old', -10), { failures: 1, failure })
    await expect.poll(() => events).toContain('TOKEN_REFRESHED')
    expect(events).not.toContain('SIGNED_OUT')
  })

  it('is requested again after no answer, for as long as the server accepts its token once more', async () => {
    const limits: number[] = []
    const line = new AbortController()
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      // First the wait for other windows, then the call's time limit.
      return limits.length === 2 ? line.signal : new AbortController().signal
    })
    onTestFinished(() => timeouts.mockRestore())
    const { auth, events } = await stored(session('old', -10), { unanswered: 1 })
    await expect.poll(() => auth.refreshes.length).toBe(1)
    line.abort()
    await expect.poll(() => events).toContain('TOKEN_REFRESHED')
    expect(auth.refreshes.map(({ token }) => token)).toEqual(['old', 'old'])
    // It does so for ten seconds after the first time.
    expect(limits[1]).toBeLessThanOrEqual(5000)
  })

  it('is refreshed by one browser window at a time', async () => {
    const { auth, open, events } = await stored(session('old', -10))
    const handle = auth.handle
    const together: number[] = []
    let asking = 0
    auth.handle = async (...exchange) => {
      asking += 1
      together.push(asking)
      // Long enough for the other window’s request to come, if it didn’t wait.
      await setTimeout(50)
      await handle(...exchange)
      asking -= 1
    }
    open()
    await expect.poll(() => events.filter((event) => event === 'INITIAL_SESSION')).toHaveLength(2)
    expect(Math.max(...together)).toBe(1)
  })

  it('is taken from another tab when the server rejects the token that it replaced', async () => {
    const { client, auth, entries, events } = await stored(session('old', -10), { failures: 1 })
    Object.defineProperty(auth, 'failure', {
      get() {
        entries.set('kept', JSON.stringify(session('newer', 3600)))
        return { status: 400, body: { code: 'refresh_token_already_used', message: 'Sign in again.' } }
      },
    })
    const { data } = await client.getSession()
    expect(data.session?.refresh_token).toBe('newer')
    expect(auth.refreshes.map(({ token }) => token)).toEqual(['old'])
    expect(events).not.toContain('SIGNED_OUT')
    expect(entries.get('kept')).toContain('newer')
  })

  it('ends when the server rejects its token', async () => {
    const failure = { status: 400, body: { code: 'refresh_token_not_found', message: 'Sign in again.' } }
    const { events, entries } = await stored(session('old', -10), { failures: 1, failure })
    await expect.poll(() => events).toContain('SIGNED_OUT')
    expect(entries.has('kept')).toBe(false)
  })

  it.each([-2, 2])('lasts its hour on a device whose clock is %i hours off', async (hours) => {
    const { auth, entries, events } = await stored(session('old', -10), { secondsAhead: hours * 3600 })
    await expect.poll(() => events).toContain('TOKEN_REFRESHED')
    const [{ at } = { at: 0 }] = auth.refreshes
    const { expires_at } = JSON.parse(entries.get('kept') ?? '{}')
    expect(expires_at).toBeGreaterThanOrEqual(Math.floor(at / 1000) + 3600)
    expect(expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3600)
  })

  it('is restored unchanged, and reports signing in, a verified second factor, and signing out', async () => {
    const { client, auth, entries, events } = await stored(session('fresh', 3600))
    const { data } = await client.getSession()
    expect(data.session?.refresh_token).toBe('fresh')
    await expect.poll(() => events).toContain('INITIAL_SESSION')
    expect(auth.refreshes).toEqual([])
    events.length = 0
    const { access_token, refresh_token } = session('other', 3600)
    await client.setSession({ access_token, refresh_token })
    expect(events).toContain('SIGNED_IN')
    await client.mfa.verify({ factorId: 'f1', challengeId: 'c1', code: '123456' })
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    await client.signOut()
    expect([events.at(-1), auth.logouts, entries.has('kept')]).toEqual(['SIGNED_OUT', 1, false])
  })
})
