import type { IncomingMessage, ServerResponse } from 'node:http'
import { startFront } from './front.ts'

const user = {
  id: '7b0c1d52-8a55-4a4b-9f53-6b1f2a6a9c11',
  email: 'owner@example.com',
  aud: 'authenticated',
}

export function session(refresh_token: string, secondsLeft: number) {
  const expires_at = Math.floor(Date.now() / 1000) + secondsLeft
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  // Its parts are readable. No one here checks its signature.
  const access_token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user.id, exp: expires_at })}.c2lnbmF0dXJl`
  return { access_token, refresh_token, token_type: 'bearer', expires_in: secondsLeft, expires_at, user }
}

function answer(outgoing: ServerResponse, status: number, body: object | string): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

/** An auth server for the client library, on loopback: it refreshes a session and ends it. */
export function authEndpoint() {
  const endpoint = {
    /** The refresh tokens that it got, in order, with the time of each in epoch milliseconds. */
    refreshes: [] as { token: string; at: number }[],
    logouts: 0,
    /** That many refreshes get no answer at all, and then that many a failure. */
    unanswered: 0,
    failures: 0,
    failure: { status: 503, body: { message: 'Busy' } as object | string },
    /** How far its clock is ahead of this machine's. */
    secondsAhead: 0,
    async handle(incoming: IncomingMessage, outgoing: ServerResponse) {
      const body = (await incoming.toArray()).join('')
      const url = new URL(incoming.url ?? '', 'http://localhost')
      if (url.pathname.endsWith('/token') && url.searchParams.get('grant_type') === 'refresh_token') {
        endpoint.refreshes.push({ token: JSON.parse(body).refresh_token, at: Date.now() })
        const { failures, failure, unanswered } = endpoint
        if (endpoint.refreshes.length <= unanswered) return
        if (endpoint.refreshes.length <= failures) return answer(outgoing, failure.status, failure.body)
        const renewed = session(`refresh-${endpoint.refreshes.length}`, 3600)
        const expires_at = renewed.expires_at + endpoint.secondsAhead
        return answer(outgoing, 200, { ...renewed, expires_at })
      }
      if (url.pathname.endsWith('/logout')) {
        endpoint.logouts += 1
        outgoing.writeHead(204).end()
        return
      }
      if (url.pathname.endsWith('/user')) return answer(outgoing, 200, user)
      if (url.pathname.endsWith('/verify')) return answer(outgoing, 200, session('refresh-mfa', 3600))
      answer(outgoing, 404, { message: 'No such call' })
    },
  }
  return endpoint
}

export type AuthEndpoint = ReturnType<typeof authEndpoint>

/** One host for both, as in front of a real backend: `/auth/v1` is the endpoint's, the rest the shop's. */
export const startAuthFront = (endpoint: AuthEndpoint, shopUrl: string) =>
  startFront(shopUrl, (incoming, outgoing) => {
    const isTaken = incoming.url?.startsWith('/auth/v1/') ?? false
    if (isTaken) void endpoint.handle(incoming, outgoing)
    return isTaken
  })
