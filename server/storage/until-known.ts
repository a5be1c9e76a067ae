import { setTimeout as sleep } from 'node:timers/promises'
import { OutcomeUnknown, StorageUnavailable } from '../appointments/ports.ts'

/** A visitor waits so long for a database that comes back. */
const lookMostMs = 5000
const lookEveryMs = 200

/**
 * Does work that comes to the same when it is done again, and does it again where nobody knows whether it was kept.
 * @param onUnknown - called before it is done again because an answer was lost
 * @throws {OutcomeUnknown} when the database does not come back in time to tell
 */
export async function untilKnown<T>(work: () => Promise<T>, onUnknown = () => {}): Promise<T> {
  let unknown: OutcomeUnknown | undefined
  const giveUpAt = performance.now() + lookMostMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof OutcomeUnknown) {
        unknown = error
        onUnknown()
      }
      if (!unknown || !(error instanceof StorageUnavailable)) throw error
      if (performance.now() > giveUpAt) throw unknown
      await sleep(lookEveryMs)
    }
  }
}
