import { isDeepStrictEqual } from 'node:util'
import type { Opening } from '#shop/types.ts'
import { findOpeningFaults, type Shop } from '../../booking/opening-hours.ts'
import { openingSentence } from '../../booking/sentences.ts'
import type { OpeningHoursStore } from '../db/hours.ts'

export class OpeningHoursError extends Error {
  override name = 'OpeningHoursError'
}

export class OpeningHoursChanged extends Error {
  override name = 'OpeningHoursChanged'
  readonly opening: Opening
  constructor(opening: Opening) {
    super('The opening hours were changed in the meantime.')
    this.opening = opening
  }
}

/**
 * The shop with its opening hours, which another process may change at any time. Each use case reads them once and
 * passes the snapshot on, so one set of hours decides about a booking.
 * @param initial - the hours until the owner sets others at the desk
 */
export function createOpeningHours(store: OpeningHoursStore, initial: Shop, now: () => number) {
  let shop = initial
  let reading: Promise<Shop> | undefined

  async function read(): Promise<Shop> {
    const opening = (await store.find()) ?? initial.opening
    // Returns the same object for the same hours, because only new ones rerender the pages.
    if (!isDeepStrictEqual(opening, shop.opening)) shop = { ...initial, opening }
    return shop
  }

  return {
    /** Reads the hours from the database. Simultaneous requests share one read. */
    current(): Promise<Shop> {
      if (!reading) {
        reading = read()
        setImmediate(() => {
          reading = undefined
        })
      }
      return reading
    },

    /** The hours as this process last read them, for pages that must work without a database. */
    lastKnown: (): Shop => shop,

    /**
     * @param seen - the value of each changed field when the owner decided, as far as the desk knows
     * @throws {OpeningHoursError} if the new hours contradict each other
     * @throws {OpeningHoursChanged}
     */
    async change(changed: Partial<Opening>, seen: Partial<Opening> = {}): Promise<Opening> {
      const change = (before: Opening) => {
        // A change whose answer was lost may arrive again. It isn't stale.
        const isStale = (name: keyof Opening) =>
          name in seen &&
          !isDeepStrictEqual(seen[name], before[name]) &&
          !isDeepStrictEqual(changed[name], before[name])
        if ((Object.keys(changed) as (keyof Opening)[]).some(isStale)) throw new OpeningHoursChanged(before)
        const after = { ...before, ...changed }
        const errors = findOpeningFaults(after).map(openingSentence)
        if (errors.length > 0) throw new OpeningHoursError(errors.join(' '))
        return after
      }
      const opening = await store.change(initial.opening, change, now())
      shop = { ...initial, opening }
      return opening
    },
  }
}

export type OpeningHours = ReturnType<typeof createOpeningHours>
