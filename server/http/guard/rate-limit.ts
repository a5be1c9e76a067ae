import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { refusals } from '../../../copy/errors.ts'
import { countNow, type RequestCounts } from '../../base/request-counts.ts'
import { ApiError } from '../api-error.ts'

const windowMs = 60_000

/** Lets the limiter count where all processes count. */
function storeOf(counts: RequestCounts, now: () => number) {
  return class implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    ): void {
      countNow(counts, key, windowMs, now()).then(
        ({ count, leftMs }) => callback(null, { current: count, ttl: leftMs }),
        callback,
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}

/**
 * Limits how often one client address may write.
 * @param perMinute - 0 for no limit
 */
export async function rateLimit(
  app: FastifyInstance,
  perMinute: number,
  counts: RequestCounts,
  now: () => number,
): Promise<void> {
  if (perMinute === 0) return
  await app.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: windowMs,
    store: storeOf(counts, now),
    // A database that cannot count cannot store either, and says so in words fit for a client.
    skipOnError: true,
    allowList: ({ method }) => method !== 'POST',
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError(429, '54000', refusals.tooManyRequests(Math.max(1, Math.ceil(ttl / 1000)))),
  })
}
