import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { msPerMinute } from '../../booking/time.ts'
import { deskErrors, requestErrors, deskArguments as words } from '../../copy/errors.ts'
import { accessTokenLastsMs, shopUserId } from '../auth/access-tokens.ts'
import type { Grant, Sessions } from '../auth/sessions.ts'
import { linkLastsMinutes } from '../auth/sign-in-links.ts'
import type { RequestCounts } from '../db/engine.ts'
import type { Session } from '../db/sessions.ts'
import { requestWindowMs } from '../lib/async.ts'
import { errorKind } from '../lib/errors.ts'
import { ApiError, bearerOf, onlyMethods } from './errors.ts'
import { addressKey, countNow } from './limits.ts'
import type { Services } from './services.ts'

const failuresMax = 20

/** Notes an attempt that failed and says how to answer it. */
export type FailedAttempt = (request: FastifyRequest, what: string, answer: ApiError) => Promise<ApiError>

/**
 * Counts attempts with a wrong token per client address, and leaves a line in the log without it. Beyond the limit all
 * that fails is 429; what is right is never refused, so that nobody can shut the owner out.
 *
 * @param isLimited - false where the owner has turned all limits off
 */
export function failedAttempts(counts: RequestCounts, isLimited: boolean, now: () => number): FailedAttempt {
  return async (request, what, answer) => {
    request.log.warn({ reqId: request.id, what, address: addressKey(request.ip) }, 'a token was refused')
    if (!isLimited) return answer
    const key = `failed attempts ${addressKey(request.ip)}`
    const { count, leftMs } = await countNow(counts, key, requestWindowMs, now())
    if (count <= failuresMax) return answer
    const sentence = deskErrors.tooManyAttempts(Math.ceil(leftMs / msPerMinute))
    const retryAfterSeconds = Math.ceil(leftMs / 1000)
    return new ApiError(429, 'over_request_rate_limit', sentence, { retryAfterSeconds })
  }
}

const noSession = (code: string) => new ApiError(401, code, deskErrors.notSignedIn)

/**
 * Lets requests pass that come from the desk, with an access token whose session lives.
 * @returns a hook that throws {ApiError} 403 for the public key alone, 401 for every other token
 */
export function requireSession(sessions: Sessions, anonKey: string, failed: FailedAttempt) {
  return async (request: FastifyRequest): Promise<Session> => {
    const token = bearerOf(request)
    if (token === undefined || token === anonKey) {
      throw new ApiError(403, '42501', deskErrors.ownersCall)
    }
    const session = await sessions.who(token)
    if (!session) throw await failed(request, 'access', noSession('PGRST301'))
    return session
  }
}

/** The user as the auth client knows users. @see https://supabase.com/docs/reference/api */
export function userBody({ email, createdAtMs }: Session) {
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

/** A session as the auth client keeps it (specification, point 3). */
export function sessionBody({ session, accessToken, refreshToken, expiresAtMs }: Grant) {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: accessTokenLastsMs / 1000,
    expires_at: Math.floor(expiresAtMs / 1000),
    refresh_token: refreshToken,
    user: userBody(session),
  }
}

/** With it the auth client reads the code of an error where all our errors have it. */
const apiVersion = { 'x-supabase-api-version': '2024-01-01' }

const token = z.string().min(1).max(1000)

const otp = z.looseObject({ email: z.string().max(1000).nullish() })

const verification = z.looseObject({ type: z.enum(['magiclink', 'email']), token_hash: token })

const grantType = z.object({ grant_type: z.literal('refresh_token') })

const refreshing = z.looseObject({ refresh_token: token })

const signingOut = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') })

function parsed<T>(schema: z.ZodType<T>, value: unknown, sentence: string): T {
  const result = schema.safeParse(value ?? {})
  if (!result.success) throw new ApiError(400, 'validation_failed', sentence)
  return result.data
}

const wrongLink = () => new ApiError(403, 'otp_expired', deskErrors.wrongLink(linkLastsMinutes))

/** A right token counts for itself, so junk from the same network doesn't keep its holder out. */
const byToken = (sessions: Sessions, field: 'token_hash' | 'refresh_token') => ({
  config: {
    rateLimit: {
      // The token is in the body.
      hook: 'preHandler' as const,
      keyGenerator: async ({ body, ip }: FastifyRequest) => {
        const sent = z.looseObject({ [field]: token }).safeParse(body)
        const value = sent.success ? String(sent.data[field]) : undefined
        const opens = value !== undefined && (await sessions.opens(value).catch(() => false))
        return opens ? `token ${value}` : addressKey(ip)
      },
    },
  },
})

const sendsMost = 5

/**
 * Limits how many sign-in emails one visitor requests.
 * @returns a function that throws {ApiError} 429 beyond the limit
 */
function visitorLimit({ config, storage, now }: Services) {
  return async ({ ip }: FastifyRequest): Promise<void> => {
    if (config.rateLimitPerMinute === 0) return
    const key = `sign-in emails ${addressKey(ip)}`
    const { count, leftMs } = await countNow(storage.requestCounts, key, requestWindowMs, now())
    if (count <= sendsMost) return
    const retryAfterSeconds = Math.ceil(leftMs / 1000)
    const sentence = requestErrors.tooManyRequests(retryAfterSeconds)
    throw new ApiError(429, 'over_email_send_rate_limit', sentence, { retryAfterSeconds })
  }
}

/** The way in to the desk, in the public conventions of GoTrue. */
export function auth(app: FastifyInstance, services: Services, failed: FailedAttempt): void {
  const { sessions, signInLinks, accessTokens, log } = services
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...apiVersion, 'cache-control': 'no-store' })
  })
  // The auth client says JSON where it sends nothing, when it signs out.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )

  const asked = visitorLimit(services)
  const mailing = new Set<Promise<void>>()
  const stopping = new AbortController()
  app.addHook('onClose', async () => {
    stopping.abort()
    await Promise.all(mailing)
  })

  app.post('/otp', async (request) => {
    const { email } = parsed(otp, request.body, words.text(words.names.emailAddress))
    await asked(request)
    // Answered before it is done, so that the time it takes tells nobody which addresses are the desk's.
    const mail: Promise<void> = signInLinks
      .email(email ?? undefined, stopping.signal)
      .catch((error) => log.error({ error: errorKind(error) }, 'a link to the desk could not be mailed'))
      .finally(() => mailing.delete(mail))
    mailing.add(mail)
    return {}
  })

  app.post('/verify', byToken(sessions, 'token_hash'), async (request) => {
    const { token_hash } = parsed(verification, request.body, words.verification)
    const grant = await sessions.signIn(token_hash)
    if (!grant) throw await failed(request, 'link', wrongLink())
    return sessionBody(grant)
  })

  app.post('/token', byToken(sessions, 'refresh_token'), async (request) => {
    parsed(grantType, request.query, words.grantType)
    const { refresh_token } = parsed(refreshing, request.body, words.text(words.names.refreshToken))
    const grant = await sessions.refresh(refresh_token)
    if (grant === 'reused' || grant === 'unknown') {
      const code = grant === 'reused' ? 'refresh_token_already_used' : 'refresh_token_not_found'
      throw await failed(request, `refresh, ${grant}`, new ApiError(400, code, noSession(code).message))
    }
    return sessionBody(grant)
  })

  async function signedIn(request: FastifyRequest): Promise<Session> {
    const session = await sessions.who(bearerOf(request) ?? '')
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
