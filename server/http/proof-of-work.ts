import { createHash, createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { type AppointmentFields, fieldNames } from '../../booking/appointment.ts'
import type { RequestCounts } from '../db/engine.ts'

const lifetimeMs = 5 * 60_000

/** Enough that the hashes take most of a step's time. */
const hashesPerStep = 1000
/** On average half a second of a computer, and one to three seconds of a phone. */
const stepsMax = 3000
/** More would keep a phone busy for minutes. */
const costMost = 10

/** A solved challenge as clients send it, without the fields that weren't signed. */
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

function digest(fields: AppointmentFields): string {
  const values = JSON.stringify(fieldNames.map((name) => fields[name]))
  return createHash('sha256').update(values).digest('base64url')
}

/** Challenges for a client's processor (https://altcha.org). They're signed, so unsolved ones take no storage. */
export function proofOfWork(secret: string, counts: RequestCounts, now: () => number) {
  const derived = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const secrets = {
    hmacSignatureSecret: derived('challenge of a booking'),
    hmacKeySignatureSecret: derived('solution of a challenge'),
  }
  return {
    /** @param beyond - how many attempts beyond the limit this is: each costs more than the one before */
    challenge: (fields: AppointmentFields, beyond: number) =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: hashesPerStep * Math.min(beyond, costMost),
        // From 0, or starting later would be quicker.
        counter: randomInt(stepsMax, 0),
        deriveKey,
        // The library's own expiry reads only the machine's clock.
        data: { booking: digest(fields), expiresAtMs: now() + lifetimeMs },
        ...secrets,
      }),

    /** Whether the work was done for this booking. Each challenge counts once. */
    async accepts(proof: string, fields: AppointmentFields): Promise<boolean> {
      const read = readProof(proof)
      if (!read.success) return false
      const { challenge, solution } = read.data
      const { booking, expiresAtMs } = challenge.parameters.data
      if (booking !== digest(fields) || expiresAtMs < now()) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      // Last, so invalid proofs can't fill the table of counts.
      return verified && (await counts.add(`proof ${challenge.signature}`, expiresAtMs - lifetimeMs)) === 1
    },
  }
}
