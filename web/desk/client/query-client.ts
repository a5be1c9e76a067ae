import {
  type DehydratedState,
  dehydrate,
  hydrate,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { queryClient as pageQueryClient } from '../../page/load-api.ts'
import { attempt } from './attempt.ts'
import { isSignedOut } from './fault.ts'
import { dropToken } from './link-token.ts'
import { endSession, loadedKey } from './session.ts'
import { hasSession } from './stored-session.ts'

const retriesMax = 3
const keptMs = 24 * 60 * 60 * 1000
const saveEveryMs = 2000

function onError(error: unknown): void {
  if (isSignedOut(error)) endSession()
}

/** The page's defaults, except that loaded data stays for a day: the owner can read it on a bad line. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError, onSuccess: dropToken }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      ...pageQueryClient.getDefaultOptions().queries,
      gcTime: keptMs,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => !isSignedOut(error) && failures < retriesMax,
    },
    // The desk sends a change when the owner presses, or not at all. A failed change can be sent again for a day.
    mutations: { gcTime: keptMs, networkMode: 'always', retry: false },
  },
})

/** Changes when the stored data gets another shape. */
const shape = 4

interface Kept {
  shape: number
  state: DehydratedState
}

const isYoung = ({ dataUpdatedAt }: { dataUpdatedAt: number }) => Date.now() - dataUpdatedAt < keptMs

function restore(): void {
  const kept: Kept | null = attempt(() => JSON.parse(localStorage.getItem(loadedKey) ?? 'null')) ?? null
  if (kept?.shape !== shape || !hasSession()) return
  hydrate(queryClient, { queries: kept.state.queries.filter(({ state }) => isYoung(state)) })
}

function save(): void {
  // Nothing that was shown in a session outlives it on the device.
  if (!hasSession()) return
  const state = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey, state }) =>
      state.data !== undefined && isYoung(state) && queryKey[0] !== 'find_client',
  })
  // Local storage can be full or forbidden; the desk works without it.
  attempt(() => localStorage.setItem(loadedKey, JSON.stringify({ shape, state } satisfies Kept)))
}

/** Restores the data that this device kept, and keeps what is loaded from now on. */
export function keepLoaded(): void {
  restore()
  let timer: ReturnType<typeof setTimeout> | undefined
  function saveNow(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    save()
  }
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' || type === 'removed') timer ??= setTimeout(saveNow, saveEveryMs)
  })
  // The owner may put the phone away right after a change.
  addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', saveNow)
}
