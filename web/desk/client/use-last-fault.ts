import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Why something is not there, until it is: what was never loaded forgets its fault with each new try.
 *
 * @param what - names what is asked for; of something else the fault says nothing
 */
export function useLastFault(what: string, ...queries: Pick<UseQueryResult, 'error' | 'isPending'>[]) {
  const [last, setLast] = useState<{ what: string; error: Error | null }>({ what, error: null })
  const error = queries.find((query) => query.error)?.error ?? null
  const isThere = queries.every(({ isPending }) => !isPending)
  const before = last.what === what && !isThere ? last.error : null
  const now = error ?? before
  if (now !== last.error || what !== last.what) setLast({ what, error: now })
  return now
}
