/**
 * The inline script at the end of the HTML, bundled separately: it does what can’t wait for React, and starts hydration.
 * Every visitor waits for its bytes, so it must stay small.
 */
import { whenIdle } from './when-idle.ts'

/** Addresses of built files; the build fills them in. */
declare const startScript: string
declare const afterLoadScript: string
declare const lateStyleSheet: string

/** How long the first submit waits for React before the browser sends the form natively. */
const submitTimeoutMs = 4000

let hasLateStyle = false
let isHydrating = false
/** Whether a submit waited in vain; later ones don’t wait. */
let hasTimedOut = false

function addLateStyle() {
  if (hasLateStyle) return
  hasLateStyle = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = lateStyleSheet
  document.head.append(link)
}

function hydrate() {
  addLateStyle()
  if (isHydrating) return
  isHydrating = true
  import(startScript).catch(() => {
    // The next touch tries again; until then everything works as plain HTML.
    isHydrating = false
  })
}

/** The island around the event’s target, unless it is hydrated. */
function pendingIsland(event: Event): Element | null {
  return event.target instanceof Element
    ? event.target.closest('[data-island]:not([data-island=hydrated])')
    : null
}

// A finger’s or pen’s first event is a pointerover too; the keyboard reaches a part only by focusing it.
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, (event) => pendingIsland(event) && hydrate(), { passive: true })
}

// 'Book Appointment' and 'Claim Your Free Suit Today': scroll as the style sheet says, then focus the first field.
// The browser’s own jump to a fragment would take the focus away again.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href="#book"]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // Sections in between have their true height only once they are laid out.
    document.documentElement.classList.add('laid-out')
    const form = document.getElementById('book')
    form?.scrollIntoView()
    form?.querySelector<HTMLElement>('[name=full_name]')?.focus({ preventScroll: true })
  },
  true,
)

// Holds a submit until React can take it, and lets the browser send it if React doesn’t come. The server takes the
// same six fields as the same appointment, so the two ways can’t book twice.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (!pendingIsland(event) || hasTimedOut || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    event.stopPropagation()
    if (form.dataset.waiting) return
    form.dataset.waiting = 'true'
    // React replaces the form where a translator or an extension changed the page.
    const current = () => document.getElementById(form.id) as HTMLFormElement | null
    const timeout = setTimeout(() => {
      hasTimedOut = true
      current()?.submit()
    }, submitTimeoutMs)
    const resend = ({ target }: Event) => {
      if (hasTimedOut || !(target as Element).contains(current())) return
      clearTimeout(timeout)
      current()?.requestSubmit()
    }
    document.addEventListener('hydrated', resend, true)
    hydrate()
  },
  true,
)

// After the first picture is painted: web fonts would slow it down, and their stand-ins have the same metrics.
const addLateStyleWhenIdle = () => whenIdle().then(addLateStyle)
document.images[0]?.decode().then(addLateStyleWhenIdle, addLateStyleWhenIdle)

addEventListener('load', async () => {
  await whenIdle()
  import(afterLoadScript).catch(() => {
    // The first touch fetches what it needs.
  })
})
