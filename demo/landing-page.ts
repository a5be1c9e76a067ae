/**
 * All text on the page, from top to bottom. Change the text between the quotes; leave the words before the colons.
 * `${...}` is a number or a fact from claims.ts or business.ts.
 */
import { business } from './business.ts'
import { claims, offer, prices, slots } from './claims.ts'
import type { Design, SectionName } from './types.ts'

const withinSentence = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** The sections, from top to bottom. Leave out what you don't have. Hero, one form, and footer are always there. */
export const sections: readonly SectionName[] = [
  'visit',
  'problem',
  'book',
  'solution',
  'designs',
  'testimonials',
  'promises',
  'questions',
  'closing',
]

export const bookAction = 'Book Appointment'

export const header = {
  skipLink: 'Skip to the booking form',
  note: `By appointment in ${business.address.city}, ${business.address.regionName}, since ${claims.since}`,
}

export const hero = {
  kicker: 'Custom suits, tuxedos, and\u00a0special occasion wear',
  /** One line each, at most twelve letters: that fills a phone's width. */
  title: ['First we', 'draw you.', 'Then we cut.'],
  lead: `${claims.measurements} measurements, a paper pattern with your name on it, and a suit about ${claims.turnaround} later.`,
  /** You can delete the next three, and the badge and the price range below. */
  price: `Suits start at ${prices.fromInHero}.`,
  offer: `${offer.forWhom}: ${withinSentence(offer.headline)}`,
  slots: `${slots.aMonth}.`,
  draft: {
    lapel: 'Lapel 3½',
    chest: 'Half chest 20½',
    waist: 'Waist 18¼',
    sleeve: 'Sleeve 25¼',
    grain: 'Grain',
    piece: 'Front, cut 2',
    pattern: 'Pattern no. 0412',
  },
}

export const factsName = 'The shop at a glance'

export const facts = [
  { figure: claims.clients, label: claims.clientsLabel },
  { figure: claims.rating, label: claims.ratingLabel },
  { figure: `Since ${claims.since}`, label: 'in business' },
  { figure: claims.turnaround, label: 'from tape to suit' },
  { figure: claims.measurements, label: 'measurements' },
]

export const visit = {
  title: 'The first visit is mostly talk.',
  lead: `Plan on ${claims.consultation}. It’s free, and you don’t have to order. Bring the shoes you’ll wear, if you have them.`,
  /** Hours and minutes after the start. */
  timetable: [
    { at: '0:00', what: 'Where you’ll wear the suit, and what it needs to do there.' },
    { at: '0:20', what: 'Cloth in your hands, by the window.' },
    { at: '0:45', what: 'The tape, and how you stand.' },
    { at: '1:15', what: 'A price and a date, in writing.' },
  ],
}

export const problem = {
  title: 'Off the rack, the fitting is left to you.',
  notes: [
    {
      name: 'Generic styles',
      text: 'Drafted for an average body that has never walked in. You take the least wrong size, and it pulls at the button.',
    },
    {
      name: 'Expensive alterations',
      text: 'You pay for the suit, then you pay to undo it. A sleeve can come up. A shoulder in the wrong place mostly stays there.',
    },
    {
      name: 'Lost confidence',
      text: 'You settle the collar at the door and again at the table. By the second time, people have noticed the collar.',
    },
  ],
}

export const book = {
  title: 'Ready to Get Started?',
  lead: `Complete your booking in ${claims.booking}`,
  badge: `Join ${claims.clients} ${claims.clientsLabel}`,
  notes: [
    `${business.address.street}, ${business.address.city}`,
    `${claims.consultation}, free`,
    claims.atATime,
  ],
}

export const solution = {
  title: offer.headline,
  conditions: `${offer.conditions}.`,
  /** Words of the conditions that a tooltip explains. */
  term: offer.forWhom,
  tooltip: 'Anyone we haven’t made a suit for yet.',
  lead: `You save ${offer.savings}, depending on the fabric. Same cutter, same fittings, same fabrics. By then your pattern is drawn, and what that saves us pays for the third suit.`,
  action: 'Claim Your Free Suit Today',
  textMessage: `Or text us at ${business.phone.display}`,
  cloths:
    'Three lengths of cloth on a rail: two with plain tickets, the third with a brass ticket that says free.',
  tickets: [
    { suit: 'First', price: 'yours' },
    { suit: 'Second', price: 'yours' },
    { suit: 'Third', price: 'free' },
  ],
}

export const designs = {
  title: 'Beyond the traditional suit',
  lead: 'Your one pattern serves all three. Only the cloth, the lapel, and how much you stand out change.',
  /** Two to six. */
  plates: [
    {
      picture: 'special-occasion',
      name: 'Special occasion wear',
      text: 'Velvet, silk, or ivory wool, for the one evening it is made for.',
    },
    { picture: 'suit', name: 'Custom suits', text: 'Glen check, flannel, worsted. Monday through Sunday.' },
    { picture: 'tuxedo', name: 'Tuxedos', text: 'Midnight barathea, satin facings, a peak that stays up.' },
  ] as Design[],
}

export const testimonialsTitle = 'From the fitting room'

export const ratingLabel = 'Rated 5 out of 5'

