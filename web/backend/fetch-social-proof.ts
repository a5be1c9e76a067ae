import { restClient } from './clients.ts'
import type { LiveFigures } from './database.ts'

/**
 * @param visitor - a UUID that stands for this tab and for nobody's name, so that it is counted once
 * @throws {Error} when the server cannot be asked
 */
export async function fetchSocialProof(visitor: string, signal: AbortSignal): Promise<LiveFigures> {
  const { data } = await restClient()
    .rpc('social_proof', { visitor }, { get: true })
    .abortSignal(signal)
    .throwOnError()
  return data
}
