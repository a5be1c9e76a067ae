const firstDelayMs = 2000
const factor = 3
const longestDelayMs = 6 * 60 * 60_000

/** No retry is further away. */
export const latestRetryMs = longestDelayMs * 1.25

/**
 * How long to wait after so many failed attempts: 2 seconds, 6, 18 and so on up to six hours, each a quarter
 * longer or shorter, so that what failed together is not tried again together.
 *
 * @param random - from 0 to 1, exclusive
 */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(firstDelayMs * factor ** (attempts - 1), longestDelayMs)
  return Math.round(delay * (0.75 + random / 2))
}
