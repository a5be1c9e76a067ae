import { PostgrestClient } from '@supabase/postgrest-js'
import type { DeskCalls } from '../../../booking/owner-api.ts'
import { anonKey, timeLimit } from '../../backend/calls.ts'
import { faultOf, faultOfReading, fetchOrFault, isSignedOut } from './fault.ts'
import { accessToken, tokenInsteadOf } from './session.ts'

const timeoutMs = 15_000

export type CallName = keyof DeskCalls
export type Takes<Name extends CallName> = DeskCalls[Name]['takes']
export type Answers<Name extends CallName> = DeskCalls[Name]['answers']

/** These calls only read: GET, and safe to repeat. */
const readingCalls: readonly CallName[] = [
  'agenda',
  'opening',
  'figures',
  'find_client',
  'sent_mails',
  'sent_mail',
]

/**
 * Sends one of the owner's calls.
 * @param key - idempotency key; a repeated change carries the same one
 * @throws {DeskFault}
 */
export async function call<Name extends CallName>(
  name: Name,
  args: Takes<Name>,
  signal?: AbortSignal,
  key = '',
): Promise<Answers<Name>> {
  const reads = readingCalls.includes(name)
  const ask = async (token: string): Promise<Answers<Name>> => {
    const authorization = `Bearer ${token}`
    const headers = { apikey: anonKey(), authorization, ...(key && { 'idempotency-key': key }) }
    // Without the client's own retries: TanStack Query repeats what reads, and the owner repeats what changes.
    const rest = new PostgrestClient(`${location.origin}/rest/v1`, { headers, retry: false })
    const mayBeDone = !reads && navigator.onLine
    const { data, error, status } = await rest
      .rpc(name, args, { get: reads })
      // The limit starts here, because nothing is sent before there is a token.
      .abortSignal(timeLimit(timeoutMs, signal))
    if (error) throw faultOf(status, error, mayBeDone)
    return data
  }
  return reads ? reading(ask) : withToken(ask)
}

/** Asks with a token. When the server refuses the token it has done nothing, so the call goes out once more with another. */
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
