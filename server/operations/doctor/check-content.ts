import { business } from '../../../site/business.ts'
import { claims, prices, slots } from '../../../site/copy/claims.ts'
import { testimonials } from '../../../site/copy/testimonials.ts'
import { opening } from '../../../site/opening.ts'
import { socialProof } from '../../../site/social-proof.ts'
import { type Finding, look, lost, thoseThatHold } from './finding.ts'

/** Everything in `site/` that a check reads, so that a test can bring its own. */
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
  const where = 'Change it in site/business.ts.'
  const links = [website.url, ...social.map(({ url }) => url)].filter(isExample)
  return [
    isExample(`${email}/`) && look(`The page shows ${email}, which is an example.`, where),
    inventedPhone.test(phone.dial) && look(`The telephone number ${phone.dial} is an example.`, where),
    /example/i.test(address.street) && look(`The address ${address.street} is an example.`, where),
    links.length > 0 && look(`These links are examples: ${links.join(', ')}.`, where),
  ]
}

const contradictions = ({ prices, slots }: Content) => [
  prices.fromInHero !== prices.fromInQuestions &&
    look(
      `The page says that suits start at ${prices.fromInHero} and at ${prices.fromInQuestions}.`,
      'Decide on one price in site/copy/claims.ts.',
    ),
  look(
    `The page says "${slots.aMonth}" and "${slots.left}".`,
    'Keep both true as the month goes by, in site/copy/claims.ts, or take them out.',
  ),
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
    look(
      `The page claims: ${claimed(claims).join(', ')}.`,
      'Be able to prove each, or change it in site/copy/claims.ts.',
    ),
    invented.length > 0 &&
      look(
        `${invented.length} testimonials are placeholders of people who do not exist.`,
        'Replace them in site/copy/testimonials.ts by clients’ own words, with their consent (16 CFR 465.2).',
      ),
    socialProof.mode === 'simulated' &&
      look(
        'The lines under the first visit ("people viewing", "slots left", "last booked") are invented.',
        "Set mode to 'live' or 'off' in site/social-proof.ts before you publish.",
      ),
  ]
}

function openingTimes({ opening }: Content) {
  const everyDay = [1, 2, 3, 4, 5, 6, 7].every((day) => opening.closedWeekdays.includes(day))
  const isShut = everyDay || opening.firstStart > opening.lastStart || opening.capacity < 1
  return (
    (isShut || opening.latestDaysAhead === 0) &&
    lost(
      'As the opening hours stand, nobody can ever book.',
      'Put them right at the desk; as long as they were never set there, in site/opening.ts.',
    )
  )
}

export const checkContent = (content: Content = contentOfSite): Finding[] =>
  thoseThatHold(
    [openingTimes(content), ...contact(content), ...contradictions(content), ...unproven(content)],
    'Nothing in site/ contradicts itself.',
  )
