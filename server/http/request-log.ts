import type { FastifyInstance } from 'fastify'

/**
 * One line for each request: what was asked for as the pattern of its address, which has no query, no token and
 * nothing that a visitor has typed.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const line = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode }
    request.log.info({ ...line, ms: Math.round(reply.elapsedTime) }, 'request answered')
  })
}
