/**
 * Evaluates what the page needs to come to life, each part in a task of its own so that none blocks the visitor,
 * and hydrates. The boot script imports this module when a visitor comes near something that needs it.
 */
import { holdPresses } from './hold-presses.ts'

const betweenTasks = () => new Promise((resolve) => setTimeout(resolve))

holdPresses()

if (!('Temporal' in globalThis)) {
  await import('temporal-polyfill/global')
  await betweenTasks()
}
await import('./react.ts')
await betweenTasks()
await import('./router.ts')
await betweenTasks()
const { hydratePage } = await import('./hydrate-page.tsx')
await betweenTasks()

const root = document.getElementById('root')
if (root) hydratePage(root)
