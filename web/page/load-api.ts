import { QueryClient } from '@tanstack/react-query'
import { inTime } from '../backend/calls.ts'

/** The server's calls with their client libraries; fetched once, when a visitor starts on a form. */
export function loadCalls() {
  return inTime(import('./api.ts'))
}

const minuteMs = 60_000

const longestDelayMs = 30_000

/** Data-fetching defaults (specification, point 9): kept 5 minutes, up to 3 retries, delay doubling up to 30 s. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // While the page is built nothing is kept: a timer would keep the build from ending.
      gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 5 * minuteMs,
      retry: 3,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, longestDelayMs),
    },
  },
})
