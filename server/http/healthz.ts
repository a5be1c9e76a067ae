import type { FastifyInstance } from 'fastify'
import { onlyMethods } from './only-methods.ts'
import type { Services } from './services.ts'

const url = '/healthz'

/** Green only when the database takes a write: then bookings can be taken. */
export function healthz(app: FastifyInstance, { storage, now }: Services): void {
  app.get(url, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await storage.checkWritable(now())
    return { status: 'ok' }
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}
