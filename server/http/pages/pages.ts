import { earliestDate } from '../../../booking/dates.ts'
import type { Shop } from '../../../booking/shop.ts'
import { contentSecurityPolicy } from '../guard/security-headers.ts'
import { compressed, type Document } from './document.ts'
import { escapeHtml } from './escape-html.ts'
import { fill, type Templates } from './templates.ts'

type Name = 'index' | 'notFound' | 'robots' | 'sitemap'

export interface Pages {
  /** A document as it is today, made with its first use on a day of the shop's clock: the page has a date in it. */
  today(name: Name): Promise<Document>
  /** What every page has in it, for pages that are made for one answer. */
  values(): Record<string, string>
}

interface Settings {
  templates: Templates
  shop: Shop
  anonKey: string
  publicUrl: () => string
  now: () => number
}

const contentTypes: Record<Name, string> = {
  index: 'text/html; charset=utf-8',
  notFound: 'text/html; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
}

/** The pages in memory, filled in, compressed and ready to be sent. */
export function createPages({ templates, shop, anonKey, publicUrl, now }: Settings): Pages {
  const policy = contentSecurityPolicy(templates.inlined.landing)
  let dateOfDocuments = ''
  const documents = new Map<Name, Promise<Document>>()

  const values = () => ({
    PUBLIC_URL: escapeHtml(publicUrl()),
    ANON_KEY: escapeHtml(anonKey),
    EARLIEST_DATE: earliestDate(now(), shop),
  })

  async function make(name: Name): Promise<Document> {
    const document = await compressed(fill(templates[name], values()), contentTypes[name])
    return name === 'index' ? { ...document, policy } : document
  }

  return {
    values,
    today(name) {
      const date = earliestDate(now(), shop)
      if (date !== dateOfDocuments) documents.clear()
      dateOfDocuments = date
      const made = documents.get(name) ?? make(name)
      documents.set(name, made)
      return made
    },
  }
}
