import { isDeepStrictEqual } from 'node:util'
import { openingErrors, type Shop } from '../../booking/opening-hours.ts'
import type { Opening } from '../../demo/types.ts'
import type { OpeningHoursStore } from '../db/hours.ts'

/** Opening hours that cannot be in force; the message says why. */
export class OpeningHoursError extends Error {
  override name = 'OpeningFault'
}

/** Another desk has set a field meanwhile otherwise than it was seen. */
export class OpeningHoursChanged extends Error {
  override name = 'OpeningChanged'
  readonly opening: Opening
  constructor(opening: Opening) {
    super('The opening hours were changed meanwhile.')
    this.opening = opening
  }
}

/** @param initial - the shop as demo/ describes it; its hours are in force until the owner sets others at the desk */
export function createOpeningHours(store: OpeningHoursStore, initial: Shop, now: () => number) {
  let { opening } = initial
  let reading: Promise<void> | undefined
  let begun = 0
  let newest = 0

  async function read(): Promise<void> {
    begun += 1
    const own = begun
    const found = (await store.find()) ?? initial.opening
    // One that is answered late covers nothing that was found or changed since it began.
    if (own < newest) return
    newest = own
    opening = found
  }

  /** The shop with the opening hours as they were last read. */
  const shop: Shop = {
    timeZone: initial.timeZone,
    get opening() {
      return opening
    },
  }

  return {
    shop,

    /** Reads them: another process may have changed them. To be awaited before something is decided by them. */
    refresh(): Promise<void> {
      if (!reading) {
        reading = read()
        // Requests that have arrived together share one reading.
        setImmediate(() => {
          reading = undefined
        })
      }
      return reading
    },

    /**
     * @param seen - what each changed field was when that was decided, as far as it is known
     * @throws {OpeningFault} when they would contradict each other
     * @throws {OpeningChanged} when a field is another by now than it was seen
     */
    async setOpening(changed: Partial<Opening>, seen: Partial<Opening> = {}): Promise<Opening> {
      const change = (before: Opening) => {
        // One whose answer was lost may come again.
        const isStale = (name: keyof Opening) =>
          name in seen &&
          !isDeepStrictEqual(seen[name], before[name]) &&
          !isDeepStrictEqual(changed[name], before[name])
        if ((Object.keys(changed) as (keyof Opening)[]).some(isStale)) throw new OpeningHoursChanged(before)
        const after = { ...before, ...changed }
        const faults = openingErrors(after)
        if (faults.length > 0) throw new OpeningHoursError(faults.join(' '))
        return after
      }
      opening = await store.change(initial.opening, change, now())
      newest = begun + 1
      return opening
    },
  }
}

export type OpeningHours = ReturnType<typeof createOpeningHours>
