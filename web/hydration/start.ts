/**
 * Evaluates what hydration needs, each part in a task of its own so that none blocks the visitor, and hydrates the
 * page. The boot script imports this module when a visitor comes near an island.
 */
import { holdEvents } from './hold-events.ts'
import { whenIdle } from './when-idle.ts'

holdEvents()

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
