import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from './backend/query-client.ts'
import { Toaster } from './ui/toast.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

/** What forms, figures and tooltips need around them. */
export function Application({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <div className="with-tape">{children}</div>
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
