import { business } from '../business.ts'

/** What search engines and messengers show of the page, and the text of the browser's tab. */
export const head = {
  title: `${business.name}, ${business.trade} in ${business.address.city}, Texas`,
  description:
    'Custom suits, tuxedos and special occasion wear in Dallas, from $795. ' +
    '30+ measurements, ready in about 3-4 weeks. Book a free consultation in under 2 minutes.',
  /** What the picture shows that messengers put beside a link to the page. */
  imageAlt: 'A navy jacket, its right half still a pencil draft.',
  notFoundTitle: `Page not found - ${business.name}`,
  answerTitle: `Your consultation - ${business.name}`,
}
