/**
 * The only script that runs before a visitor needs React. It stands at the end of the HTML, is built by itself and
 * must stay small: it does by hand what cannot wait, and decides when to fetch and when to hydrate.
 */
import { whenIdle } from './when-idle.ts'

/** Addresses of two built scripts; filled in by the build. The first hydrates the page. */
declare const startScript: string
declare const afterLoadScript: string

/** A first submit waits this long for React; then the browser sends the form by itself. */
const patienceMs = 4000

let hydrates = false
/** Whether a submit has waited in vain; those that follow do not wait. */
let gaveUp = false

function hydrate() {
  if (hydrates) return
  hydrates = true
  import(startScript).catch(() => {
    // The next touch tries again; meanwhile everything works as plain HTML.
    hydrates = false
  })
}

/** The part with the event's target in it that needs React and does not have it yet. */
function sleepingPart(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest('[data-live]:not([data-live=ready])') : null
}

// A finger's or pen's first event is a pointerover as well, and no key reaches a part that has not been focused.
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, (event) => sleepingPart(event) && hydrate(), { passive: true })
}

// 'Book Appointment' and 'Claim Your Free Suit Today': scroll as the style sheet says, then focus the first field.
// By hand, because the browser's own jump to a fragment takes the focus away again.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href="#book"]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const form = document.getElementById('book')
    form?.scrollIntoView()
    form?.querySelector<HTMLElement>('[name=full_name]')?.focus({ preventScroll: true })
  },
  true,
)

// A submit before hydration is kept and sent again through React. Should React not come, the browser sends it: the
// server takes the same six fields as the same appointment, so neither way can book twice.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    const part = sleepingPart(event)
    if (!part || gaveUp || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    event.stopPropagation()
    if (form.dataset.waiting) return
    form.dataset.waiting = 'true'
    const resend = () => {
      clearTimeout(giveUp)
      delete form.dataset.waiting
      form.requestSubmit()
    }
    const giveUp = setTimeout(() => {
      gaveUp = true
      delete form.dataset.waiting
      part.removeEventListener('live', resend)
      form.submit()
    }, patienceMs)
    part.addEventListener('live', resend, { once: true })
    hydrate()
  },
  true,
)

// What nobody waits for.
addEventListener('load', async () => {
  await whenIdle()
  import(afterLoadScript).catch(() => {
    // Then the first touch fetches what it needs.
  })
})
