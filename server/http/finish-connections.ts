import type { FastifyInstance } from 'fastify'

/**
 * Once the server is closing, ends each connection with the answer that it waits for. Clients keep connections
 * open for their next request, and the server would wait for every one of them to be let go.
 */
export function finishConnections(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
