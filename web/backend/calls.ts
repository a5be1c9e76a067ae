/** For the page and the desk. Imports nothing. */

export function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

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

const keyInPage = /name="anon-key" content="([^"]*)"/

/**
 * Reads the public key from the page's current version.
 * @returns null if it's unreadable
 */
async function currentKey(signal: AbortSignal | null | undefined): Promise<string | null> {
  const page = await fetch('/', { cache: 'no-cache', signal: signal ?? null }).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  )
  return keyInPage.exec(page)?.[1] ?? null
}

/**
 * Sends a call with the public key. If the owner changed the key while this page was open, the server did nothing, so
 * this learns the new key and sends the call once more.
 */
export const fetchWithKey: typeof fetch = async (input, init) => {
  const place = document.querySelector<HTMLMetaElement>('meta[name="anon-key"]')
  const send = (key: string) => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', key)
    return fetch(input, { ...init, headers })
  }
  const key = place?.content ?? ''
  const answer = await send(key)
  if (answer.status !== 401) return answer
  const current = await currentKey(init?.signal)
  if (!place || current === null || current === key) return answer
  place.content = current
  return send(current)
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
