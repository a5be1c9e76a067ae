import { createHash, timingSafeEqual } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { auth, failedAttempts } from './auth-api.ts'
import { errorHandler } from './errors.ts'
import { book } from './form-post.ts'
import { healthz } from './health.ts'
import { createNetworkReader, rateLimit, toAddressKey } from './limits.ts'
import { deskCalls } from './owner-api.ts'
import { createPages, pageRoutes } from './pages.ts'
import { appointments, followUpCalls, hours, openDays, openTimes, requireAnonKey } from './public-api.ts'
import { securityHeaders } from './security.ts'
import type { Services } from './services.ts'
import { socialProof } from './social-proof.ts'
import { keepOut } from './staging.ts'
import { visit } from './visit.ts'

/** Logs one line per request, with the route's pattern: no query, no token, and nothing that a visitor typed. */
function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, routeOptions } = request
    const line = { reqId: id, method, route: routeOptions.url ?? 'unknown', status: reply.statusCode }
    app.log.info({ ...line, ms: Math.round(reply.elapsedTime) }, 'request answered')
    done()
  })
}

const stillTimeoutMs = 10_000
/** No answer takes longer. Node stops checking for slow clients when a server closes. */
const closeWithinMs = 8000

/** Ends keep-alive connections with their last answer when the server closes, and cuts off clients that lost theirs. */
function finishConnections(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Otherwise, dead connections would fill the memory.
    reply.raw.setTimeout(stillTimeoutMs)
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}

const unansweredMax = 16

/** Node's parser of a connection, which Node's types omit. */
type ParsedSocket = Socket & { parser?: { onIncoming: () => number } | null }

/** Tells the parser that the connection stops being HTTP, as after CONNECT, so it drops the rest. */
const stopParsing = () => 2

/** Closes a connection with more unanswered requests than any client pipelines: they could fill the memory. */
function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<ParsedSocket, number>()
  app.addHook('onRequest', async ({ raw }, reply) => {
    const socket: ParsedSocket = raw.socket
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count <= unansweredMax) return
    // Destroying alone isn't enough: the rest of the data would still become requests, 2,400 from each of 160
    // connections.
    if (socket.parser) socket.parser.onIncoming = stopParsing
    socket.destroy()
    reply.hijack()
  })
}

const connectionsMax = 64

/** Limits the connections of one address. A proxy holds those of all visitors. */
function limitConnections(app: FastifyInstance): void {
  const open = new Map<string, number>()
  app.server.on('connection', (socket) => {
    const address = toAddressKey(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > connectionsMax) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** Compares two secrets in a time that doesn't depend on where they differ. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function calendarFeedRoute(app: FastifyInstance, { feedSecret, writeFeed }: Services): void {
  app.get<{ Params: { secret: string } }>('/calendar/:secret.ics', async ({ params }, reply) => {
    if (!sameSecret(params.secret, feedSecret)) return reply.callNotFound()
    const feed = await writeFeed()
    return reply.type('text/calendar; charset=utf-8').header('cache-control', 'private, no-cache').send(feed)
  })
}

/** Zod checks inputs, so no route has a JSON schema. Ajv, which would compile them, takes 3 MiB. */
const noSchemas = () => {
  throw new Error('A route has a JSON schema, and nothing here compiles it.')
}

/** Escapes an address that can't be decoded, so it gets the not-found page like other unknown addresses. */
function asText(url: string): string {
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

export async function createHttp(services: Services): Promise<FastifyInstance> {
  const { config, page, publicUrl, openingHours, now, log } = services
  const pages = createPages({ page, openingHours, anonKey: config.anonKey, publicUrl, now })

  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than the request's one line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 16 * 1024,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: config.trustProxy ?? false,
    requestTimeout: 15_000,
    // Longer than any proxy keeps an idle connection (Caddy: two minutes). Otherwise, a booking could hit a closing
    // one.
    keepAliveTimeout: 150_000,
    // Node's own check every 30 seconds would triple both limits.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    rewriteUrl: ({ url = '/' }) => asText(url),
    routerOptions: { maxParamLength: maxHeaderSize },
  })
  // Only the form's own address accepts anything but JSON.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(errorHandler)
  limitPipelining(app)
  if (config.trustProxy === undefined) limitConnections(app)
  requestLog(app)
  finishConnections(app)
  securityHeaders(app, page.inlined.others, config.publicUrl?.startsWith('https:') ?? false)
  if (config.isStaging) keepOut(app)
  await rateLimit(app, config.rateLimitPerMinute, services)
  const networkOf = createNetworkReader(services)

  const failed = failedAttempts(services.storage.requestCounts, config.rateLimitPerMinute > 0, now)

  const calls = (prefix: string, routes: (app: FastifyInstance) => Promise<void>) =>
    app.register(
      async (room) => {
        room.addHook('onRequest', requireAnonKey(config.anonKey))
        await routes(room)
      },
      { prefix },
    )
  await calls('/rest/v1', async (rest) => {
    appointments(rest, services, networkOf)
    hours(rest, services)
    openTimes(rest, services)
    openDays(rest, services)
    socialProof(rest, services)
    await rest.register((owners) => deskCalls(owners, services, failed))
  })
  await calls('/functions/v1', async (functions) => followUpCalls(functions, services))
  await calls('/auth/v1', async (signIn) => auth(signIn, services, failed))

  await app.register((form) => book(form, services, networkOf))
  await app.register((root) => visit(root, services, pages, networkOf))
  healthz(app, services)
  calendarFeedRoute(app, services)
  await pageRoutes(app, pages, page)
  return app
}
