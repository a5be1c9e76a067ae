import { earliestDate } from '../../../booking/opening-hours.ts'
import { pageFacts, withFacts } from '../../../booking/public-api.ts'
import { withTimeout } from '../../base/timeout.ts'
import { contentSecurityPolicy, deskSecurityPolicy } from '../guard/security-headers.ts'
import type { Services } from '../services.ts'
import { compressed, type Document } from './document.ts'

type Name = 'index' | 'notFound' | 'desk' | 'robots' | 'sitemap'

/** For what opens with a secret: it goes nowhere else, to no search engine, no cache, and into no Referer. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export type Pages = ReturnType<typeof createPages>

interface Settings extends Pick<Services, 'page' | 'shop' | 'publicUrl' | 'now'> {
  anonKey: string
  refresh: () => Promise<void>
}

const contentTypes: Record<Name, string> = {
  index: 'text/html; charset=utf-8',
  notFound: 'text/html; charset=utf-8',
  desk: 'text/html; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
}

/** The opening hours as last known do, when the database does not tell others by then. */
const refreshTimeoutMs = 250

/**
 * The pages in memory, filled in, compressed and ready to be sent. The facts are written into what the build has made:
 * to render the landing page here instead would take 25 MiB more at rest.
 */
export function createPages({ page, shop, anonKey, publicUrl, refresh, now }: Settings) {
  const headers: Partial<Record<Name, Record<string, string>>> = {
    index: { 'content-security-policy': contentSecurityPolicy(page.inlined.landing) },
    // It holds nothing yet: what it shows, it asks for with its session.
    desk: { ...privateHeaders, 'content-security-policy': deskSecurityPolicy(page.inlined.desk) },
  }
  let madeFor: unknown[] = []
  const documents = new Map<Name, Promise<Document>>()
  let isLate = false
  let lastReading: Promise<void> | undefined
  let lastInTime = Promise.resolve()

  async function make(name: Name): Promise<Document> {
    const facts = pageFacts(shop, now(), { publicUrl: publicUrl(), anonKey })
    return compressed(withFacts(page[name], facts), contentTypes[name], headers[name])
  }

  /**
   * The page is there without a database, too; one that hangs is not asked again until it has answered. Requests that
   * share a reading share its time, too.
   */
  function refreshInTime(): Promise<void> {
    if (isLate) return Promise.resolve()
    const reading = refresh()
    if (reading === lastReading) return lastInTime
    lastReading = reading
    lastInTime = withTimeout(refreshTimeoutMs, () => reading).catch(() => {
      isLate = true
      const answered = () => {
        isLate = false
      }
      reading.then(answered, answered)
    })
    return lastInTime
  }

  return {
    /** A document as it is now: the page has a date and the opening hours in it. Made when it is first asked for. */
    async now(name: Name): Promise<Document> {
      if (name === 'index') await refreshInTime()
      // All that the facts depend on.
      const wanted = [earliestDate(now(), shop), shop.opening, publicUrl()]
      if (wanted.some((one, index) => one !== madeFor[index])) documents.clear()
      madeFor = wanted
      const made = documents.get(name) ?? make(name)
      documents.set(name, made)
      return made
    },
  }
}
