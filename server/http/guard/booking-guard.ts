import type { FastifyRequest } from 'fastify'
import type { AppointmentFields } from '../../../booking/appointment.ts'
import { proofHeader } from '../../../booking/public-api.ts'
import { msPerMinute } from '../../../booking/time.ts'
import { callRefusals, refusals } from '../../../copy/errors.ts'
import { countNow, longestWindowMs as windowMs } from '../../base/request-counts.ts'
import { ApiError } from '../api-error.ts'
import type { Services } from '../services.ts'
import { addressKey } from './address-key.ts'
import { proofOfWork } from './proof-of-work.ts'

/** For a mailbox that would get one first mail too many today. */
export const tooManyBookings = () => new ApiError(429, '54000', refusals.tooManyBookings)

export type BookingGuard = ReturnType<typeof bookingGuard>

type Parts = Pick<Services, 'config' | 'storage' | 'feedSecret' | 'now'>

/** The guard against bookings by the dozen, which clients meet as an ordinary error with a sentence. */
export function bookingGuard({ config, storage, feedSecret, now }: Parts) {
  const { perAddress, perSite } = config.burst
  const counts = storage.requestCounts
  const proofs = proofOfWork(feedSecret, counts, now)

  async function exceeds(key: string, limit: number): Promise<boolean> {
    return limit > 0 && (await countNow(counts, key, windowMs, now())).count > limit
  }

  /** What one address does beyond its limit does not count for the site: it alone cannot make all others prove. */
  async function isBurst({ ip }: FastifyRequest): Promise<boolean> {
    return (await exceeds(`bookings ${addressKey(ip)}`, perAddress)) || exceeds('bookings', perSite)
  }

  function burstRefusal(statusCode: number, code: string, more: { details?: string; hint?: string } = {}) {
    const leftMs = windowMs - (now() % windowMs)
    return new ApiError(statusCode, code, refusals.burst(Math.ceil(leftMs / msPerMinute)), {
      ...more,
      retryAfterSeconds: Math.ceil(leftMs / 1000),
    })
  }

  return {
    /**
     * Counts an attempt to book that nothing is wrong with, and lets it pass unless there are too many just now.
     * @throws {ApiError} 428 with a challenge, when it needs a proof of work and has none
     */
    async admit(request: FastifyRequest, fields: AppointmentFields): Promise<void> {
      if (!(await isBurst(request))) return
      const proof = request.headers[proofHeader]
      if (typeof proof === 'string' && (await proofs.accepts(proof, fields))) return
      throw burstRefusal(428, 'PT428', {
        details: JSON.stringify(await proofs.challenge(fields)),
        hint: callRefusals.solve(proofHeader),
      })
    },

    /**
     * The same for a form that is sent without script and can prove nothing.
     * @throws {ApiError} 429 when it has to be sent again later
     */
    async admitWithoutScript(request: FastifyRequest): Promise<void> {
      if (await isBurst(request)) throw burstRefusal(429, '54000')
    },
  }
}
