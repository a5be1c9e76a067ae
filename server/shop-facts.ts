import { z } from 'zod'
import type { Opening } from '#shop/types.ts'
import { type Kinds, kindErrors } from '../booking/kinds.ts'
import { openingErrors } from '../booking/opening-hours.ts'
import { epochMsToWallTime } from '../booking/time.ts'
import { shopErrorWords as words } from '../copy/terminal.ts'

/** Rejects an offset like -06:00, which has no summer time: half the year, clients would come an hour off. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && epochMsToWallTime(0, name) !== undefined
  } catch {
    return false
  }
}

/** Without it, pages and emails would say "undefined". */
const text = z.string(words.text)

const webAddress = z.url({ protocol: /^https?$/, error: words.url })

const facts = z.object({
  name: text,
  trade: text,
  address: z.object({
    street: text,
    city: text,
    region: text,
    regionName: text,
    postalCode: text,
    country: text,
  }),
  phone: z.object({ display: text, dial: z.string().regex(/^\+?\d+$/, words.dial) }),
  timeZoneName: text,
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

/** A fact that no one could book with, or write to. */
export interface ShopError {
  /** In the shop's folder. */
  file: string
  /** Its keys from the exported value down; empty when it isn't one of them alone. */
  path: PropertyKey[]
  message: string
}

export function shopErrors({ business, opening, kinds }: ShopFacts): ShopError[] {
  const { error } = facts.safeParse(business)
  const inBusiness =
    error?.issues.map(({ path, message }) => ({
      file: 'business.ts',
      path: ['business', ...path],
      message,
    })) ?? []
  const inOpening = openingErrors(opening).map((message) => ({
    file: 'opening-hours.ts',
    path: ['opening'],
    message,
  }))
  const inKinds = kindErrors(kinds).map(({ path, message }) => ({
    file: 'kinds.ts',
    path: ['kinds', ...path],
    message,
  }))
  return [...inBusiness, ...inOpening, ...inKinds]
}

/** The error as a sentence that says where it is. */
export const shopErrorText = ({ file, path, message }: ShopError): string =>
  words.inFile(file, path.slice(1).join('.'), message)
