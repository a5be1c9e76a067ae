import { restClient } from './clients.ts'

/**
 * The start times of a day that are still open, "HH:MM", early to late.
 *
 * @param date - "YYYY-MM-DD" on the shop's clock
 * @throws {Error} when the server cannot be asked
 */
export async function fetchOpenTimes(date: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await restClient()
    .rpc('open_times', { on: date }, { get: true })
    .abortSignal(signal)
    .throwOnError()
  return data
}
