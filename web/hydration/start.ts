/**
 * Evaluates what the page needs to come to life, each part in a task of its own so that none blocks the visitor,
 * and hydrates. The boot script imports this module when a visitor comes near something that needs it.
 */
import { holdPresses } from './hold-presses.ts'
import { whenIdle } from './when-idle.ts'

holdPresses()

if (!('Temporal' in globalThis)) {
  await import('temporal-polyfill/global')
  await whenIdle()
}
await import('./react.ts')
await whenIdle()
const { hydratePage } = await import('./hydrate-page.tsx')
await whenIdle()

const root = document.getElementById('root')
if (root) hydratePage(root)
