/** Fetches the scripts that a touch of the form will need, so that it need not wait for the network. */

/** Addresses of the built scripts; filled in by the build. */
declare const hydrationScripts: {
  /** What hydration evaluates. */
  ahead: string[]
  /** For browsers without Temporal. */
  polyfill: string[]
}

const { ahead, polyfill } = hydrationScripts

for (const href of 'Temporal' in globalThis ? ahead : [...ahead, ...polyfill]) {
  const link = document.createElement('link')
  // A prefetch only fills the cache; modulepreload compiles as well, and serves where prefetch is unknown.
  const prefetches = link.relList.supports('prefetch')
  link.rel = prefetches ? 'prefetch' : 'modulepreload'
  if (prefetches) link.as = 'script'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}
