import type { Claims, LowestPrices, Slots } from './types.ts'

/**
 * The claims on the page. Each must be true of your shop before you publish it. For the rating, be ready to give its
 * source (Google, Yelp), or take it out. For returns, put the terms in writing: custom goods rarely come back. The page
 * repeats them, so change them only here. Delete the line of each that you don't claim, except `consultation`: the build
 * then lists the texts that used it.
 */
export const claims: Claims = {
  clients: '500+',
  clientsLabel: 'satisfied clients',
  rating: '4.9/5',
  ratingLabel: 'average rating',
  since: '2012',
  turnaround: '3-4 weeks',
  measurements: '30+',
  consultation: '60-90 minutes',
  returns: '30-day return',
  booking: 'under 2 minutes',
  atATime: 'One client at a time',
}

/**
 * The lowest price of a suit. The hero and the questions have different prices ($795 and $800), both as specified. Make
 * them the same once you know which one is right.
 */
export const prices: LowestPrices = {
  fromInHero: '$795',
  fromInQuestions: '$800',
}

/**
 * Consultations a month. One place says 12, another says 8 left. Both can be true: 12 new clients a month, and 8 of those
 * slots still open. Update `left` during the month.
 */
export const slots: Slots = {
  aMonth: '12 new-client slots a month',
  left: '8 slots left',
}

const forWhom = 'New clients'

/**
 * The free suit. It's on the page only while landing-page.ts lists the section 'solution'. Under the FTC's guide on "free"
 * offers (16 CFR 251.1):
 * - `conditions` must be next to the headline, not in a footnote (c).
 * - The two bought suits can't cost more because of it (b).
 * - One trade area may see the offer for at most 6 months in 12, with 30 days between offers and at most 3 a year (h).
 * `savings` goes beyond the lowest price that the page names: say how you get there, or lower it.
 */
export const offer = {
  headline: 'Buy two suits, get a third free.',
  forWhom,
  conditions: `${forWhom} only, when you buy two suits. The third suit is worth up to $1,200`,
  worth: 'up to about $1,200',
  savings: '$800-$1,200',
  lastStep: { name: 'Get 3 Perfect Suits', text: 'Two you buy, a third free' },
}
