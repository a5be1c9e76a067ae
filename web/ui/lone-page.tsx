import type { ReactNode } from 'react'
import { WovenLabel } from './woven-label.tsx'

/** A page that says one thing: marking paper with the firm's label, and what there is to say. */
export function LonePage({ children }: { children: ReactNode }) {
  return (
    <main className="lone-page">
      <WovenLabel />
      {children}
    </main>
  )
}
