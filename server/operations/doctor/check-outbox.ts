import { type OwedStore, stuckAfterAttempts } from '../../follow-ups/owed-store.ts'
import { type Finding, look, lost, thoseThatHold } from './finding.ts'

const lateMs = 10 * 60_000

/** What is owed for bookings and is not done. */
export async function checkOutbox(store: OwedStore, nowEpochMs: number): Promise<Finding[]> {
  const all = await store.owed(nowEpochMs)
  const givenUp = all.filter((row) => row.isGivenUp)
  const owed = all.filter((row) => !row.isGivenUp)
  const stuck = owed.filter((row) => row.attempts >= stuckAfterAttempts)
  const late = owed.filter((row) => row.nextAttemptAtMs < nowEpochMs - lateMs)
  const failing = owed.filter((row) => row.attempts > 0)
  const findings = thoseThatHold(
    [
      givenUp.length > 0 &&
        lost(
          `${givenUp.length} calendar entries or mails were given up, for appointments that are still to come.`,
          'Run "npm run outbox" to see which and why; call those clients, or mend it and run "npm run outbox -- retry".',
        ),
      stuck.length > 0 &&
        lost(
          `${stuck.length} calendar entries or mails keep failing.`,
          'Run "npm run outbox" to see which; mend what this list names, then "npm run outbox retry".',
        ),
      late.length > 0 &&
        lost(
          `${late.length} calendar entries or mails are overdue, and nobody tries them.`,
          'Start the server: it delivers them by itself.',
        ),
      failing.length > 0 &&
        look(
          `${failing.length} calendar entries or mails have failed and are tried again.`,
          'Look again in a while.',
        ),
    ],
    'No calendar entry and no mail waits longer than it should.',
  )
  // The first is the worst.
  return findings.slice(0, 1)
}
