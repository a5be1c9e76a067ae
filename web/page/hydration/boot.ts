/** The inline script at the end of the HTML. Every visitor waits for its bytes, so it must stay small. */
import { whenIdle } from './when-idle.ts'

/** Addresses of built files; the build fills them in. */
declare const startScript: string
declare const afterLoadScript: string
declare const lateStyleSheet: string

/** How long the first submit waits for React before the browser submits the form natively. */
const submitTimeoutMs = 4000

/** Whether a submit already waited without success. Later ones don’t wait. */
let hasTimedOut = false

// In the next task, because in this one the browser looks for forms (web/styles/inlined.css).
setTimeout(() => document.documentElement.classList.add('parsed'))

const lateStyle = document.createElement('link')
lateStyle.rel = 'stylesheet'
lateStyle.href = lateStyleSheet

function addLateStyle() {
  // At the end, as without JavaScript, because it completes the styles in the body.
  if (!lateStyle.isConnected) document.body.append(lateStyle)
}

/** Can run on every touch: a browser loads and runs the same module only once. */
function hydrate() {
  addLateStyle()
  import(startScript).catch(() => {
    // The next touch tries again. Until then everything works as plain HTML.
  })
}

/** The island around the event’s target, unless it is hydrated. */
const pendingIsland = ({ target }: Event) =>
  (target as Element).closest?.('[data-island]:not([data-island=hydrated])')

// A finger’s or pen’s first event is also a pointerover. The keyboard reaches a part only by focusing it.
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, (event) => pendingIsland(event) && hydrate(), { passive: true })
}

// The browser’s own jump to a fragment would take the focus away from the first field.
document.addEventListener(
  'click',
  (event) => {
    const link = (event.target as Element).closest('a[href="#book"]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // Sections in between get their true height only at layout.
    document.documentElement.classList.add('laid-out')
    const form = document.getElementById('book')
    form?.scrollIntoView()
    form?.querySelector<HTMLElement>('[name=full_name]')?.focus({ preventScroll: true })
  },
  true,
)

// Lets the browser submit the form if React doesn’t load. The same six fields can’t book twice.
document.addEventListener(
  'submit',
  (event) => {
    if (!pendingIsland(event) || hasTimedOut) return
    event.preventDefault()
    event.stopPropagation()
    const form = event.target as HTMLFormElement
    if (form.dataset.waiting) return
    form.dataset.waiting = 'true'
    // React replaces the form if a translator or an extension changed the page.
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

// After the first picture is painted: web fonts would delay it, and their fallbacks have the same metrics.
const addLateStyleWhenIdle = () => whenIdle().then(addLateStyle)
document.images[0]?.decode().then(addLateStyleWhenIdle, addLateStyleWhenIdle)

addEventListener('load', async () => {
  await whenIdle()
  import(afterLoadScript).catch(() => {
    // The first touch fetches what it needs.
  })
})
