import { earliestDate } from '../../../booking/dates.ts'
import type { Shop } from '../../../booking/shop.ts'
import { escapeHtml } from '../../escape-html.ts'
import { compressed, type Document } from './document.ts'
import { fill, type Templates } from './templates.ts'

/** The documents of one day: the page has the earliest date in it. */
interface DocumentsOfDay {
  index: Document
  notFound: Document
  robots: Document
  sitemap: Document
}

export interface Pages {
  /** The documents of today, made once per day of the shop's clock. */
  today(): Promise<DocumentsOfDay>
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

const html = 'text/html; charset=utf-8'

/** The pages in memory, filled in, compressed and ready to be sent. */
export function createPages({ templates, shop, anonKey, publicUrl, now }: Settings): Pages {
  let made: { date: string; documents: Promise<DocumentsOfDay> } | undefined

  const values = () => ({
    PUBLIC_URL: escapeHtml(publicUrl()),
    ANON_KEY: escapeHtml(anonKey),
    EARLIEST_DATE: earliestDate(now(), shop),
  })

  async function make(): Promise<DocumentsOfDay> {
    const ready = (template: string, type: string) => compressed(fill(template, values()), type)
    const [index, notFound, robots, sitemap] = await Promise.all([
      ready(templates.index, html),
      ready(templates.notFound, html),
      ready(templates.robots, 'text/plain; charset=utf-8'),
      ready(templates.sitemap, 'application/xml; charset=utf-8'),
    ])
    return { index, notFound, robots, sitemap }
  }

  return {
    values,
    today() {
      const date = earliestDate(now(), shop)
      if (made?.date !== date) made = { date, documents: make() }
      return made.documents
    },
  }
}
