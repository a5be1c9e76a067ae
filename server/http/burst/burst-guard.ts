import type { FastifyRequest } from 'fastify'
import type { AppointmentFields } from '../../../booking/fields.ts'
import { proofHeader } from '../../../booking/proof-header.ts'
import { business } from '../../../site/business.ts'
import { longestWindowMs } from '../../storage/request-counts.ts'
import { addressKey } from '../address-key.ts'
import { ApiError } from '../api-error.ts'
import type { Services } from '../services.ts'
import { proofOfWork } from './proof-of-work.ts'

const windowMs = longestWindowMs

export interface BurstGuard {
  /**
   * Counts an attempt to book that nothing is wrong with, and lets it pass unless there are too many just now.
   * @throws {ApiError} 428 with a challenge, when it needs a proof of work and has none
   */
  admit(request: FastifyRequest, fields: AppointmentFields): Promise<void>
  /** The same for a client that can prove nothing. @returns 429 when it has to wait, otherwise null */
  refusalWithoutScript(request: FastifyRequest): Promise<ApiError | null>
}

/** The guard against bookings by the dozen. Without one a client meets it as an ordinary error with a sentence. */
export function burstGuard(
  services: Pick<Services, 'config' | 'storage' | 'feedSecret' | 'now'>,
): BurstGuard {
  const { config, storage, feedSecret, now } = services
  const { perAddress, perSite } = config.burst
  const counts = storage.requestCounts
  const proofs = proofOfWork(feedSecret, counts, now)

  async function exceeds(key: string, limit: number): Promise<boolean> {
    if (limit === 0) return false
    const nowEpochMs = now()
    return (await counts.add(key, nowEpochMs - (nowEpochMs % windowMs))) > limit
  }

  /** What one address does beyond its limit does not count for the site: it alone cannot make all others prove. */
  async function isBurst({ ip }: FastifyRequest): Promise<boolean> {
    return (await exceeds(`bookings ${addressKey(ip)}`, perAddress)) || exceeds('bookings', perSite)
  }

  function refusal(statusCode: number, code: string, more: { details?: string; hint?: string }): ApiError {
    const leftMs = windowMs - (now() % windowMs)
    const minutes = Math.ceil(leftMs / 60_000)
    return new ApiError(
      statusCode,
      code,
      `Very many bookings are arriving just now. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or call or text ${business.phone.display}.`,
      { ...more, retryAfterSeconds: Math.ceil(leftMs / 1000) },
    )
  }

  return {
    async admit(request, fields) {
      if (!(await isBurst(request))) return
      const proof = request.headers[proofHeader]
      if (typeof proof === 'string' && (await proofs.accepts(proof, fields))) return
      throw refusal(428, 'PT428', {
        details: JSON.stringify(await proofs.challenge(fields)),
        hint: `Solve the challenge in details and send the same booking again with it in the header ${proofHeader}.`,
      })
    },

    async refusalWithoutScript(request) {
      return (await isBurst(request)) ? refusal(429, '54000', {}) : null
    },
  }
}
