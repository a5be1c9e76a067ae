import { QueryClient } from '@tanstack/react-query'

const minuteMs = 60_000
const longestDelayMs = 30_000

/** Data-fetching defaults (specification, point 9): kept 5 minutes, up to 3 retries, delay doubling up to 30 s. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * minuteMs,
      retry: 3,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, longestDelayMs),
    },
  },
})
