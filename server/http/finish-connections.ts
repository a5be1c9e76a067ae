import type { FastifyInstance } from 'fastify'

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
