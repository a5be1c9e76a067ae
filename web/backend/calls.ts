/** For the page and the desk. Imports nothing. */

export function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

export const fetchWithKey = (): string => readMeta('anon-key')

/** Aborts after this time or with the given signal. `AbortSignal.any` does the same, but Safari has it since 17.4 only. */
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

const importTimeoutMs = 10_000

/**
 * Limits a dynamic import, which no signal can abort.
 * @throws if it takes too long
 */
export function withTimeLimit<Script>(script: Promise<Script>): Promise<Script> {
  const late = new Promise<never>((_, reject) => {
    AbortSignal.timeout(importTimeoutMs).addEventListener('abort', reject)
  })
  return Promise.race([script, late])
}

/** No one reads further, and a gateway’s error page is longer. */
const messageLengthMax = 300

/** Returns the message for people in a server’s response body, or undefined if it has none. */
export function findMessage(answer: unknown): string | undefined {
  const found = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : answer
  const text = typeof found === 'string' ? found.trim() : ''
  return text !== '' && text.length <= messageLengthMax && !text.startsWith('<') ? text : undefined
}

/** Returns the local-storage key of a session, by the client libraries’ convention: the host’s first label. */
export function sessionStorageKey(host: string): string {
  return `sb-${host.split('.')[0]}-auth-token`
}
