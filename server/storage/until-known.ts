import { setTimeout as sleep } from 'node:timers/promises'
import { OutcomeUnknown, StorageUnavailable } from '../appointments/ports.ts'

/** A visitor waits so long for a database that comes back. */
const lookMostMs = 5000
const lookEveryMs = 200

/**
 * Does work that comes to the same when it is done again, and does it again where nobody knows whether it was kept.
 * @param work - told whether it may be done already, because an answer to it was lost
 * @throws {OutcomeUnknown} when the database does not come back in time to tell
 */
export async function untilKnown<T>(work: (mayBeDone: boolean) => Promise<T>): Promise<T> {
  let unknown: OutcomeUnknown | undefined
  const giveUpAt = performance.now() + lookMostMs
  for (;;) {
    try {
      return await work(unknown !== undefined)
    } catch (error) {
      if (error instanceof OutcomeUnknown) unknown = error
      if (!unknown || !(error instanceof StorageUnavailable)) throw error
      if (performance.now() > giveUpAt) throw unknown
      await sleep(lookEveryMs)
    }
  }
}
