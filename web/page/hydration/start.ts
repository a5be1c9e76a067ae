/** Loads what hydration needs, each part in its own task so none blocks the visitor, and hydrates the page. */
import { whenIdle } from './when-idle.ts'

/** On one of these, React would hydrate the island in one task that blocks a phone for a tenth of a second. */
const types =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel ' +
  'click auxclick dblclick contextmenu keydown keypress keyup beforeinput input change reset textInput ' +
  'compositionstart compositionend cut copy paste dragstart dragend drop'

function hold(event: Event): void {
  const target = event.target instanceof Element ? event.target : null
  const island = target?.closest('[data-island]')
  // Hydrates everything between the islands along with the first one.
  const hydrated = island ?? document.querySelector('[data-island=hydrated]')
  if (hydrated?.getAttribute('data-island') === 'hydrated') return
  event.stopPropagation()
  const button = event.type === 'click' ? target?.closest<HTMLButtonElement>('button[type=button]') : null
  if (button) island?.addEventListener('hydrated', () => button.click(), { once: true })
}

/** React listens further down the document. The boot script was here first and still hears everything. */
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
if (document.querySelector('[data-photograph]')) await import('../gallery-viewer.ts')
const root = document.getElementById('root')

if (root) hydratePage(root)
