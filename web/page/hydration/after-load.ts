/**
 * Runs once the page has loaded. It hydrates the page when a visitor comes near an island, lays out what stands below
 * the first view, and fetches what they will want next: the scripts of hydration, so that a touch of the form need not
 * wait for the network, the cloth's texture, and the pictures further down.
 */
import { whenIdle } from './when-idle.ts'

/** Addresses of the built scripts; filled in by the build. */
declare const hydrationScripts: {
  /** Hydrates the page. */
  start: string
  /** What hydration and the forms evaluate. A page that is left open has them, whatever becomes of the server's files. */
  ahead: string[]
  /** For browsers without Temporal. */
  polyfill: string[]
}

const { start, ahead, polyfill } = hydrationScripts

/** Hydrates the page when an island of this kind comes as near to the window as the margin says. */
function hydrateNear(kind: string, rootMargin: string): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      import(start).catch(() => {
        // A touch tries again; meanwhile everything works as plain HTML.
      })
    },
    { rootMargin },
  )
  for (const island of document.querySelectorAll(`[data-island=${kind}]`)) {
    // The island itself has no box.
    if (island.firstElementChild) observer.observe(island.firstElementChild)
  }
}

/**
 * Fills the browser's cache with a script that runs later. Not a link of the kind 'prefetch': the page's security policy
 * forbids it in Firefox, and Safari does not know it.
 */
async function fetchAhead(href: string): Promise<void> {
  const answer = await fetch(href, { priority: 'low' })
  await answer.blob()
}

/** One answer open at a time. */
function closeOthers({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return
  for (const other of document.querySelectorAll<HTMLDetailsElement>('details[open]'))
    other.open = other === target
}

// Older browsers do not know that details of one name open in turns.
if (!('name' in HTMLDetailsElement.prototype)) document.addEventListener('toggle', closeOthers, true)

hydrateNear('nearby', '600px')

hydrateNear('visible', '0px')

// One by one: a touch waits for one section's layout at most.
for (const section of document.querySelectorAll('section, footer')) {
  await whenIdle()
  section.classList.add('laid-out')
}

const { connection } = navigator as { connection?: { saveData?: boolean } }

if (!connection?.saveData) {
  for (const href of 'Temporal' in globalThis ? ahead : [...ahead, ...polyfill]) {
    await whenIdle()
    fetchAhead(href).catch(() => {
      // Then it is fetched when it is needed.
    })
  }
  await whenIdle()
  document.documentElement.classList.add('textured')
  // Whoever scrolls fast meets no empty frame.
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) {
    await whenIdle()
    picture.loading = 'eager'
  }
}
