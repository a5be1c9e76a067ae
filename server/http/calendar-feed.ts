import type { FastifyInstance } from 'fastify'
import { calendarFeed } from '../calendar/embedded/feed.ts'
import { sameSecret } from '../calendar/embedded/feed-secret.ts'
import type { Services } from './services.ts'

/** Past consultations stay in the feed for a quarter of a year. */
const pastMs = 90 * 24 * 60 * 60_000

/** The embedded calendar, for the owner's calendar programs to subscribe to. */
export function calendarFeedRoute(app: FastifyInstance, services: Services): void {
  const { storage, feedSecret, shop, now } = services
  app.get<{ Params: { secret: string } }>('/calendar/:secret.ics', async ({ params }, reply) => {
    if (!sameSecret(params.secret, feedSecret)) return reply.callNotFound()
    const events = await storage.events.endingAfter(now() - pastMs)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(calendarFeed(events, shop))
  })
}
