import { z } from 'zod'
import type { Opening } from '#shop/types.ts'
import { type Kinds, kindErrors } from '../booking/kinds.ts'
import { openingErrors } from '../booking/opening-hours.ts'
import { epochMsToWallTime } from '../booking/time.ts'
import { shopErrorWords as words } from '../copy/terminal.ts'

/** Rejects an offset like -06:00, which has no summer time. */
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
})

const links = z.array(z.object({ label: text, url: webAddress })).readonly()

export interface ShopFacts {
  business: z.infer<typeof facts>
  social: z.infer<typeof links>
  opening: Opening
  kinds: Kinds
}

interface ShopError {
  file: string
  /** Its keys from the exported value down; empty when it isn't one of them alone. */
  path: PropertyKey[]
  message: string
}

export function shopErrors({ business, social, opening, kinds }: ShopFacts): ShopError[] {
  const issues =
    z.object({ business: facts, social: links }).safeParse({ business, social }).error?.issues ?? []
  const shopError = (file: string, path: PropertyKey[], message: string) => ({ file, path, message })
  return [
    ...issues.map(({ path, message }) => shopError('business.ts', path, message)),
    ...openingErrors(opening).map((message) => shopError('opening-hours.ts', ['opening'], message)),
    ...kindErrors(kinds).map(({ path, message }) => shopError('kinds.ts', ['kinds', ...path], message)),
  ]
}

/** As owners read it in the file. Most files and messages are about one group of facts, which needs no name. */
export const factName = (path: readonly PropertyKey[]): string =>
  (path[0] === 'social' ? path : path.slice(1)).map(String).join('.')

export const shopErrorText = ({ file, path, message }: ShopError): string =>
  words.inFile(file, factName(path), message)
