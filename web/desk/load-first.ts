import { openingQuery, weekQuery } from './client/agenda.ts'
import { firstMondays } from './client/asked-ahead.ts'
import { queryClient } from './client/query-client.ts'

/** On a line that is slower, the desk says meanwhile that the day is on its way. */
const timeoutMs = 500

/**
 * Waits for what the document has asked for before this script had come (ask-ahead.ts), so that what is painted first
 * is the day: data that comes later is rendered in one piece, which keeps a phone from all else.
 */
export async function loadFirst(today: string): Promise<void> {
  if (!globalThis.askedAhead) return
  const isWanted = ({ queryKey }: { queryKey: readonly unknown[] }) => !queryClient.getQueryData(queryKey)
  const weeks = firstMondays(today).map(weekQuery).filter(isWanted)
  const loaded = weeks.map((week) => queryClient.prefetchQuery(week))
  if (isWanted(openingQuery)) loaded.push(queryClient.prefetchQuery(openingQuery))
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}
