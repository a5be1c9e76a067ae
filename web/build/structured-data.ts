import type { ClothingStore, FAQPage, Graph, Offer, OpeningHoursSpecification } from 'schema-dts'
import { business, fullName } from '#shop/business.ts'
import { claims, offer } from '#shop/claims.ts'
import { head, questions, sections } from '#shop/landing-page.ts'
import shareImage from '#shop/pictures/rendered/share.jpg'
import type { BusinessForSearch } from '#shop/types.ts'
import { factMarks } from '../../booking/public-api.ts'

const page = `${factMarks.publicUrl}/`
const shopId = `${page}#shop`

/** A shop can leave out the price range. */
const { priceRange }: { title: string; priceRange?: string } = head

const freeSuit: Offer = {
  '@type': 'Offer',
  name: offer.headline,
  description: `${offer.conditions}.`,
  priceCurrency: 'USD',
  offeredBy: { '@id': shopId },
}

/** A shop can leave out both. */
const { kind = 'ClothingStore', geo }: BusinessForSearch = business

const shop: ClothingStore = {
  '@type': kind as 'ClothingStore',
  '@id': shopId,
  name: fullName,
  description: head.description,
  url: page,
  image: `${factMarks.publicUrl}${shareImage}`,
  ...(geo && { geo: { '@type': 'GeoCoordinates', ...geo } }),
  telephone: business.phone.dial,
  email: business.email,
  ...(claims.since && { foundingDate: claims.since }),
  ...(priceRange && { priceRange }),
  address: {
    '@type': 'PostalAddress',
    streetAddress: business.address.street,
    addressLocality: business.address.city,
    addressRegion: business.address.region,
    postalCode: business.address.postalCode,
    addressCountry: business.address.country,
  },
  // A mark that the server fills in.
  openingHoursSpecification: [factMarks.openingHours as unknown as OpeningHoursSpecification],
  sameAs: business.social.map(({ url }) => url),
  ...(sections.includes('solution') && { makesOffer: freeSuit }),
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

/** No rating: search engines forbid those that a firm gives itself. */
const graph: Graph = {
  '@context': 'https://schema.org',
  '@graph': sections.includes('questions') ? [shop, faq] : [shop],
}

/** Becomes JSON once the server has inserted the hours. */
export const structuredData = JSON.stringify(graph)
  .replace(`"${factMarks.openingHours}"`, factMarks.openingHours)
  .replaceAll('<', '\\u003c')
