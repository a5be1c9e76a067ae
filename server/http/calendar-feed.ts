import type { FastifyInstance } from 'fastify'
import { sameSecret } from './same-secret.ts'
import type { Services } from './services.ts'

/** The embedded calendar, for the owner's calendar programs to subscribe to. */
export function calendarFeedRoute(app: FastifyInstance, { feedSecret, writeFeed }: Services): void {
  app.get<{ Params: { secret: string } }>('/calendar/:secret.ics', async ({ params }, reply) => {
    if (!sameSecret(params.secret, feedSecret)) return reply.callNotFound()
    const feed = await writeFeed()
    return reply.type('text/calendar; charset=utf-8').header('cache-control', 'private, no-cache').send(feed)
  })
}
