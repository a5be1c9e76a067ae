import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { appointments } from './appointments.ts'
import { book } from './book/book.ts'
import { calendarFeedRoute } from './calendar-feed.ts'
import { createCalendarEvent } from './create-calendar-event.ts'
import { errorHandler } from './error-handler.ts'
import { finishConnections } from './finish-connections.ts'
import { bookingGuard } from './guard/booking-guard.ts'
import { fillTimes as createFillTimes } from './guard/fill-times.ts'
import { healthz } from './healthz.ts'
import { mailViewer } from './mail-viewer/mail-viewer.ts'
import { notFound } from './not-found.ts'
import { openTimes } from './open-times.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { createPages } from './pages/pages.ts'
import { loadTemplates } from './pages/templates.ts'
import { rateLimit } from './rate-limit.ts'
import { requestLog } from './request-log.ts'
import { requireAnonKey } from './require-anon-key.ts'
import { securityHeaders } from './security-headers.ts'
import { sendAppointmentNotification } from './send-appointment-notification.ts'
import type { Services } from './services.ts'
import { socialProof } from './social-proof.ts'
import { visit } from './visit/visit.ts'

const bodyLimitBytes = 16 * 1024
/** A request must have arrived by then, however slowly it is sent. */
const requestTimeoutMs = 15_000
const headersTimeoutMs = 10_000
/** How often both are looked at; Node's own half a minute would triple them. */
const connectionsCheckMs = 2000
const keepAliveTimeoutMs = 10_000

/** The web server with every address it answers, not listening yet. */
export async function createServer(services: Services): Promise<FastifyInstance> {
  const { config, distDir, publicUrl, shop, now, log } = services
  const templates = loadTemplates(distDir)
  const pages = createPages({ templates, shop, anonKey: config.anonKey, publicUrl, now })

  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than the request's one line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    ...(config.trustProxy === undefined ? {} : { trustProxy: config.trustProxy }),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: connectionsCheckMs },
    frameworkErrors: errorHandler,
  })
  // Programs send JSON; only the form's own address takes a form.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(errorHandler)
  requestLog(app)
  finishConnections(app)
  securityHeaders(app, templates.inlined.others, config.publicUrl?.startsWith('https:') ?? false)
  await rateLimit(app, config.rateLimitPerMinute, services.storage.requestCounts, now)
  notFound(app, pages)
  const fillTimes = createFillTimes(config.minFillSeconds, now)
  const guard = bookingGuard({ ...services, fillTimes })

  await app.register(
    async (rest) => {
      rest.addHook('onRequest', requireAnonKey(config.anonKey))
      appointments(rest, services, guard)
      openTimes(rest, services)
      socialProof(rest, services)
    },
    { prefix: '/rest/v1' },
  )

  await app.register(
    async (functions) => {
      functions.addHook('onRequest', requireAnonKey(config.anonKey))
      createCalendarEvent(functions, services)
      sendAppointmentNotification(functions, services)
    },
    { prefix: '/functions/v1' },
  )

  await app.register((form) => book(form, services, { pages, templates, guard }))
  await app.register((root) => visit(root, services, { pages, templates, fillTimes }))
  healthz(app, services)
  calendarFeedRoute(app, services)
  await app.register(async (viewer) => mailViewer(viewer, services))
  await pageRoutes(app, pages, distDir)
  return app
}
