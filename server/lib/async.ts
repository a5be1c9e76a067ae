export const requestWindowMs = 10 * 60_000

/** Loads something large on first use and keeps it. After a failure, the next use tries again. */
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

/** `AbortSignal.timeout` would keep thousands of emails in memory. @throws {DOMException} TimeoutError or AbortError */
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
export const latestRetryMs = longestDelayMs * 1.25

/** 2 seconds, 6, 18, up to six hours. `random` varies it by a quarter, so jobs that failed together spread out. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(firstDelayMs * factor ** (attempts - 1), longestDelayMs)
  return Math.round(delay * (0.75 + random / 2))
}
