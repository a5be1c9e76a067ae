/** Runs once the page has loaded. Hydrates nearby islands, lays out the rest, and prefetches. */
import { whenIdle } from './when-idle.ts'

/** Addresses of built scripts; the build fills them in. */
declare const hydrationScripts: {
  start: string
  /** For hydration and the forms. After prefetching, an open page works even when the server’s files change. */
  ahead: string[]
  polyfill: string[]
}

const { start, ahead, polyfill } = hydrationScripts

function hydrateNear(kind: string, rootMargin: string): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      import(start).catch(() => {
        // A touch tries again. Until then everything works as plain HTML.
      })
    },
    { rootMargin },
  )
  for (const island of document.querySelectorAll(`[data-island=${kind}]`)) {
    // The island itself is `display: contents`.
    if (island.firstElementChild) observer.observe(island.firstElementChild)
  }
}

/** Fills the browser’s cache. Not `<link rel=prefetch>`: Firefox applies the page’s CSP to it, and Safari lacks it. */
async function fetchAhead(href: string): Promise<void> {
  const answer = await fetch(href, { priority: 'low' })
  await answer.blob()
}

/** Keeps one of several answers open at a time. A privacy notice has no neighbors. */
function closeOthers({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return
  for (const other of target.parentElement?.querySelectorAll<HTMLDetailsElement>(':scope > details') ?? [])
    other.open = other === target
}

// For browsers without exclusive `<details name>`.
if (!('name' in HTMLDetailsElement.prototype)) document.addEventListener('toggle', closeOthers, true)

hydrateNear('nearby', '600px')

hydrateNear('visible', '0px')

// One by one, so a touch waits for one section’s layout at most.
for (const section of document.querySelectorAll('section, footer')) {
  await whenIdle()
  section.classList.add('laid-out')
}

const { connection } = navigator as { connection?: { saveData?: boolean } }

if (!connection?.saveData) {
  for (const href of 'Temporal' in globalThis ? ahead : [...ahead, ...polyfill]) {
    await whenIdle()
    fetchAhead(href).catch(() => {
      // Fetched on demand.
    })
  }
  await whenIdle()
  document.documentElement.classList.add('textured')
  // Avoids empty frames for fast scrolling.
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) {
    await whenIdle()
    picture.loading = 'eager'
  }
}
