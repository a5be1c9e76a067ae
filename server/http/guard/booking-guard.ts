import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { AppointmentFields } from '../../../booking/fields.ts'
import { msPerMinute } from '../../../booking/milliseconds.ts'
import { proofHeader } from '../../../booking/proof-header.ts'
import { business } from '../../../site/business.ts'
import { longestWindowMs } from '../../base/request-counts.ts'
import { ApiError } from '../api-error.ts'
import type { Services } from '../services.ts'
import { addressKey } from './address-key.ts'
import type { FillTimes } from './fill-times.ts'
import { proofOfWork } from './proof-of-work.ts'

const windowMs = longestWindowMs

export interface BookingGuard {
  /**
   * Counts an attempt to book that nothing is wrong with, and lets it pass unless there are too many just now. One that
   * comes sooner than a person can have filled in the form waits until a person could have.
   * @throws {ApiError} 428 with a challenge, when it needs a proof of work and has none
   */
  admit(request: FastifyRequest, fields: AppointmentFields): Promise<void>
  /**
   * The same for a form that is sent without script and can prove nothing. Sent too soon by what is no browser, it is
   * refused: such programs read the form and send it back.
   * @returns 429 when it has to be sent again later, otherwise null
   */
  refusalWithoutScript(request: FastifyRequest): Promise<ApiError | null>
}

type Parts = Pick<Services, 'config' | 'storage' | 'feedSecret' | 'now'> & { fillTimes: FillTimes }

/** A browser that sends a form says so: https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header */
const isBrowsersForm = ({ headers }: FastifyRequest) => headers['sec-fetch-mode'] === 'navigate'

/**
 * The guard against bookings by the dozen and by programs that fill in the form. Without one a client meets it as an
 * ordinary error with a sentence.
 */
export function bookingGuard({ config, storage, feedSecret, now, fillTimes }: Parts): BookingGuard {
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

  function burstRefusal(statusCode: number, code: string, more: { details?: string; hint?: string } = {}) {
    const leftMs = windowMs - (now() % windowMs)
    const minutes = Math.ceil(leftMs / msPerMinute)
    return new ApiError(
      statusCode,
      code,
      `Very many bookings are arriving just now. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or call or text ${business.phone.display}.`,
      { ...more, retryAfterSeconds: Math.ceil(leftMs / 1000) },
    )
  }

  return {
    async admit(request, fields) {
      if (await isBurst(request)) {
        const proof = request.headers[proofHeader]
        if (typeof proof !== 'string' || !(await proofs.accepts(proof, fields))) {
          throw burstRefusal(428, 'PT428', {
            details: JSON.stringify(await proofs.challenge(fields)),
            hint: `Solve the challenge in details and send the same booking again with it in the header ${proofHeader}.`,
          })
        }
      }
      const missingMs = fillTimes.missingMs(request)
      if (missingMs > 0) await sleep(missingMs)
    },

    async refusalWithoutScript(request) {
      if (await isBurst(request)) return burstRefusal(429, '54000')
      const missingMs = fillTimes.missingMs(request)
      if (missingMs === 0) return null
      if (!isBrowsersForm(request)) {
        const sentence = `The form was filled in faster than people do. If you are no program, please press the button once more in a moment, or call or text ${business.phone.display}.`
        return new ApiError(429, '54000', sentence, { retryAfterSeconds: Math.ceil(missingMs / 1000) })
      }
      await sleep(missingMs)
      return null
    },
  }
}
