import type { FastifyRequest } from 'fastify'
import { deskRefusals } from '../../../site/copy/desk-refusals.ts'
import { type RequestCounts, longestWindowMs as windowMs } from '../../base/request-counts.ts'
import { ApiError } from '../api-error.ts'
import { addressKey } from '../guard/address-key.ts'

const failuresMax = 20

/** Notes an attempt that failed and says how to answer it. */
export type FailedAttempt = (request: FastifyRequest, what: string, answer: ApiError) => Promise<ApiError>

/**
 * Counts attempts with a wrong token per client address, and leaves a line in the log without it. Beyond the limit all
 * that fails is 429; what is right is never refused, so that nobody can shut the owner out.
 *
 * @param isLimited - false where the owner has turned all limits off
 */
export function failedAttempts(counts: RequestCounts, isLimited: boolean, now: () => number): FailedAttempt {
  return async (request, what, answer) => {
    request.log.warn({ reqId: request.id, what, address: addressKey(request.ip) }, 'a token was refused')
    const nowEpochMs = now()
    const windowStartMs = nowEpochMs - (nowEpochMs % windowMs)
    if (!isLimited) return answer
    const failures = await counts.add(`failed attempts ${addressKey(request.ip)}`, windowStartMs)
    if (failures <= failuresMax) return answer
    const retryAfterSeconds = Math.ceil((windowStartMs + windowMs - nowEpochMs) / 1000)
    const sentence = deskRefusals.tooManyAttempts(Math.ceil(retryAfterSeconds / 60))
    return new ApiError(429, 'over_request_rate_limit', sentence, { retryAfterSeconds })
  }
}
