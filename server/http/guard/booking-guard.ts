import type { FastifyRequest } from 'fastify'
import type { AppointmentFields } from '../../../booking/fields.ts'
import { appointmentInterval } from '../../../booking/interval.ts'
import { proofHeader } from '../../../booking/proof-header.ts'
import { business } from '../../../site/business.ts'
import { longestWindowMs } from '../../storage/request-counts.ts'
import { addressKey } from '../address-key.ts'
import { ApiError } from '../api-error.ts'
import type { Services } from '../services.ts'
import type { FillTimes } from './fill-times.ts'
import { proofOfWork } from './proof-of-work.ts'

const windowMs = longestWindowMs

export interface BookingGuard {
  /**
   * Counts an attempt to book that nothing is wrong with, and lets it pass unless there are too many just now, or it
   * comes sooner than a person can have filled in the form.
   * @throws {ApiError} 428 with a challenge, when it needs a proof of work and has none
   */
  admit(request: FastifyRequest, fields: AppointmentFields): Promise<void>
  /** The same for a client that can prove nothing. @returns 429 when it has to wait, otherwise null */
  refusalWithoutScript(request: FastifyRequest, fields: AppointmentFields): Promise<ApiError | null>
}

/** Why a booking is not simply taken, and when it would be. */
interface Doubt {
  sentence: string
  leftMs: number
}

type Parts = Pick<Services, 'config' | 'shop' | 'storage' | 'feedSecret' | 'now'> & { fillTimes: FillTimes }

/**
 * The guard against bookings by the dozen and by programs that fill in the form. Without one a client meets it as an
 * ordinary error with a sentence.
 */
export function bookingGuard({ config, shop, storage, feedSecret, now, fillTimes }: Parts): BookingGuard {
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

  async function findDoubt(request: FastifyRequest, fields: AppointmentFields): Promise<Doubt | null> {
    if (await isBurst(request)) {
      const leftMs = windowMs - (now() % windowMs)
      const minutes = Math.ceil(leftMs / 60_000)
      return {
        sentence: `Very many bookings are arriving just now. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or call or text ${business.phone.display}.`,
        leftMs,
      }
    }
    const leftMs = fillTimes.missingMs(request)
    if (leftMs === 0) return null
    // What stands booked already was filled in earlier, however soon it is sent once more.
    const { startEpochMs } = appointmentInterval(fields, shop)
    if (await storage.appointments.findByFields(fields, startEpochMs)) return null
    return {
      sentence: `The form was filled in faster than people do. If you are no program, please press the button once more in a moment, or call or text ${business.phone.display}.`,
      leftMs,
    }
  }

  function refusal(
    statusCode: number,
    code: string,
    { sentence, leftMs }: Doubt,
    more: { details?: string; hint?: string } = {},
  ): ApiError {
    return new ApiError(statusCode, code, sentence, {
      ...more,
      retryAfterSeconds: Math.ceil(leftMs / 1000),
    })
  }

  return {
    async admit(request, fields) {
      const doubt = await findDoubt(request, fields)
      if (!doubt) return
      const proof = request.headers[proofHeader]
      if (typeof proof === 'string' && (await proofs.accepts(proof, fields))) return
      throw refusal(428, 'PT428', doubt, {
        details: JSON.stringify(await proofs.challenge(fields)),
        hint: `Solve the challenge in details and send the same booking again with it in the header ${proofHeader}.`,
      })
    },

    async refusalWithoutScript(request, fields) {
      const doubt = await findDoubt(request, fields)
      return doubt && refusal(429, '54000', doubt)
    },
  }
}
