import { openingQuery, weekQuery } from './client/agenda.ts'
import { firstMondays } from './client/asked-ahead.ts'
import { queryClient } from './client/query-client.ts'
import { hasSession } from './client/stored-session.ts'

/** On a line that is slower, the desk shows what it has kept, or says that the day is on its way. */
const timeoutMs = 500

/**
 * Waits for what the document has asked for before this script had come (ask-ahead.ts), or asks for it: what is painted
 * first is the day as of now, as which day that is may have changed since it was kept. And data that comes later is
 * rendered in one piece, which keeps a phone from all else.
 */
export async function loadFirst(today: string): Promise<void> {
  if (!hasSession()) return
  const loaded = firstMondays(today).map((monday) => queryClient.prefetchQuery(weekQuery(monday)))
  loaded.push(queryClient.prefetchQuery(openingQuery))
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}
