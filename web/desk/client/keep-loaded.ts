import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { attempt } from './attempt.ts'
import { hasSession } from './stored-session.ts'

const storageKey = 'desk-loaded'
const writeEveryMs = 2000
/** Older than this it would be a surprise rather than a help. */
const keptMs = 24 * 60 * 60 * 1000

/** Counts the changes of what is kept; another shape is not read. */
const shape = 2

interface Kept {
  at: number
  shape: number
  state: DehydratedState
}

/**
 * Keeps what was loaded on this device, so that it can be read on a bad line and stands there at once next time.
 */
export function keepLoaded(client: QueryClient): void {
  const kept: Kept | null = attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? null
  if (kept?.shape === shape && Date.now() - kept.at < keptMs) hydrate(client, kept.state)
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    // Nothing comes back after it was taken away, whoever still shows it.
    if (!hasSession()) return
    const state = dehydrate(client, {
      shouldDehydrateQuery: ({ queryKey, state: { status } }) =>
        status === 'success' && queryKey[0] !== 'find_client',
      shouldDehydrateMutation: () => false,
    })
    if (state.queries.length > 0)
      attempt(() =>
        localStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), shape, state } satisfies Kept)),
      )
  }

  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') timer ??= setTimeout(write, writeEveryMs)
  })
  // Whoever changes something and puts the telephone away finds it changed, on a bad line, too.
  const writeNow = () => timer && write()
  addEventListener('pagehide', writeNow)
  document.addEventListener('visibilitychange', writeNow)
}

export function forgetLoaded(): void {
  attempt(() => localStorage.removeItem(storageKey))
}
