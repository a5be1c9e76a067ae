import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Limits how often one client address may write. @param perMinute - 0 for no limit */
export async function rateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return
  await app.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    allowList: ({ method }) => method !== 'POST',
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError(
        429,
        '54000',
        `Too many requests. Please try again in ${Math.max(1, Math.ceil(ttl / 1000))} seconds.`,
      ),
  })
}
