import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const timeoutMs = 30_000

/**
 * Solves the server’s proof of work. The browser derives the keys off the main thread, so the page stays responsive.
 * Its own chunk, because almost no visitor needs it.
 *
 * @param challenge - JSON from the error’s details
 * @returns the value of the next attempt’s header, or null when it takes too long
 * @throws {Error} when the challenge is malformed, or the browser has no cryptography here (plain HTTP)
 */
export async function solve(challenge: string): Promise<string | null> {
  const parsed = JSON.parse(challenge)
  const solution = await solveChallenge({ challenge: parsed, deriveKey, timeout: timeoutMs })
  return solution && btoa(JSON.stringify({ challenge: parsed, solution }))
}
