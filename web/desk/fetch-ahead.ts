import { deskPath } from '../../booking/desk.ts'
import { whenIdle } from '../hydration/when-idle.ts'
import { authClient } from './client/session.ts'

export const sheets = () => import('./sheets.ts')

let hasBegun = false

/** Fetches what is wanted once the day is painted, which waits for none of it. */
export async function fetchAhead(): Promise<void> {
  if (hasBegun) return
  hasBegun = true
  await whenIdle()
  // What keeps the session fresh.
  void authClient()
  sheets().catch(() => {
    // Fetched again when one is opened.
  })
  // Without it the desk works, but for opening where there is no connection.
  if (import.meta.env.PROD)
    navigator.serviceWorker?.register('/desk-worker.js', { scope: deskPath }).catch(() => undefined)
}
