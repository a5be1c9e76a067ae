import { business } from '#shop/business.ts'
import { claims, prices, slots } from '#shop/claims.ts'
import { opening } from '#shop/opening-hours.ts'
import { socialProof } from '#shop/social-proof.ts'
import { testimonials } from '#shop/testimonials.ts'
import { openingErrors } from '../../../booking/opening-hours.ts'
import { doctor as copy } from '../../../copy/doctor.ts'
import { type Finding, failure, thoseThatHold, warning } from './machine.ts'

const words = copy.content

/** Everything in `demo/` that a check reads, so that a test can bring its own. */
export interface Content {
  business: {
    email: string
    phone: { dial: string }
    address: { street: string }
    website: { url: string }
    social: readonly { url: string }[]
  }
  claims: Record<string, string>
  prices: typeof prices
  slots: typeof slots
  testimonials: readonly { name: string }[]
  opening: typeof opening
  socialProof: { mode: string }
}

export const contentOfSite: Content = { business, claims, prices, slots, testimonials, opening, socialProof }

/** The people whom the demonstration quotes; they do not exist. */
const placeholders = ['Marcus Tillery', 'Daniel Okafor', 'Luis Herrera']

/** Telephone numbers that are kept free for stories: https://nationalnanpa.com (555-0100 to 555-0199). */
const inventedPhone = /^\+?1?\d{3}55501\d{2}$/

const isExample = (url: string) => /\.example(\/|$|@)/.test(url)

function contact({ business: { email, phone, address, website, social } }: Content) {
  const todo = words.inBusiness
  const links = [website.url, ...social.map(({ url }) => url)].filter(isExample)
  return [
    isExample(`${email}/`) && warning({ what: words.email(email), todo }),
    inventedPhone.test(phone.dial) && warning({ what: words.phone(phone.dial), todo }),
    /example/i.test(address.street) && warning({ what: words.address(address.street), todo }),
    links.length > 0 && warning({ what: words.links(links.join(', ')), todo }),
  ]
}

const contradictions = ({ prices, slots }: Content) => [
  prices.fromInHero !== prices.fromInQuestions &&
    warning(words.prices(prices.fromInHero, prices.fromInQuestions)),
  warning(words.slots(slots.aMonth, slots.left)),
]

/** Each claim with what it is a figure of, where it has a label. */
function claimed(claims: Content['claims']): string[] {
  const labels = new Map(Object.entries(claims))
  return Object.entries(claims)
    .filter(([name]) => !name.endsWith('Label'))
    .map(([name, figure]) => [figure, labels.get(`${name}Label`)].filter(Boolean).join(' '))
}

function unproven({ claims, testimonials, socialProof }: Content) {
  const invented = testimonials.filter(({ name }) => placeholders.includes(name))
  return [
    warning(words.claims(claimed(claims).join(', '))),
    invented.length > 0 && warning(words.testimonials(invented.length)),
    socialProof.mode === 'simulated' && warning(words.socialProof),
  ]
}

function openingTimes({ opening }: Content) {
  const faults = openingErrors(opening)
  return faults.length > 0 && failure(words.opening(faults.join(' ')))
}

export const checkContent = (content: Content): Finding[] =>
  thoseThatHold(
    [openingTimes(content), ...contact(content), ...contradictions(content), ...unproven(content)],
    words.fine,
  )
