/**
 * Evaluates what hydration needs, each part in a task of its own so that none blocks the visitor, and hydrates the
 * page. The boot script imports this module when a visitor comes near an island.
 */
import { whenIdle } from './when-idle.ts'

/**
 * At the first press or key on an island that is not hydrated, React would hydrate it at once, in one go that blocks a
 * phone for a tenth of a second: the visitor would wait for their own touch. So React does not hear of these events
 * until the island is hydrated, a moment later; meanwhile the browser does what it does without script.
 */
const types =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel ' +
  'click auxclick dblclick contextmenu keydown keypress keyup beforeinput input change reset textInput ' +
  'compositionstart compositionend cut copy paste dragstart dragend drop'

function hold(event: Event): void {
  const target = event.target instanceof Element ? event.target : null
  const island = target?.closest('[data-island]')
  // What lies between the islands is hydrated with the first of them, and does not wait for React.
  const hydrated = island ?? document.querySelector('[data-island=hydrated]')
  if (hydrated?.getAttribute('data-island') === 'hydrated') return
  event.stopPropagation()
  const button = event.type === 'click' ? target?.closest<HTMLButtonElement>('button[type=button]') : null
  if (button) island?.addEventListener('hydrated', () => button.click(), { once: true })
}

/** React listens further down; the boot script, which was here first, still hears everything. */
function holdEvents(): void {
  for (const type of types.split(' ')) document.addEventListener(type, hold, { capture: true, passive: true })
}

holdEvents()

if (!('Temporal' in globalThis)) {
  await import('temporal-polyfill/global')
  await whenIdle()
}
await import('./react.ts')
await whenIdle()
const { hydratePage } = await import('./hydrate.tsx')
await whenIdle()
const root = document.getElementById('root')

if (root) hydratePage(root)
