import { type DeskCalls, readingCalls } from '../../../booking/desk.ts'
import { anonKey } from '../../backend/page-facts.ts'
import { forgetAskedAhead, readingAddress, takeAskedAhead } from './asked-ahead.ts'
import { faultOf } from './fault.ts'
import { fetchUnlessKnown, remember } from './fetch-unless-known.ts'
import { accessToken } from './session.ts'

const timeoutMs = 15_000

export type CallName = keyof DeskCalls
export type Takes<Name extends CallName> = DeskCalls[Name]['takes']
export type Answers<Name extends CallName> = DeskCalls[Name]['answers']

const reads = (name: CallName) => (readingCalls as readonly CallName[]).includes(name)

/** Ends with the first of them, as `AbortSignal.any` does, which Safari has since 17.4 only. */
function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController()
  for (const signal of signals) {
    const end = () => all.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  }
  return all.signal
}

/**
 * One of the owner's calls.
 * @param key - what is sent again bears the same
 * @throws {DeskFault}
 */
export async function call<Name extends CallName>(
  name: Name,
  args: Takes<Name>,
  signal?: AbortSignal,
  key = '',
): Promise<Answers<Name>> {
  // What a call that only reads takes is text.
  const address = readingAddress(name, args as Record<string, string>)
  const ahead = reads(name) ? await takeAskedAhead(address) : forgetAskedAhead()
  if (ahead?.ok) return (await remember(address, ahead)).json()
  // Fetched after the day has been painted.
  const { PostgrestClient } = await import('@supabase/postgrest-js').catch(() => {
    throw faultOf(0, null)
  })
  const authorization = `Bearer ${await accessToken()}`
  const headers = { apikey: anonKey(), authorization, ...(key && { 'idempotency-key': key }) }
  // Without the client's own retries: repeating is the query client's part, or the owner's where something changes.
  const rest = new PostgrestClient(`${location.origin}/rest/v1`, {
    headers,
    retry: false,
    fetch: fetchUnlessKnown,
  })
  const timeout = AbortSignal.timeout(timeoutMs)
  const { data, error, status } = await rest
    .rpc(name, args, { get: reads(name) })
    .abortSignal(signal ? anyOf([signal, timeout]) : timeout)
  if (error) throw faultOf(status, error)
  return data
}

/** The agenda as a file: a table for a spreadsheet, or for a calendar. @throws {DeskFault} */
export async function agendaFile(
  days: { from: string; to: string },
  type: 'text/csv' | 'text/calendar',
): Promise<Blob> {
  const headers = { apikey: anonKey(), authorization: `Bearer ${await accessToken()}`, accept: type }
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(`/rest/v1/rpc/agenda?${new URLSearchParams(days)}`, { headers, signal }).catch(
    () => null,
  )
  if (!answer?.ok) throw faultOf(answer?.status ?? 0, (await answer?.json().catch(() => null)) ?? null)
  return answer.blob()
}
