import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { attempt } from './attempt.ts'
import { hasSession } from './stored-session.ts'

const storageKey = 'desk-loaded'
const writeEveryMs = 2000
/** Older than this it would be a surprise rather than a help. */
const keptMs = 24 * 60 * 60 * 1000

/** Counts the changes of what is kept; another shape is not read. */
const shape = 3

interface Loaded {
  queryKey: QueryKey
  data: unknown
  dataUpdatedAt: number
}

interface Kept {
  shape: number
  loaded: Loaded[]
}

const isYoung = ({ dataUpdatedAt }: Pick<Loaded, 'dataUpdatedAt'>) => Date.now() - dataUpdatedAt < keptMs

/**
 * Keeps what was loaded on this device, so that it can be read on a bad line and stands there at once next time.
 */
export function keepLoaded(client: QueryClient): void {
  const kept: Kept | null = attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? null
  if (kept?.shape === shape)
    for (const { queryKey, data, dataUpdatedAt } of kept.loaded.filter(isYoung))
      client.setQueryData(queryKey, data, { updatedAt: dataUpdatedAt })
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    // Nothing comes back after it was taken away, whoever still shows it.
    if (!hasSession()) return
    const loaded: Loaded[] = client
      .getQueryCache()
      .getAll()
      // Whether it could be loaded again since or not.
      .filter(({ state }) => state.data !== undefined && isYoung(state))
      .filter(({ queryKey }) => queryKey[0] !== 'find_client')
      .map(({ queryKey, state: { data, dataUpdatedAt } }) => ({ queryKey, data, dataUpdatedAt }))
    attempt(() => localStorage.setItem(storageKey, JSON.stringify({ shape, loaded } satisfies Kept)))
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
