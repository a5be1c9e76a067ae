/**
 * At the first press or key on a part that still sleeps, React would wake it at once, in one go that blocks a phone for
 * a tenth of a second: the visitor would wait for their own touch. So React does not hear of these events until the
 * part is awake, a moment later, and meanwhile the browser does what it does without script.
 */
const types =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel ' +
  'click auxclick dblclick contextmenu keydown keypress keyup beforeinput input change reset textInput ' +
  'compositionstart compositionend cut copy paste dragstart dragend drop'

function isAwake(part: Element | null): boolean {
  return part?.getAttribute('data-live') === 'ready'
}

function hold(event: Event): void {
  const target = event.target instanceof Element ? event.target : null
  const part = target?.closest('[data-live]') ?? null
  // What lies between the parts is awake with the first of them; nothing there waits for React.
  if (isAwake(part ?? document.querySelector('[data-live=ready]'))) return
  event.stopPropagation()
  const button = event.type === 'click' ? target?.closest<HTMLButtonElement>('button[type=button]') : null
  if (button) part?.addEventListener('live', () => button.click(), { once: true })
}

/** React listens further down; the boot script, which has been here before, still hears everything. */
export function holdPresses(): void {
  for (const type of types.split(' ')) document.addEventListener(type, hold, { capture: true, passive: true })
}
