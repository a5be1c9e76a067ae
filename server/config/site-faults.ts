import { z } from 'zod'
import { openingFaults } from '../../booking/opening-faults.ts'
import { epochMsToWallTime } from '../../booking/wall-time.ts'
import { siteFaultWords as words } from '../../site/copy/setting-faults.ts'
import type { Opening } from '../../site/opening.ts'

function isTimeZone(name: string): boolean {
  try {
    return epochMsToWallTime(0, name) !== undefined
  } catch {
    return false
  }
}

const webAddress = z.url({ protocol: /^https?$/, error: words.url })

/** Of the facts in site/business.ts those that programs read, and not only people. */
const facts = z.object({
  timeZone: z.string().refine(isTimeZone, words.timeZone),
  email: z.email({ pattern: z.regexes.html5Email, error: words.email }),
  website: z.object({ url: webAddress }),
  social: z.array(z.object({ url: webAddress })).readonly(),
})

export interface SiteFacts {
  business: z.infer<typeof facts>
  opening: Opening
}

/** What nobody could book with, or write to, as it stands in site/: a sentence for each, with the place where it stands. */
export function siteFaults({ business, opening }: SiteFacts): string[] {
  const { error } = facts.safeParse(business)
  const inBusiness = error?.issues.map(({ path, message }) => words.inBusiness(path.join('.'), message)) ?? []
  return [...inBusiness, ...openingFaults(opening).map(words.inOpening)]
}
