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
