import { createHash, createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { type AppointmentFields, fieldNames } from '../../booking/appointment.ts'
import type { RequestCounts } from '../db/engine.ts'

const lifetimeMs = 5 * 60_000

/** One step of the search; slow enough that the steps, not what lies between them, take the time. */
const hashesPerStep = 1000

/** On average nearly half a second of a desk computer, and one to three seconds of a phone. */
const stepsMax = 3000

/** More would keep a phone busy for minutes. */
const costMost = 10

/** A solved challenge as clients send it; what else is in it was not signed by us. */
const solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.number(),
      data: z.object({ booking: z.string(), expiresAtMs: z.number() }),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

function readProof(proof: string) {
  try {
    return solved.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString()))
  } catch {
    return { success: false } as const
  }
}

/** Each booking needs a proof of its own. */
function digest(fields: AppointmentFields): string {
  const values = JSON.stringify(fieldNames.map((name) => fields[name]))
  return createHash('sha256').update(values).digest('base64url')
}

/**
 * Challenges that a client's processor solves and no person has to (https://altcha.org). They are signed, so that
 * nothing is kept of those that nobody solves.
 *
 * @param secret - the same for all processes that a client's requests may reach
 */
export function proofOfWork(secret: string, counts: RequestCounts, now: () => number) {
  const derived = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const secrets = {
    hmacSignatureSecret: derived('challenge of a booking'),
    hmacKeySignatureSecret: derived('solution of a challenge'),
  }
  return {
    /**
     * Work that is worth one booking, of these six fields and within five minutes.
     * @param beyond - how many attempts beyond the limit this is: each one costs more than the one before
     */
    challenge: (fields: AppointmentFields, beyond: number) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: hashesPerStep * Math.min(beyond, costMost),
        // From 0, so that nobody gains by starting later.
        counter: randomInt(stepsMax, 0),
        deriveKey,
        // Not the library's own expiry: it knows no clock but the machine's.
        data: { booking: digest(fields), expiresAtMs: now() + lifetimeMs },
        ...secrets,
      }),

    /** Whether the work was done for this booking; true once for each challenge. */
    async accepts(proof: string, fields: AppointmentFields): Promise<boolean> {
      const read = readProof(proof)
      if (!read.success) return false
      const { challenge, solution } = read.data
      const { booking, expiresAtMs } = challenge.parameters.data
      if (booking !== digest(fields) || expiresAtMs < now()) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      // Only after all else, so that nobody can fill the counts with what is no proof.
      return verified && (await counts.add(`proof ${challenge.signature}`, expiresAtMs - lifetimeMs)) === 1
    },
  }
}
