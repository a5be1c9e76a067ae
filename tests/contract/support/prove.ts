import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

export const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

/** What the header of the next attempt holds once the work is done. */
export async function prove(challenge: Challenge): Promise<string> {
  return inBase64({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}
