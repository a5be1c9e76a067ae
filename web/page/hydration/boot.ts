/**
 * The only script that runs before a visitor needs React. It stands at the end of the HTML, is built by itself and
 * must stay small: it does what cannot wait for React, and starts hydration.
 */
import { whenIdle } from './when-idle.ts'

/** Addresses of two built scripts; filled in by the build. The first hydrates the page. */
declare const startScript: string

declare const afterLoadScript: string

/** Address of the style sheet with the fonts, and with what a page on paper needs; filled in by the build. */
declare const lateStyleSheet: string

/** A first submit waits this long for React; then the browser sends the form by itself. */
const submitTimeoutMs = 4000

let isHydrating = false

/** Whether a submit has waited in vain; those that follow do not wait. */
let hasTimedOut = false

function hydrate() {
  if (isHydrating) return
  isHydrating = true
  import(startScript).catch(() => {
    // The next touch tries again; meanwhile everything works as plain HTML.
    isHydrating = false
  })
}

/** The island with the event's target in it, unless it is hydrated. */
function pendingIsland(event: Event): Element | null {
  return event.target instanceof Element
    ? event.target.closest('[data-island]:not([data-island=hydrated])')
    : null
}

// A finger's or pen's first event is a pointerover as well, and no key reaches a part that has not been focused.
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, (event) => pendingIsland(event) && hydrate(), { passive: true })
}

// 'Book Appointment' and 'Claim Your Free Suit Today': scroll as the style sheet says, then focus the first field.
// The browser's own jump to a fragment would take the focus away again.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href="#book"]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // What lies between has its true height only once it is laid out.
    document.documentElement.classList.add('laid-out')
    const form = document.getElementById('book')
    form?.scrollIntoView()
    form?.querySelector<HTMLElement>('[name=full_name]')?.focus({ preventScroll: true })
  },
  true,
)

// A submit before hydration is held back and sent again through React. Should React not come, the browser sends it:
// the server takes the same six fields as the same appointment, so neither way can book twice.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (!pendingIsland(event) || hasTimedOut || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    event.stopPropagation()
    if (form.dataset.waiting) return
    form.dataset.waiting = 'true'
    // React makes the form anew where a browser that translates, or an extension, has changed the page.
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

// The finer letters come when the first picture has been painted: they would share a slow line with it, and what stands
// there until then has their metrics. What paper needs comes with them.
const firstPicture = document.images[0]

async function fetchLateStyle() {
  await whenIdle()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = lateStyleSheet
  document.head.append(link)
}

firstPicture?.decode().then(fetchLateStyle, fetchLateStyle)

// What nobody waits for.
addEventListener('load', async () => {
  await whenIdle()
  import(afterLoadScript).catch(() => {
    // Then the first touch fetches what it needs.
  })
})