export const promises = {
  title: 'What we put our name to',
  /** `term` is part of `text`; the tooltip explains it. */
  labels: [
    {
      name: 'Perfect fit',
      text: 'Guaranteed. Minor adjustments are free.',
      term: 'Minor adjustments',
      tooltip: 'Hem, sleeve, waist: whatever the seam allowance permits.',
    },
    {
      name: claims.returns,
      text: 'Take it home, think it over, bring it back unworn.',
      term: 'bring it back',
      tooltip: 'For a full refund. The 30 days start the day you pick it up.',
    },
    { name: 'Premium fabrics', text: 'Ask us which mill.', term: '', tooltip: '' },
    {
      name: 'Craftsmanship',
      text: 'Basted, fitted, and sewn by hand where the hand is better.',
      term: 'Basted',
      tooltip: 'Held together with white thread, so it can be tried on and taken apart again.',
    },
  ],
}

/** Icons: 'tape', 'pattern', 'cloth', 'hanger', or 'needle'. */
export const features = {
  title: 'How it is made',
  rows: [
    {
      icon: 'tape',
      feature: `${claims.measurements} measurements`,
      benefit: 'It fits the way you stand.',
      description: 'Both shoulders, both arms, your posture and your watch. A store size is three numbers.',
    },
    {
      icon: 'pattern',
      feature: 'A pattern in your name',
      benefit: 'The next suit is quicker.',
      description: 'Drafted on paper, kept on a hook, and corrected after every fitting.',
    },
    {
      icon: 'cloth',
      feature: 'Cloth you can handle',
      benefit: 'No surprises in daylight.',
      description: 'You choose at the table, from the swatch books: worsted, flannel, barathea, velvet.',
    },
    {
      icon: 'hanger',
      feature: claims.atATime,
      benefit: 'No one hurries you.',
      description: `Appointments only. The first takes ${claims.consultation}, and you can bring someone. The room is yours.`,
    },
    {
      icon: 'needle',
      feature: `Ready in about ${claims.turnaround}`,
      benefit: 'On time for the big day.',
      description: 'You have the date in writing before we cut.',
    },
  ],
} as const

/** `id` is how links on the page find an answer; one word, no spaces. */
export const questions = {
  title: 'Questions asked at the table',
  items: [
    {
      id: 'price',
      question: 'How much does a custom suit cost?',
      answer: `Suits start at ${prices.fromInQuestions}. The fabric sets the price, for a tuxedo as for a suit. You get it in writing before we cut. Half is due then, and half at pickup.`,
    },
    {
      id: 'free-suit',
      question: 'How does the free suit work?',
      answer: `Buy two suits and the third is free, for new clients only. It’s worth ${offer.worth}, so you save ${offer.savings}, depending on the fabric. Tuxedos count. The three suits are for one person, so each groomsman has an offer of his own.`,
    },
    {
      id: 'weeks',
      question: 'How long does it take?',
      answer: `About ${claims.turnaround} from the first measurements, in three visits: consultation, fitting, and pickup. Wedding sooner? Call us first.`,
    },
    {
      id: 'visit',
      question: 'What happens at the first consultation?',
      answer: `We ask where you’ll wear the suit, put fabric in your hands, and take ${claims.measurements} measurements. It takes ${claims.consultation} and it’s free.`,
    },
    {
      id: 'fit',
      question: 'What if it doesn’t fit?',
      answer: `Then we’re not finished. A perfect fit is guaranteed, minor adjustments are free, and every suit has a ${claims.returns}.`,
    },
    {
      id: 'walk-in',
      question: 'Can I just walk in?',
      answer: `No. Appointments only, so no one waits and no one is rushed. Booking takes ${claims.booking}.`,
    },
  ],
}

export const closing = {
  title: 'Ready to Transform Your Wardrobe?',
  steps: [
    { name: 'Free Consultation', text: `${claims.consultation} with the cutter. ${slots.left} this month.` },
    {
      name: 'Perfect Measurements',
      text: 'Drafted into a pattern that is yours.',
    },
    { name: offer.lastStep.name, text: `${offer.lastStep.text}, in about ${claims.turnaround}.` },
  ],
}

export const footer = {
  hours: 'Hours',
  map: 'View map',
  write: 'Email us',
  textMessage: `Text ${business.phone.display}`,
  /** Repeats in the woven band above the footer. */
  selvedge: [
    business.name,
    business.trade,
    `${business.address.city}, ${business.address.regionName}`,
    `Since ${claims.since}`,
  ],
}

/** For search engines, link previews, and the browser's tab. */
export const head = {
  title: `${business.name}, ${business.trade} in ${business.address.city}, ${business.address.regionName}`,
  description:
    `Custom suits, tuxedos, and special occasion wear in ${business.address.city}, from ${prices.fromInHero}. ` +
    `${claims.measurements} measurements, ready in about ${claims.turnaround}. Book a free consultation in ${claims.booking}.`,
  priceRange: `from ${prices.fromInHero}`,
  reservation: 'Free consultation',
  imageAlt: 'A navy jacket, its right half still a pencil draft.',
  notFoundTitle: `Page not found - ${business.name}`,
  answerTitle: (what: string) => `${what} - ${business.name}`,
}
