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

const loadingMostMs = 10_000

/** A script that is being imported, which no signal can end. @throws when it has not come by then */
export function inTime<Script>(script: Promise<Script>): Promise<Script> {
  const late = new Promise<never>((_, reject) => {
    AbortSignal.timeout(loadingMostMs).addEventListener('abort', reject)
  })
  return Promise.race([script, late])
}
