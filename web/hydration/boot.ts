/**
 * The only script that runs before a visitor needs React. It stands at the end of the HTML, is built by itself and
 * must stay small: it does by hand what cannot wait, and decides when to fetch and when to hydrate.
 */

/** Addresses of two built scripts; filled in by the build. */
declare const scripts: {
  /** Hydrates the page. */
  start: string
  /** Fetches what hydration needs. */
  fetchAhead: string
}

/** A first submit waits this long for React; then the browser sends the form by itself. */
const patienceMs = 4000

let hydrates = false
/** Whether a submit has waited in vain; those that follow do not wait. */
let gaveUp = false

function hydrate() {
  if (hydrates) return
  hydrates = true
  import(scripts.start).catch(() => {
    // The next touch tries again; meanwhile everything works as plain HTML.
    hydrates = false
  })
}

function livePart(event: Event): Element | null {
  const part = event.target instanceof Element ? event.target.closest('[data-live]') : null
  return part?.getAttribute('data-live') === 'ready' ? null : part
}

// A finger's or pen's first event is a pointerover as well, and no key reaches a part that has not been focused.
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, (event) => livePart(event) && hydrate(), { passive: true })
}

// 'Book Appointment' and 'Claim Your Free Suit Today': scroll as the style sheet says, then focus the first field.
// By hand, because the browser's own jump to a fragment takes the focus away again.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href="#book"]') : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const form = document.getElementById('book')
  form?.scrollIntoView()
  form?.querySelector<HTMLElement>('[name=full_name]')?.focus({ preventScroll: true })
})

// A submit before hydration is kept and sent again through React. Should React not come, the browser sends it: the
// server takes the same six fields as the same appointment, so neither way can book twice.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    const part = livePart(event)
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

function watch(near: string, rootMargin: string) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      hydrate()
    },
    { rootMargin },
  )
  for (const part of document.querySelectorAll(`[data-live=${near}]`)) {
    // The part itself has no box.
    if (part.firstElementChild) observer.observe(part.firstElementChild)
  }
}

/** What nobody waits for: the cloth's texture, then the scripts that a touch of the form will need. */
function atIdle() {
  document.documentElement.classList.add('dressed')
  import(scripts.fetchAhead).catch(() => {
    // Then the first touch fetches them.
  })
}

function afterLoad() {
  watch('ahead', '600px')
  watch('seen', '0px')
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection
  if (connection?.saveData) return
  if ('requestIdleCallback' in globalThis) requestIdleCallback(atIdle)
  else setTimeout(atIdle, 200)
}

if (document.readyState === 'complete') afterLoad()
else addEventListener('load', afterLoad)
