import { deskPath } from '../../booking/desk.ts'
import { whenIdle } from '../hydration/when-idle.ts'
import { bringFonts } from './bring-fonts.ts'
import { authClient } from './client/session.ts'
import { createStore } from './client/store.ts'

export const sheets = () => import('./sheets.tsx')

/**
 * How much of the desk is shown since it was opened: its head with the row of days, then the day, then what is not on
 * the screen. One at a time, so that a phone is not kept from a press by all of them together.
 */
export const stage = createStore<'head' | 'day' | 'all'>('head')

let hasBegun = false

/** Lets the desk be put on the home screen. */
function nameManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/desk.webmanifest'
  document.head.append(link)
}

/** What the day does not wait for, nor one for another; what does not come is fetched again when it is needed. */
const ahead: (() => unknown)[] = [
  bringFonts,
  // What keeps the session fresh.
  authClient,
  sheets,
  nameManifest,
  // Without it the desk works, but for opening where there is no connection.
  () => import.meta.env.PROD && navigator.serviceWorker?.register('/desk-worker.js', { scope: deskPath }),
]

/** Shows the day once its head is there, then fetches what is wanted next. */
export async function showInStages(): Promise<void> {
  if (hasBegun) return
  hasBegun = true
  stage.set('day')
  await whenIdle()
  stage.set('all')
  for (const begin of ahead) {
    await whenIdle()
    Promise.resolve(begin()).catch(() => undefined)
  }
}
