import type { FAQPage, Graph, MensClothingStore, Offer } from 'schema-dts'
import { business, fullName } from '#shop/business.ts'
import { claims, offer } from '#shop/claims.ts'
import { head, questions } from '#shop/landing-page.ts'
import { factMarks } from '../../booking/public-api.ts'

const page = `${factMarks.publicUrl}/`
const shopId = `${page}#shop`

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
  priceRange: head.priceRange,
  address: {
    '@type': 'PostalAddress',
    streetAddress: business.address.street,
    addressLocality: business.address.city,
    addressRegion: business.address.region,
    postalCode: business.address.postalCode,
    addressCountry: business.address.country,
  },
  openingHours: [factMarks.openingHours],
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

/** Without a rating: search engines forbid those that a firm gives itself. */
export const structuredData: Graph = { '@context': 'https://schema.org', '@graph': [shop, faq] }
