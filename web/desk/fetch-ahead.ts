import { deskPath } from '../../booking/desk.ts'
import { whenIdle } from '../hydration/when-idle.ts'
import { authClient } from './client/session.ts'
import { createStore } from './client/store.ts'

export const sheets = () => import('./sheets.tsx')

/** Whether the first day has been painted. */
export const hasPainted = createStore(false)

let hasBegun = false

/** Lets the desk be put on the home screen. */
function nameManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/desk.webmanifest'
  document.head.append(link)
}

/** Resolves when something to read stands on the screen, which is later than when it has been rendered. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Fetches what is wanted once the day is painted, which waits for none of it. */
export async function fetchAhead(): Promise<void> {
  if (hasBegun) return
  hasBegun = true
  await firstPaint()
  await whenIdle()
  hasPainted.set(true)
  // The finer letters; what stands there until then has their metrics.
  import('../styles/fonts.css').catch(() => undefined)
  // What keeps the session fresh.
  void authClient()
  sheets().catch(() => {
    // Fetched again when one is opened.
  })
  nameManifest()
  // Without it the desk works, but for opening where there is no connection.
  if (import.meta.env.PROD)
    navigator.serviceWorker?.register('/desk-worker.js', { scope: deskPath }).catch(() => undefined)
}
