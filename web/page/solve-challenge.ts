import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const timeoutMs = 30_000

/**
 * Does the work that a challenge of the server asks for. The browser derives each key outside the page's own thread,
 * so that the page stays responsive meanwhile.
 *
 * @param challenge - as the server has put it into the error's details
 * @returns what the header of the next attempt has to hold, or null when it takes too long
 * @throws {Error} when it is no challenge, or when this browser has no cryptography for this page (plain HTTP)
 */
export async function solve(challenge: string): Promise<string | null> {
  const parsed = JSON.parse(challenge)
  const solution = await solveChallenge({ challenge: parsed, deriveKey, timeout: timeoutMs })
  return solution && btoa(JSON.stringify({ challenge: parsed, solution }))
}
