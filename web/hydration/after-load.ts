/**
 * What nobody waits for, run once the page has loaded: it hydrates the page where a visitor comes near something that
 * needs it, and fetches what they will want next: the cloth's texture and the scripts of hydration, so that a touch
 * of the form need not wait for the network.
 */
import { whenIdle } from './when-idle.ts'

/** Addresses of the built scripts; filled in by the build. */
declare const hydrationScripts: {
  /** Hydrates the page. */
  start: string
  /** What hydration evaluates. */
  ahead: string[]
  /** For browsers without Temporal. */
  polyfill: string[]
}

const { start, ahead, polyfill } = hydrationScripts

function watch(near: string, rootMargin: string): void {
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
  for (const part of document.querySelectorAll(`[data-live=${near}]`)) {
    // The part itself has no box.
    if (part.firstElementChild) observer.observe(part.firstElementChild)
  }
}

function fetchAhead(href: string): void {
  const link = document.createElement('link')
  // A prefetch only fills the cache; modulepreload compiles as well, and serves where prefetch is unknown.
  const prefetches = link.relList.supports('prefetch')
  link.rel = prefetches ? 'prefetch' : 'modulepreload'
  if (prefetches) link.as = 'script'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

watch('ahead', '600px')
watch('seen', '0px')

const { connection } = navigator as { connection?: { saveData?: boolean } }
if (!connection?.saveData) {
  for (const href of 'Temporal' in globalThis ? ahead : [...ahead, ...polyfill]) {
    await whenIdle()
    fetchAhead(href)
  }
  await whenIdle()
  document.documentElement.classList.add('dressed')
}
