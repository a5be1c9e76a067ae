import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { call } from '../client/call.ts'

const lettersMin = 2

/** Clients whose name, number or address holds what is typed, from two letters on. */
export function useFoundClients(typed: string) {
  const q = useDeferredValue(typed.trim())
  return useQuery({
    queryKey: ['find_client', q],
    queryFn: ({ signal }) => call('find_client', { q }, signal),
    enabled: q.length >= lettersMin,
    placeholderData: (before) => (q.length >= lettersMin ? before : undefined),
    staleTime: 10_000,
  })
}
