import { type DeskCalls, readingCalls } from '../../../booking/owner-api.ts'
import { anonKey, inTime, timeLimit } from '../../backend/calls.ts'
import { forgetAskedAhead, readingAddress, takeAskedAhead } from './asked-ahead.ts'
import { faultOf, faultOfReading, fetchOrFault, isSignedOut } from './fault.ts'
import { fetchUnlessKnown, remember } from './fetch-unless-known.ts'
import { accessToken, tokenInsteadOf } from './session.ts'

const timeoutMs = 15_000

export type CallName = keyof DeskCalls
export type Takes<Name extends CallName> = DeskCalls[Name]['takes']
export type Answers<Name extends CallName> = DeskCalls[Name]['answers']

const reads = (name: CallName) => (readingCalls as readonly CallName[]).includes(name)

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
  const ask = async (token: string): Promise<Answers<Name>> => {
    // Fetched after the day has been painted.
    const { PostgrestClient } = await inTime(import('@supabase/postgrest-js')).catch(() => {
      throw faultOf(0, null)
    })
    const authorization = `Bearer ${token}`
    const headers = { apikey: anonKey(), authorization, ...(key && { 'idempotency-key': key }) }
    // Without the client's own retries: repeating is the query client's part, or the owner's where something changes.
    const rest = new PostgrestClient(`${location.origin}/rest/v1`, {
      headers,
      retry: false,
      fetch: fetchUnlessKnown,
    })
    const mayBeDone = !reads(name) && navigator.onLine
    const { data, error, status } = await rest
      .rpc(name, args, { get: reads(name) })
      // From here on: until there is a token, nothing is sent.
      .abortSignal(timeLimit(timeoutMs, signal))
    if (error) throw faultOf(status, error, mayBeDone)
    return data
  }
  return reads(name) ? reading(ask) : withToken(ask)
}

/** Asks with a token, and once more with another where that is refused: then nothing was done. */
async function withToken<Answer>(ask: (token: string) => Promise<Answer>): Promise<Answer> {
  const token = await accessToken()
  try {
    return await ask(token)
  } catch (error) {
    if (!isSignedOut(error)) throw error
    return ask(await tokenInsteadOf(token))
  }
}

const reading = <Answer>(ask: (token: string) => Promise<Answer>) =>
  withToken(ask).catch((error) => {
    throw faultOfReading(error)
  })

/** The agenda as a file: a table for a spreadsheet, or for a calendar. @throws {DeskFault} */
export async function agendaFile(
  days: { from: string; to: string },
  type: 'text/csv' | 'text/calendar',
): Promise<Blob> {
  return reading(async (token) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { apikey: anonKey(), authorization: `Bearer ${token}`, accept: type }
    const answer = await fetchOrFault(`/rest/v1/rpc/agenda?${new URLSearchParams(days)}`, { headers, signal })
    return answer.blob()
  })
}
