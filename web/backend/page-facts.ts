import { createContext } from 'react'

/** What the server writes into the page's head, because it is not known when the page is built. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The public client key that every call carries. */
export function anonKey(): string {
  return meta('anon-key')
}

/** The earliest date as the served HTML has it, "YYYY-MM-DD". */
export function servedEarliestDate(): string {
  return meta('earliest-date')
}

/** The same where HTML is made, so that the HTML and its hydration agree; null in the browser. */
export const EarliestDate = createContext<string | null>(null)
