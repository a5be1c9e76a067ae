import { maxHeaderSize } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { appointments } from './api/appointments.ts'
import { followUpCalls } from './api/follow-up-calls.ts'
import { openTimes } from './api/open-times.ts'
import { requireAnonKey } from './api/require-anon-key.ts'
import { socialProof } from './api/social-proof.ts'
import { auth } from './auth/auth.ts'
import { failedAttempts } from './auth/failed-attempts.ts'
import { calendarFeedRoute } from './calendar-feed.ts'
import { deskCalls } from './desk/desk-calls.ts'
import { errorHandler } from './error-handler.ts'
import { finishConnections } from './finish-connections.ts'
import { bookingGuard } from './guard/booking-guard.ts'
import { rateLimit } from './guard/rate-limit.ts'
import { securityHeaders } from './guard/security-headers.ts'
import { healthz } from './healthz.ts'
import { visit } from './manage/manage.ts'
import { book } from './pages/book.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { createPages } from './pages/pages.ts'
import { requestLog } from './request-log.ts'
import type { Services } from './services.ts'

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
export async function createServer(services: Services): Promise<FastifyInstance> {
  const { config, page, publicUrl, shop, now, log } = services
  // Whatever is decided by the opening hours is decided by those that are in force now.
  const { refresh } = services.openingInForce
  const pages = createPages({ page, shop, anonKey: config.anonKey, publicUrl, refresh, now })

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
  requestLog(app)
  finishConnections(app)
  securityHeaders(app, page.inlined.others, config.publicUrl?.startsWith('https:') ?? false)
  await rateLimit(app, config.rateLimitPerMinute, services.storage.requestCounts, now)
  const guard = bookingGuard(services)

  const failed = failedAttempts(services.storage.requestCounts, config.rateLimitPerMinute > 0, now)

  /** What programs call, all of it with the public key. */
  const calls = (prefix: string, routes: (app: FastifyInstance) => Promise<void>) =>
    app.register(
      async (some) => {
        some.addHook('onRequest', requireAnonKey(config.anonKey))
        await routes(some)
      },
      { prefix },
    )
  await calls('/rest/v1', async (rest) => {
    rest.addHook('onRequest', refresh)
    appointments(rest, services, guard)
    openTimes(rest, services)
    socialProof(rest, services)
    await rest.register((owners) => deskCalls(owners, services, failed))
  })
  await calls('/functions/v1', async (functions) => {
    functions.addHook('onRequest', refresh)
    followUpCalls(functions, services)
  })
  await calls('/auth/v1', async (wayIn) => auth(wayIn, services, failed))

  await app.register(async (form) => {
    // Once the form is read, so that a database that is out of reach leaves what was typed.
    form.addHook('preHandler', refresh)
    await book(form, services, guard)
  })
  await app.register((root) => visit(root, services, pages))
  healthz(app, services)
  calendarFeedRoute(app, services)
  await pageRoutes(app, pages, page)
  return app
}
