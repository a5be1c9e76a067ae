import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { doctor as copy } from '#copy/doctor.ts'
import type { offer } from '#shop/claims.ts'
import type { Claims, LowestPrices, Opening, SectionName, Slots } from '#shop/types.ts'
import { findOpeningFaults } from '../../../booking/opening-hours.ts'
import { openingSentence } from '../../../booking/sentences.ts'
import { compactFindings, type Finding, failure, warning } from './machine.ts'

const words = copy.content

export interface Content {
  business: {
    email: string
    phone: { dial: string; display: string }
    address: { street: string }
    website: { url: string }
    social: readonly { url: string }[]
  }
  claims: Partial<Claims>
  prices: LowestPrices
  offer: Pick<typeof offer, 'headline' | 'savings'>
  slots: Slots
  sections: readonly SectionName[]
  testimonials: readonly { name: string }[]
  reviews?: { testimonials: readonly { name: string }[] }
  opening: Opening
  socialProof: { mode: string }
}

/** Not during a test, which uses the demo shop. */
const dist = process.env.SHOP_DIST
const owners = dist && join(import.meta.dirname, '../../../shop')

/** A file as its owner wrote it, even if the page doesn't show that yet. In a container, the one it was built with. */
function read(file: string) {
  const path = owners && join(owners, file)
  return import(path && existsSync(path) ? pathToFileURL(path).href : `#shop/${file}`)
}

async function contentOfShop(): Promise<Content> {
  const files = [
    'business',
    'claims',
    'testimonials',
    'opening-hours',
    'social-proof',
    'landing-page',
    'reviews',
  ]
  return Object.assign({}, ...(await Promise.all(files.map((name) => read(`${name}.ts`)))))
}

function hasChangedSinceBuild(): boolean {
  if (!owners || !existsSync(owners)) return false
  return readdirSync(owners)
    .filter((file) => file.endsWith('.ts'))
    .some((file) => {
      const built = join(dist, 'shop', file)
      return !existsSync(built) || !readFileSync(built).equals(readFileSync(join(owners, file)))
    })
}

/** Invented people in the demo. */
const placeholders = ['Marcus Tillery', 'Daniel Okafor', 'Luis Herrera']

/** Phone numbers reserved for fiction, 555-0100 through 555-0199: https://nationalnanpa.com */
const inventedPhone = /^\+?1?\d{3}55501\d{2}$/

const isExample = (url: string) => /\.example(\/|$|@)/.test(url)

function contact({ business: { email, phone, address, website, social } }: Content) {
  const todo = words.inBusiness
  const links = [website.url, ...social.map(({ url }) => url)].filter(isExample)
  return [
    isExample(`${email}/`) && warning({ what: words.email(email), todo }),
    inventedPhone.test(phone.dial) && warning({ what: words.phone(phone.display), todo }),
    /example/i.test(address.street) && warning({ what: words.address(address.street), todo }),
    links.length > 0 && warning({ what: words.links(links.join(', ')), todo }),
  ]
}

const contradictions = ({ prices, slots }: Content) => [
  prices.fromInHero !== undefined &&
    prices.fromInQuestions !== undefined &&
    prices.fromInHero !== prices.fromInQuestions &&
    warning(words.prices(prices.fromInHero, prices.fromInQuestions)),
  slots.aMonth !== undefined && slots.left !== undefined && warning(words.slots(slots.aMonth, slots.left)),
]

/** Returns each claim with its topic, if that's known: a shop may add its own. */
function claimed(claims: Content['claims']): string[] {
  const about: Record<string, (claim: string) => string> = words.about
  const labels = new Map(Object.entries(claims))
  return Object.entries(claims)
    .filter(([name]) => !name.endsWith('Label'))
    .map(([name, claim]) => {
      const label = labels.get(`${name}Label`)
      return label ? `${claim} ${label}` : (about[name]?.(claim) ?? claim)
    })
}

function unproven({ claims, testimonials, reviews, sections, socialProof }: Content) {
  const { rating, ratingLabel = '', returns } = claims
  const quotes = [
    ...(sections.includes('testimonials') ? testimonials : []),
    ...(sections.includes('reviews') ? (reviews?.testimonials ?? []) : []),
  ]
  const invented = quotes.filter(({ name }) => placeholders.includes(name))
  return [
    claimed(claims).length > 0 && warning(words.claims(claimed(claims).join(', '))),
    rating !== undefined && !/\b(on|from|by)\b/i.test(ratingLabel) && warning(words.rating(rating)),
    returns !== undefined && warning(words.returns(returns)),
    invented.length > 0 && warning(words.testimonials(invented.length)),
    socialProof.mode === 'simulated' && warning(words.socialProof),
  ]
}

const dollars = (text: string) =>
  [...text.matchAll(/\$([\d,]+)/g)].map(([, digits = '']) => Number(digits.replaceAll(',', '')))

function offered({ offer: { headline, savings }, prices, sections }: Content) {
  if (!sections.includes('solution')) return []
  const saved = Math.max(0, ...dollars(savings))
  const price = Math.min(...dollars(Object.values(prices).join(' ')))
  return [
    /\bfree\b/i.test(headline) && warning(words.free(headline)),
    saved > price && warning(words.savings(savings, `$${price}`)),
  ]
}

function openingTimes({ opening }: Content) {
  const errors = findOpeningFaults(opening).map(openingSentence)
  return errors.length > 0 && failure(words.opening(errors.join(' ')))
}

export const checkContent = (content: Content): Finding[] =>
  compactFindings(
    [
      openingTimes(content),
      ...contact(content),
      ...contradictions(content),
      ...offered(content),
      ...unproven(content),
    ],
    words.fine,
  )

export async function checkShop(opening: Opening | null): Promise<Finding[]> {
  try {
    const content = await contentOfShop()
    const findings = checkContent(opening ? { ...content, opening } : content)
    return hasChangedSinceBuild() ? [warning(words.notBuilt), ...findings] : findings
  } catch (error) {
    return [failure(words.unreadable(error instanceof Error ? error.message : String(error)))]
  }
}
