import { QueryClient } from '@tanstack/react-query'
import { withTimeLimit } from '../backend/calls.ts'
import type { api } from './api.ts'

let loaded: Promise<typeof api> | undefined

/**
 * Loads the server’s calls with their client libraries when a visitor starts on a form. Keeps the promise: even a loaded
 * script’s `import()` resolves in a later task, and a booking's first call would wait for a frame.
 */
export function loadApi() {
  loaded ??= withTimeLimit(import('./api.ts').then(({ api }) => api)).catch((error) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** Data-fetching defaults (specification, point 9): kept 5 minutes, up to 3 retries, delay doubling up to 30 s. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A timer would keep the build from ending.
      gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 5 * 60_000,
      retry: 3,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
    },
  },
})
