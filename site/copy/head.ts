import { business } from '../business.ts'
import { claims, prices } from './claims.ts'

/** What search engines and messengers show of the page, and the text of the browser's tab. */
export const head = {
  title: `${business.name}, ${business.trade} in ${business.address.city}, ${business.address.regionName}`,
  description:
    `Custom suits, tuxedos and special occasion wear in ${business.address.city}, from ${prices.fromInHero}. ` +
    `${claims.measurements} measurements, ready in about ${claims.turnaround}. Book a free consultation in ${claims.booking}.`,
  priceRange: `from ${prices.fromInHero}`,
  /** What can be booked here, for search engines. */
  reservation: 'Free consultation',
  /** What the picture shows that messengers put beside a link to the page. */
  imageAlt: 'A navy jacket, its right half still a pencil draft.',
  notFoundTitle: `Page not found - ${business.name}`,
  answerTitle: (what: string) => `${what} - ${business.name}`,
}
