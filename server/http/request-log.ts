import type { FastifyInstance } from 'fastify'

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
