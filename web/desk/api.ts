import { PostgrestClient } from '@supabase/postgrest-js'
import {
  type DehydratedState,
  dehydrate,
  hydrate,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { desk } from '#copy/desk.ts'
import { readingCalls } from '../../booking/links.ts'
import type { DeskCalls } from '../../booking/owner-api.ts'
import type { CallName } from '../../booking/owner-arguments.ts'
import { fromJson } from '../../booking/owner-json.ts'
import { msPerDay } from '../../booking/time.ts'
import { fetchWithKey, timeLimit } from '../backend/calls.ts'
import { queryClient as pageQueryClient } from '../page/load-api.ts'
import { DeskError, fetchOrThrow, isSignedOut, toDeskError } from './errors.tsx'
import {
  accessToken,
  attempt,
  dropToken,
  endSession,
  hasSession,
  loadedKey,
  replaceToken,
} from './session.ts'

const timeoutMs = 15_000

export type Takes<Name extends CallName> = DeskCalls[Name]['takes']
export type Answers<Name extends CallName> = DeskCalls[Name]['answers']

/**
 * @param key - idempotency key, the same for each retry of a change
 * @throws {DeskError}
 */
export async function call<Name extends CallName>(
  name: Name,
  args: Takes<Name>,
  signal?: AbortSignal,
  key = '',
): Promise<Answers<Name>> {
  const reads = (readingCalls as readonly CallName[]).includes(name)
  const ask = async (token: string): Promise<Answers<Name>> => {
    const authorization = `Bearer ${token}`
    const headers = { authorization, ...(key && { 'idempotency-key': key }) }
    // The client doesn't retry: TanStack Query retries reads, and the owner retries changes.
    const rest = new PostgrestClient(`${location.origin}/rest/v1`, {
      headers,
      fetch: fetchWithKey,
      retry: false,
    })
    const mayBeDone = !reads && navigator.onLine
    const { data, error, status } = await rest
      .rpc(name, args, { get: reads })
      // The time limit starts here, because nothing is sent before there is a token.
      .abortSignal(timeLimit(timeoutMs, signal))
    if (error) throw toDeskError(status, error, mayBeDone)
    return fromJson<Answers<Name>>(data)
  }
  return reads ? reading(ask) : withToken(ask)
}

/** Repeats a call once with another token if the server rejected the first, because then it has done nothing. */
async function withToken<Answer>(ask: (token: string) => Promise<Answer>): Promise<Answer> {
  const token = await accessToken()
  try {
    return await ask(token)
  } catch (error) {
    if (!isSignedOut(error)) throw error
    return ask(await replaceToken(token))
  }
}

const reading = <Answer>(ask: (token: string) => Promise<Answer>) =>
  withToken(ask).catch((error) => {
    throw error.kind === 'unreachable' ? new DeskError('unreachable', desk.errors.unread) : error
  })

/** @throws {DeskError} */
export async function agendaFile(
  days: { from: string; to: string },
  type: 'text/csv' | 'text/calendar',
): Promise<Blob> {
  return reading(async (token) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { authorization: `Bearer ${token}`, accept: type }
    const answer = await fetchOrThrow(`/rest/v1/rpc/agenda?${new URLSearchParams(days)}`, { headers, signal })
    return answer.blob()
  })
}

const retriesMax = 3
const keptMs = msPerDay
const saveEveryMs = 2000

function onError(error: unknown): void {
  if (isSignedOut(error)) endSession()
}

/** The page's defaults, but loaded data stays for a day, so the owner can read it on a bad connection. */
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
    // A change goes out when the owner clicks, or not at all. A failed one can be sent again for a day.
    mutations: { gcTime: keptMs, networkMode: 'always', retry: false },
  },
})

const shape = 10

/**
 * Loaded for one view, and again each time: search results, a year of appointments, and the server's data about this
 * device.
 */
const neverKept = new Set<unknown>(['clients', 'client', 'year', 'device'])

type Kept = { shape: number; state: DehydratedState }

const isYoung = ({ dataUpdatedAt }: { dataUpdatedAt: number }) => Date.now() - dataUpdatedAt < keptMs

function restore(): void {
  const kept: Kept | null = attempt(() => JSON.parse(localStorage.getItem(loadedKey) ?? 'null')) ?? null
  if (kept?.shape !== shape || !hasSession()) return
  hydrate(queryClient, { queries: kept.state.queries.filter(({ state }) => isYoung(state)) })
}

function save(): void {
  // Data doesn't outlive its session on the device.
  if (!hasSession()) return
  const state = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey, state }) =>
      state.data !== undefined && isYoung(state) && !neverKept.has(queryKey[0]),
  })
  // Local storage can be full or disabled. The desk works without it.
  attempt(() => localStorage.setItem(loadedKey, JSON.stringify({ shape, state } satisfies Kept)))
}

export function storeLoaded(): void {
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
  addEventListener('pagehide', saveNow)
  document.addEventListener('visibilitychange', saveNow)
}
