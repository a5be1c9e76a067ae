import { z } from 'zod'
import { shopErrorWords as words } from '#copy/terminal.ts'
import type { Opening } from '#shop/types.ts'
import { findKindErrors, type Kinds } from '../booking/kinds.ts'
import { findOpeningFaults } from '../booking/opening-hours.ts'
import { openingSentence } from '../booking/sentences.ts'
import { epochMsToWallTime } from '../booking/time.ts'

/** Rejects an offset like -06:00, which has no daylight time. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && epochMsToWallTime(0, name) !== undefined
  } catch {
    return false
  }
}

const text = z.string(words.text)
const webAddress = z.url({ protocol: /^https?$/, error: words.url })

const facts = z.object({
  name: text,
  trade: text,
  kind: z.enum(['ClothingStore', 'MensClothingStore'], words.kind).optional(),
  geo: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }, words.geo)
    .optional(),
  address: z.object({
    street: text,
    city: text,
    region: text,
    regionName: text,
    postalCode: text,
    country: text,
  }),
  phone: z.object({ display: text, dial: z.string().regex(/^\+[1-9]\d{6,14}$/, words.dial) }),
  timeZoneName: text,
  weekBegins: z.enum(['sunday', 'monday'], words.weekBegins),
  timeZone: z.string().refine(isTimeZone, words.timeZone),
  email: z.email({ pattern: z.regexes.html5Email, error: words.email }),
  website: z.object({ label: text, url: webAddress }),
  social: z.array(z.object({ label: text, url: webAddress })).readonly(),
})

export interface ShopFacts {
  business: z.infer<typeof facts>
  opening: Opening
  kinds: Kinds
}

interface ShopError {
  file: string
  /** The fact's keys from the exported value down; empty if no single fact is meant. */
  path: PropertyKey[]
  message: string
}

export function findShopErrors({ business, opening, kinds }: ShopFacts): ShopError[] {
  const issues = facts.safeParse(business).error?.issues ?? []
  const shopError = (file: string, path: PropertyKey[], message: string) => ({ file, path, message })
  return [
    ...issues.map(({ path, message }) => shopError('business.ts', ['business', ...path], message)),
    ...findOpeningFaults(opening).map((fault) =>
      shopError('opening-hours.ts', ['opening'], openingSentence(fault)),
    ),
    ...findKindErrors(kinds).map(({ path, message }) => shopError('kinds.ts', ['kinds', ...path], message)),
  ]
}

export const formatShopError = ({ file, path, message }: ShopError): string =>
  words.inFile(file, path.slice(1).join('.'), message)
