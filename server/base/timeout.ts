/**
 * Does something that may take only so long.
 *
 * Not with `AbortSignal.timeout`: what listens to such a signal stays in memory until its time is over, and with a
 * hundred mails a second those would be ten seconds' worth of letters.
 *
 * @param work - its signal is aborted when the time is over; what it does then is not waited for
 * @throws {DOMException} TimeoutError when the time is over, or what the work throws
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const reason = new DOMException(`It took more than ${ms} ms.`, 'TimeoutError')
    controller.abort(reason)
    reject(reason)
  }, ms)
  try {
    return await Promise.race([work(controller.signal), over])
  } finally {
    clearTimeout(timer)
  }
}
