import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'

/** Whether two secrets are the same, told in a time that says nothing about where they differ. */
function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** The embedded calendar, for the owner's calendar programs to subscribe to. */
export function calendarFeedRoute(app: FastifyInstance, { feedSecret, writeFeed }: Services): void {
  app.get<{ Params: { secret: string } }>('/calendar/:secret.ics', async ({ params }, reply) => {
    if (!sameSecret(params.secret, feedSecret)) return reply.callNotFound()
    const feed = await writeFeed()
    return reply.type('text/calendar; charset=utf-8').header('cache-control', 'private, no-cache').send(feed)
  })
}
