import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const timeoutMs = 30_000

/** Its own chunk, because almost no visitor needs it. @returns null when it takes too long @throws over plain HTTP */
export async function solve(challenge: string): Promise<string | null> {
  const parsed = JSON.parse(challenge)
  const solution = await solveChallenge({ challenge: parsed, deriveKey, timeout: timeoutMs })
  return solution && btoa(JSON.stringify({ challenge: parsed, solution }))
}
