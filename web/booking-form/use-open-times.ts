import { useQuery } from '@tanstack/react-query'
import { nearestTimes } from '../../booking/availability.ts'
import { loadCalls } from '../backend/load-calls.ts'
import { queryClient } from '../backend/query-client.ts'

/** Others book meanwhile: what was asked this long ago is asked again when it is shown again. */
const freshMs = 15_000
const nearestCount = 3

function openTimesOf(date: string) {
  return {
    queryKey: ['open-times', date],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await loadCalls()).fetchOpenTimes(date, signal),
    // Without a connection it is to fail and say so, not to wait for better times.
    networkMode: 'always' as const,
  }
}

/** The open start times of a day; nothing is asked while no day is chosen that could have any. */
export const useOpenTimes = (date: string | null) =>
  useQuery({ ...openTimesOf(date ?? ''), enabled: date !== null, staleTime: freshMs }, queryClient)

/** The day's open times have changed, or may have: wherever they are shown they are asked for again. */
export function refreshOpenTimes(date: string): void {
  void queryClient.invalidateQueries({ queryKey: ['open-times', date] })
}

/** The open times nearest to one that was taken; null when they cannot be had. */
export async function nearestOpenTimes(date: string, wanted: string): Promise<string[] | null> {
  try {
    const open = await queryClient.fetchQuery({ ...openTimesOf(date), staleTime: 0, retry: false })
    return nearestTimes(open, wanted, nearestCount)
  } catch {
    return null
  }
}
