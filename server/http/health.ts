import type { FastifyInstance } from 'fastify'
import { health as words } from '#copy/terminal.ts'
import { msPerHour } from '../../booking/time.ts'
import { version } from '../lib/version.ts'
import { onlyMethods } from './errors.ts'
import type { Services } from './services.ts'

const goodForMs = 2000

/** Runs the check once for all who ask within two seconds. A failed one isn't kept. */
function shared<T>(work: () => Promise<T>, now: () => number): () => Promise<T> {
  let known: { atMs: number; value: T } | undefined
  let running: Promise<T> | undefined

  async function run(): Promise<T> {
    const value = await work()
    known = { atMs: now(), value }
    return value
  }

  return async () => {
    // Absolute, because someone may set the clock back.
    if (known && Math.abs(now() - known.atMs) < goodForMs) return known.value
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Answers 200 only if the database accepts a write, so bookings can be stored; with `deep=1`, if the rest also works.
 */
export function healthz(app: FastifyInstance, { storage, remoteId, now }: Services): void {
  const url = '/healthz'
  const startedAtMs = now()
  const write = shared(() => storage.checkWritable(now()), now)

  async function findReasons(): Promise<string[]> {
    const emails = await storage.jobViews.failingEmails(now())
    const polls = remoteId ? await storage.polls.findings(remoteId, now()) : null
    const isUnread = polls !== null && now() - (polls.polledAtMs ?? startedAtMs) > msPerHour
    return [...(emails ? [words.emails] : []), ...(isUnread ? [words.calendar] : [])]
  }
  const reasonsOf = shared(findReasons, now)

  app.get<{ Querystring: { deep?: string } }>(url, async ({ query }, reply) => {
    reply.header('cache-control', 'no-store')
    await write()
    const reasons = query.deep === '1' ? await reasonsOf() : []
    if (reasons.length === 0) return { status: 'ok', version }
    return reply.code(503).send({ status: 'failing', version, reasons })
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}
