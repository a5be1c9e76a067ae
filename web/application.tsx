import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from './backend/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Toaster } from './ui/toast.tsx'

/** What forms and figures need around them. */
export function Application({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <div className="with-tape">{children}</div>
        <Toaster />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
