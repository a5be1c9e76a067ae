import { deskPath } from '../../booking/links.ts'
import { whenIdle } from '../page/hydration/when-idle.ts'
import { createStore } from '../ui/store.ts'
import { bringFonts } from './bring-fonts.ts'
import { authClient } from './client/session.ts'

export const sheets = () => import('./sheets.tsx')

/**
 * The order in which the desk is shown when it is opened: its head, the row of days, the day with its first labels, the
 * others, then what is not on the screen, the row's further weeks and the paper. One at a time, so that a phone is not
 * kept from a press by all of them together.
 */
const stages = ['head', 'row', 'day', 'labels', 'weeks', 'paper'] as const
type Stage = (typeof stages)[number]

const shown = createStore<Stage>('head')

/** Whether this stage is reached. */
export const useIsShown = (stage: Stage): boolean =>
  shown.use((reached) => stages.indexOf(reached) >= stages.indexOf(stage))

const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

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

/** What was shown last is still being painted when the browser begins to be idle, on the same few processors. */
const pauseMs = 50

async function afterPause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  await whenIdle()
}

/** Shows the rest once the head is there, then fetches what is wanted next. */
export async function showInStages(): Promise<void> {
  if (hasBegun) return
  hasBegun = true
  shown.set('row')
  await afterFrame()
  shown.set('day')
  for (const stage of ['labels', 'weeks', 'paper'] as const) {
    await afterPause()
    shown.set(stage)
  }
  for (const begin of ahead) {
    await afterPause()
    Promise.resolve(begin()).catch(() => undefined)
  }
}
