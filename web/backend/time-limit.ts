/** Ends after this time, or with the signal that is given: as `AbortSignal.any` does, which Safari has since 17.4 only. */
export function timeLimit(ms: number, given?: AbortSignal | null): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  if (!given) return timeout
  const all = new AbortController()
  for (const signal of [given, timeout]) {
    const end = () => all.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }
  return all.signal
}
