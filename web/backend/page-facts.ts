/** What the server writes into the page's head, because it is not known when the page is built. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The public client key that every call carries. */
export function anonKey(): string {
  return meta('anon-key')
}

/**
 * The earliest date as the served HTML has it, "YYYY-MM-DD".
 * At build time it is the mark that the server replaces, so that the HTML and its hydration agree.
 */
export function servedEarliestDate(): string {
  return typeof document === 'undefined' ? '%EARLIEST_DATE%' : meta('earliest-date')
}
