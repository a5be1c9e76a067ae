/** The window in which the server counts requests. */
export const requestWindowMs = 10 * 60_000

/**
 * Loads something with its first use and keeps it. For what takes much memory and time to load and is not needed for
 * the server to answer; where loading fails, the next use tries again.
 */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
/**
 * Does something that may take only so long.
 *
 * Not with `AbortSignal.timeout`: what listens to such a signal stays in memory until its time is over, and with a
 * hundred mails a second those would be ten seconds' worth of letters.
 *
 * @param work - its signal is aborted when the time is over; what it does then is not waited for
 * @param stop - ends it before its time
 * @throws {DOMException} TimeoutError when the time is over, AbortError when it was stopped, or what the work throws
 */
export async function withTimeout<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  const giveUp = (reason: DOMException) => {
    controller.abort(reason)
    reject(reason)
  }
  const timer = setTimeout(() => giveUp(new DOMException(`It took more than ${ms} ms.`, 'TimeoutError')), ms)
  const onStop = () => giveUp(new DOMException('It was stopped.', 'AbortError'))
  stop?.addEventListener('abort', onStop, { once: true })
  try {
    return await Promise.race([work(controller.signal), over])
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', onStop)
  }
}
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
