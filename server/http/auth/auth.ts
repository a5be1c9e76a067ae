import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { deskRefusals, deskArguments as words } from '../../../copy/errors.ts'
import { faultOf } from '../../base/fault.ts'
import { linkLastsMinutes } from '../../sessions/desk-links.ts'
import type { Session } from '../../sessions/session-store.ts'
import { ApiError } from '../api-error.ts'
import { onlyMethods } from '../only-methods.ts'
import type { Services } from '../services.ts'
import type { FailedAttempt } from './failed-attempts.ts'
import { bearerOf, noSession } from './require-session.ts'
import { sessionBody, userBody } from './session-body.ts'

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

const wrongLink = () => new ApiError(403, 'otp_expired', deskRefusals.wrongLink(linkLastsMinutes))

/** The way in to the desk, in the public conventions of GoTrue. */
export function auth(app: FastifyInstance, services: Services, failed: FailedAttempt): void {
  const { sessions, deskLinks, accessTokens, log } = services
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...apiVersion, 'cache-control': 'no-store' })
  })
  // The auth client says JSON where it sends nothing, when it signs out.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )

  const mailing = new Set<Promise<void>>()
  const stopping = new AbortController()
  app.addHook('onClose', async () => {
    stopping.abort()
    await Promise.all(mailing)
  })

  app.post('/otp', async ({ body }) => {
    const { email } = parsed(otp, body, words.text(words.names.emailAddress))
    // Answered before it is done, so that the time it takes tells nobody which addresses are the desk's.
    const mail: Promise<void> = deskLinks
      .mail(email ?? undefined, stopping.signal)
      .catch((error) => log.error({ fault: faultOf(error) }, 'a link to the desk could not be mailed'))
      .finally(() => mailing.delete(mail))
    mailing.add(mail)
    return {}
  })

  app.post('/verify', async (request) => {
    const { token_hash } = parsed(verification, request.body, words.verification)
    const grant = await sessions.signIn(token_hash)
    if (!grant) throw await failed(request, 'link', wrongLink())
    return sessionBody(grant)
  })

  app.post('/token', async (request) => {
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
