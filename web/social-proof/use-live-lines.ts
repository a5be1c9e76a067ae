import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loadCalls } from '../backend/load-calls.ts'
import { type Lines, liveLines } from './lines.ts'

const askEveryMs = 30_000

/** True figures, asked for as long as somebody can see them; null until the first answer. */
export function useLiveLines(isShown: boolean): Lines | null {
  // Browsers make none for a page over plain HTTP; nobody is counted there, and nothing said.
  const [visitor] = useState<string>(() => crypto.randomUUID?.() ?? '')
  const { data } = useQuery({
    queryKey: ['social-proof', visitor],
    queryFn: async ({ signal }) => (await loadCalls()).fetchSocialProof(visitor, signal),
    enabled: isShown && visitor !== '',
    // Not in hidden tabs: that is the query client's default.
    refetchInterval: askEveryMs,
  })
  return data ? liveLines(data) : null
}
