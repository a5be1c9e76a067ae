import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { deskErrors, requestErrors, deskArguments as words } from '#copy/errors.ts'
import { msPerMinute } from '../../booking/time.ts'
import { accessTokenLastsMs, shopUserId } from '../auth/access-tokens.ts'
import type { Grant, Sessions } from '../auth/sessions.ts'
import { linkLastsMinutes } from '../auth/sign-in-links.ts'
import type { RequestCounts } from '../db/engine.ts'
import type { Session } from '../db/sessions.ts'
import { requestWindowMs } from '../lib/async.ts'
import { getErrorKind } from '../lib/errors.ts'
import { ApiError, getBearerToken, onlyMethods } from './errors.ts'
import { countRequest, toAddressKey } from './limits.ts'
import type { Services } from './services.ts'

const failuresMax = 20
/** Limits sign-in emails per visitor. */
const sendsMax = 5

export type RecordFailure = (request: FastifyRequest, what: string, answer: ApiError) => Promise<ApiError>

/** Limits wrong tokens per client address. It never rejects a right one, so no one can lock the owner out. */
export function failedAttempts(counts: RequestCounts, isLimited: boolean, now: () => number): RecordFailure {
  return async (request, what, answer) => {
    request.log.warn({ reqId: request.id, what, address: toAddressKey(request.ip) }, 'a token was refused')
    if (!isLimited) return answer
    const key = `failed attempts ${toAddressKey(request.ip)}`
    const { count, leftMs } = await countRequest(counts, key, requestWindowMs, now())
    if (count <= failuresMax) return answer
    const message = deskErrors.tooManyAttempts(Math.ceil(leftMs / msPerMinute))
    return new ApiError(429, 'over_request_rate_limit', message, {
      retryAfterSeconds: Math.ceil(leftMs / 1000),
    })
  }
}

export const noSession = (code: string) => new ApiError(401, code, deskErrors.notSignedIn)

/** Returns a hook that throws {ApiError} 403 for the public key alone, and 401 for a token without a live session. */
export function requireSession(sessions: Sessions, anonKey: string, failed: RecordFailure) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = getBearerToken(request)
    if (token === undefined || token === anonKey) throw new ApiError(403, '42501', deskErrors.ownersCall)
    if (!(await sessions.who(token))) throw await failed(request, 'access', noSession('PGRST301'))
  }
}

function userBody({ email, createdAtMs }: Session) {
  const at = new Date(createdAtMs).toISOString()
  return {
    id: shopUserId,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    email_confirmed_at: at,
    confirmed_at: at,
    last_sign_in_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}

function sessionBody({ session, accessToken, refreshToken, expiresAtMs }: Grant) {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: accessTokenLastsMs / 1000,
    expires_at: Math.floor(expiresAtMs / 1000),
    refresh_token: refreshToken,
    user: userBody(session),
  }
}

/** Tells the auth client to read `code` in errors. */
const apiVersion = { 'x-supabase-api-version': '2024-01-01' }

const token = z.string().min(1).max(1000)
const otp = z.looseObject({ email: z.string().max(1000).nullish() })
const verification = z.looseObject({ type: z.enum(['magiclink', 'email']), token_hash: token })
const grantType = z.object({ grant_type: z.literal('refresh_token') })
const refreshing = z.looseObject({ refresh_token: token })
const signingOut = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') })

function parsed<T>(schema: z.ZodType<T>, value: unknown, message: string): T {
  const result = schema.safeParse(value ?? {})
  if (!result.success) throw new ApiError(400, 'validation_failed', message)
  return result.data
}

/** Counts requests by token if it's right, so junk from the same network doesn't lock its holder out. */
const byToken = (sessions: Sessions, field: 'token_hash' | 'refresh_token') => ({
  config: {
    rateLimit: {
      hook: 'preHandler' as const,
      keyGenerator: async ({ body, ip }: FastifyRequest) => {
        const { data } = z.looseObject({ [field]: token }).safeParse(body)
        const value = String(data?.[field])
        const opens = data && (await sessions.opens(value).catch(() => false))
        return opens ? `token ${value}` : toAddressKey(ip)
      },
    },
  },
})

/** The calls that sign in to the desk, in the public conventions of GoTrue. */
export function auth(app: FastifyInstance, services: Services, failed: RecordFailure): void {
  const { config, storage, sessions, signInLinks, accessTokens, now, log } = services
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...apiVersion, 'cache-control': 'no-store' })
  })
  // At sign-out, the auth client declares JSON and sends nothing.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )

  async function limitVisitor({ ip }: FastifyRequest): Promise<void> {
    if (config.rateLimitPerMinute === 0) return
    const key = `sign-in emails ${toAddressKey(ip)}`
    const { count, leftMs } = await countRequest(storage.requestCounts, key, requestWindowMs, now())
    if (count <= sendsMax) return
    const retryAfterSeconds = Math.ceil(leftMs / 1000)
    const message = requestErrors.tooManyRequests(retryAfterSeconds)
    throw new ApiError(429, 'over_email_send_rate_limit', message, { retryAfterSeconds })
  }

  const mailing = new Set<Promise<void>>()
  const stopping = new AbortController()
  app.addHook('onClose', async () => {
    stopping.abort()
    await Promise.all(mailing)
  })

  app.post('/otp', async (request) => {
    const { email } = parsed(otp, request.body, words.text(words.names.emailAddress))
    await limitVisitor(request)
    // Not awaited: the time it takes would tell strangers which addresses belong to the desk.
    const mail: Promise<void> = signInLinks
      .email(email ?? undefined, stopping.signal)
      .catch((error) => log.error({ error: getErrorKind(error) }, 'could not email a link to the desk'))
      .finally(() => mailing.delete(mail))
    mailing.add(mail)
    return {}
  })

  app.post('/verify', byToken(sessions, 'token_hash'), async (request) => {
    const { token_hash } = parsed(verification, request.body, words.verification)
    const grant = await sessions.signIn(token_hash)
    if (!grant) {
      const message = deskErrors.wrongLink(linkLastsMinutes)
      throw await failed(request, 'link', new ApiError(403, 'otp_expired', message))
    }
    return sessionBody(grant)
  })

  app.post('/token', byToken(sessions, 'refresh_token'), async (request) => {
    parsed(grantType, request.query, words.grantType)
    const { refresh_token } = parsed(refreshing, request.body, words.text(words.names.refreshToken))
    const grant = await sessions.refresh(refresh_token)
    if (typeof grant === 'string') {
      const code = grant === 'unknown' ? 'refresh_token_not_found' : 'refresh_token_already_used'
      throw await failed(request, `refresh, ${grant}`, new ApiError(400, code, deskErrors.notSignedIn))
    }
    return sessionBody(grant)
  })

  async function signedIn(request: FastifyRequest): Promise<Session> {
    const session = await sessions.who(getBearerToken(request) ?? '')
    if (!session) throw await failed(request, 'access', noSession('session_not_found'))
    return session
  }

  app.get('/user', async (request) => userBody(await signedIn(request)))

  app.post('/logout', async (request, reply) => {
    const { scope } = parsed(signingOut, request.query, words.scope)
    await sessions.signOut(await signedIn(request), scope)
    return reply.code(204).send()
  })

  app.get('/.well-known/jwks.json', () => accessTokens.keySet())

  for (const url of ['/otp', '/verify', '/token', '/logout']) onlyMethods(app, url, ['POST'])
  for (const url of ['/user', '/.well-known/jwks.json']) onlyMethods(app, url, ['GET', 'HEAD'])
}
