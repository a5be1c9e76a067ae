import { createHash, timingSafeEqual } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { auth, failedAttempts } from './auth-api.ts'
import { errorHandler, onlyMethods } from './errors.ts'
import { book } from './form-post.ts'
import { bookingGuard, rateLimit } from './limits.ts'
import { deskCalls } from './owner-api.ts'
import { createPages, pageRoutes } from './pages.ts'
import { appointments, followUpCalls, hours, openTimes, requireAnonKey } from './public-api.ts'
import { securityHeaders } from './security.ts'
import type { Services } from './services.ts'
import { socialProof } from './social-proof.ts'
import { visit } from './visit.ts'

/**
 * One line for each request: what was asked for as the pattern of its address, which has no query, no token and
 * nothing that a visitor has typed.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request
    const line = { reqId: id, method, route: routeOptions.url ?? 'unknown', status: reply.statusCode }
    app.log.info({ ...line, ms: Math.round(reply.elapsedTime) }, 'request answered')
    done()
  })
}

/** Node looks twice whether anything of an answer was taken meanwhile before it gives the connection up. */
const stillTimeoutMs = 10_000

/** No answer takes longer. Node itself looks no more at what is too slow once a server is closing. */
const closeWithinMs = 8000

/**
 * Once the server is closing, ends each connection with the answer that it waits for. Clients keep connections
 * open for their next request, and the server would wait for every one of them to be let go. Who has not sent a request
 * by then, or has not taken the answer, is not waited for: a telephone may have lost its line in the middle.
 */
export function finishConnections(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // One after the other, connections on which nothing moves would hold all memory.
    reply.raw.setTimeout(stillTimeoutMs)
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}

const unansweredMost = 16

/**
 * Closes a connection with more unanswered requests than any client pipelines. Otherwise one connection could fill the
 * memory with requests that wait for their turn.
 */
function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count <= unansweredMost) return
    socket.destroy()
    reply.hijack()
  })
}

const url = '/healthz'

/** A write that went well speaks for so long for the next, so that whoever asks cannot keep the disk busy. */
const goodForMs = 2000

/** Green only when the database takes a write: then bookings can be taken. */
export function healthz(app: FastifyInstance, { storage, now }: Services): void {
  let writtenAtMs = Number.NEGATIVE_INFINITY
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    try {
      await storage.checkWritable(now())
      writtenAtMs = now()
    } finally {
      writing = undefined
    }
  }

  app.get(url, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    // A clock that was set back says nothing.
    if (Math.abs(now() - writtenAtMs) >= goodForMs) {
      writing ??= write()
      await writing
    }
    return { status: 'ok' }
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}

/** Whether two secrets are the same, told in a time that says nothing about where they differ. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** The embedded calendar, for the owner's calendar programs to subscribe to. */
export function calendarFeedRoute(app: FastifyInstance, { feedSecret, writeFeed }: Services): void {
  app.get<{ Params: { secret: string } }>('/calendar/:secret.ics', async ({ params }, reply) => {
    if (!sameSecret(params.secret, feedSecret)) return reply.callNotFound()
    const feed = await writeFeed()
    return reply.type('text/calendar; charset=utf-8').header('cache-control', 'private, no-cache').send(feed)
  })
}

const bodyLimitBytes = 16 * 1024

/** A request must have arrived by then, however slowly it is sent. */
const requestTimeoutMs = 15_000

const headersTimeoutMs = 10_000

/** How often both are looked at; Node's own half a minute would triple them. */
const connectionsCheckMs = 2000

const keepAliveTimeoutMs = 10_000

/** Inputs are Zod's to check: no route has a JSON schema, and Ajv, which would compile them, takes 3 MiB. */
const noSchemas = () => {
  throw new Error('A route has a JSON schema, and nothing here compiles it.')
}

/** An address that is no text is like any other that is none of ours: taken letter by letter, it is answered so. */
function asText(url: string): string {
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** The web server with every address it answers, not listening yet. */
export async function createHttp(services: Services): Promise<FastifyInstance> {
  const { config, page, publicUrl, openingHours, now, log } = services
  const pages = createPages({ page, openingHours, anonKey: config.anonKey, publicUrl, now })

  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than the request's one line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: config.trustProxy ?? false,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: connectionsCheckMs },
    rewriteUrl: ({ url = '/' }) => asText(url),
    // As long as Node takes them.
    routerOptions: { maxParamLength: maxHeaderSize },
  })
  // Programs send JSON; only the form's own address takes a form.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(errorHandler)
  limitPipelining(app)
  requestLog(app)
  finishConnections(app)
  securityHeaders(app, page.inlined.others, config.publicUrl?.startsWith('https:') ?? false)
  await rateLimit(app, config.rateLimitPerMinute, services)
  const guard = bookingGuard(services)

  const failed = failedAttempts(services.storage.requestCounts, config.rateLimitPerMinute > 0, now)

  /** The calls for programs. All need the public key. */
  const calls = (prefix: string, routes: (app: FastifyInstance) => Promise<void>) =>
    app.register(
      async (some) => {
        some.addHook('onRequest', requireAnonKey(config.anonKey))
        await routes(some)
      },
      { prefix },
    )
  await calls('/rest/v1', async (rest) => {
    appointments(rest, services, guard)
    hours(rest, services)
    openTimes(rest, services)
    socialProof(rest, services)
    await rest.register((owners) => deskCalls(owners, services, failed))
  })
  await calls('/functions/v1', async (functions) => followUpCalls(functions, services))
  await calls('/auth/v1', async (wayIn) => auth(wayIn, services, failed))

  await app.register((form) => book(form, services, guard))
  await app.register((root) => visit(root, services, pages))
  healthz(app, services)
  calendarFeedRoute(app, services)
  await pageRoutes(app, pages, page)
  return app
}
