/** What the server writes into the page's head, because it is not known when the page is built. */
export function meta(name: string, page = document): string {
  return page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The public client key that every call carries. */
export function anonKey(): string {
  return meta('anon-key')
}
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
/** A gateway's error page is no sentence, and nobody reads on after this many characters. */
const sentenceLengthMax = 300

function isReadable(text: string): boolean {
  return text !== '' && text.length <= sentenceLengthMax && !text.startsWith('<')
}

/** The sentence fit for a client in what the server answered, or undefined when it holds none. */
export function sentenceIn(answer: unknown): string | undefined {
  const text = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : answer
  return typeof text === 'string' && isReadable(text.trim()) ? text.trim() : undefined
}

/**
 * The key under which a session of this backend is kept in local storage: the client libraries' own convention,
 * made from the first label of the host's name.
 */
export function sessionStorageKey(host: string): string {
  return `sb-${host.split('.')[0]}-auth-token`
}
