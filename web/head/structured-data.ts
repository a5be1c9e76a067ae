import type { FAQPage, Graph, MensClothingStore, Offer } from 'schema-dts'
import { business, fullName } from '../../site/business.ts'
import { claims, offer, prices } from '../../site/copy/claims.ts'
import { head } from '../../site/copy/head.ts'
import { questions } from '../../site/copy/landing-page.ts'
import { opening } from '../../site/opening.ts'

const page = '%PUBLIC_URL%/'
const shopId = `${page}#shop`
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

const freeSuit: Offer = {
  '@type': 'Offer',
  name: offer.headline,
  description: `${offer.conditions}.`,
  priceCurrency: 'USD',
  offeredBy: { '@id': shopId },
}

const shop: MensClothingStore = {
  '@type': 'MensClothingStore',
  '@id': shopId,
  name: fullName,
  description: head.description,
  url: page,
  telephone: business.phone.dial,
  email: business.email,
  foundingDate: claims.since,
  priceRange: `from ${prices.fromInHero}`,
  address: {
    '@type': 'PostalAddress',
    streetAddress: business.address.street,
    addressLocality: business.address.city,
    addressRegion: business.address.region,
    postalCode: business.address.postalCode,
    addressCountry: business.address.country,
  },
  openingHours: `${openWeekdays()} ${opening.firstStart}-${closingTime()}`,
  sameAs: business.social.map(({ url }) => url),
  makesOffer: freeSuit,
  potentialAction: {
    '@type': 'ReserveAction',
    target: `${page}#book`,
    result: { '@type': 'Reservation', name: head.reservation },
  },
}

const faq: FAQPage = {
  '@type': 'FAQPage',
  mainEntity: questions.items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

function openWeekdays(): string {
  return weekdays.filter((_, index) => !opening.closedWeekdays.includes(index + 1)).join(',')
}

/** The last consultation begins at the last start, and the door is open until it ends. */
function closingTime(): string {
  const [hours = 0, minutes = 0] = opening.lastStart.split(':').map(Number)
  const end = hours * 60 + minutes + opening.durationMinutes
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * What search engines may read of the page. No rating: one that a firm gives itself is against their rules.
 *
 * @see https://developers.google.com/search/docs/appearance/structured-data/review-snippet#self-serving
 */
export const structuredData: Graph = { '@context': 'https://schema.org', '@graph': [shop, faq] }
