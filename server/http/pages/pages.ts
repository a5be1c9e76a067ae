import { earliestDate } from '../../../booking/dates.ts'
import type { Shop } from '../../../booking/shop.ts'
import { factMarks, type PageFacts } from '../../../booking/views.ts'
import type { BuiltPage } from '../../built-page.ts'
import { contentSecurityPolicy } from '../guard/security-headers.ts'
import { compressed, type Document } from './document.ts'

type Name = 'index' | 'notFound' | 'robots' | 'sitemap'

export interface Pages {
  /** A document as it is today, made with its first use on a day of the shop's clock: the page has a date in it. */
  today(name: Name): Promise<Document>
}

interface Settings {
  page: BuiltPage
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

/**
 * Writes the facts where the build has left their marks. To render the landing page here instead would take 25 MiB
 * more at rest. The settings let nothing pass as a fact that HTML would have to escape.
 */
function withFacts(text: string, facts: PageFacts): string {
  return text
    .replaceAll(factMarks.publicUrl, facts.publicUrl)
    .replaceAll(factMarks.anonKey, facts.anonKey)
    .replaceAll(factMarks.earliestDate, facts.earliestDate)
}

/** The pages in memory, filled in, compressed and ready to be sent. */
export function createPages({ page, shop, anonKey, publicUrl, now }: Settings): Pages {
  const policy = contentSecurityPolicy(page.inlined.landing)
  let dateOfDocuments = ''
  const documents = new Map<Name, Promise<Document>>()

  async function make(name: Name, date: string): Promise<Document> {
    const text = withFacts(page[name], { publicUrl: publicUrl(), anonKey, earliestDate: date })
    const document = await compressed(text, contentTypes[name])
    return name === 'index' ? { ...document, policy } : document
  }

  return {
    today(name) {
      const date = earliestDate(now(), shop)
      if (date !== dateOfDocuments) documents.clear()
      dateOfDocuments = date
      const made = documents.get(name) ?? make(name, date)
      documents.set(name, made)
      return made
    },
  }
}
