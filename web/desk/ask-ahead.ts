/**
 * The only script in the desk's document. With a session in place it asks for what the first view reads, while the
 * scripts that show it are still on their way. Whatever it cannot do is asked for in the normal way.
 */

import { addDays, epochMsToWallTime } from '../../booking/time.ts'
import { anonKey } from '../backend/calls.ts'
import { firstMondays, readingAddress } from './client/asked-ahead.ts'
import { lastingToken } from './client/stored-session.ts'

/** That of the shop; filled in by the build. */
declare const timeZone: string

const timeoutMs = 15_000
const token = lastingToken()

// Older browsers get the shop's clock with the scripts.
if (token && 'Temporal' in globalThis) {
  const week = (from: string) => readingAddress('agenda', { from, to: addDays(from, 6) })
  const headers = { apikey: anonKey(), authorization: `Bearer ${token}` }
  const { date: today } = epochMsToWallTime(Date.now(), timeZone)
  const addresses = [...firstMondays(today).map(week), readingAddress('opening', {})]
  globalThis.askedAhead = new Map(
    addresses.map((address) => [
      address,
      fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined),
    ]),
  )
}
