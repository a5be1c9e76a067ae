import type { FastifyRequest } from 'fastify'
import { msPerMinute } from '../../../booking/time.ts'
import { deskRefusals } from '../../../copy/errors.ts'
import { countNow, longestWindowMs, type RequestCounts } from '../../base/request-counts.ts'
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
    if (!isLimited) return answer
    const key = `failed attempts ${addressKey(request.ip)}`
    const { count, leftMs } = await countNow(counts, key, longestWindowMs, now())
    if (count <= failuresMax) return answer
    const sentence = deskRefusals.tooManyAttempts(Math.ceil(leftMs / msPerMinute))
    const retryAfterSeconds = Math.ceil(leftMs / 1000)
    return new ApiError(429, 'over_request_rate_limit', sentence, { retryAfterSeconds })
  }
}
