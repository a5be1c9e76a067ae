import { doctor as copy } from '../../../copy/doctor.ts'
import { type OwedStore, stuckAfterAttempts } from '../../follow-ups/owed-store.ts'
import { type Finding, failure, thoseThatHold, warning } from './finding.ts'

const lateMs = 10 * 60_000

export async function checkOutbox(store: OwedStore, nowEpochMs: number): Promise<Finding[]> {
  const all = await store.owed(nowEpochMs)
  const givenUp = all.filter((row) => row.isGivenUp)
  const owed = all.filter((row) => !row.isGivenUp)
  const stuck = owed.filter((row) => row.attempts >= stuckAfterAttempts)
  const late = owed.filter((row) => row.nextAttemptAtMs < nowEpochMs - lateMs)
  const failing = owed.filter((row) => row.attempts > 0)
  const findings = thoseThatHold(
    [
      givenUp.length > 0 && failure(copy.owed.givenUp(givenUp.length)),
      stuck.length > 0 && failure(copy.owed.stuck(stuck.length)),
      late.length > 0 && failure(copy.owed.late(late.length)),
      failing.length > 0 && warning(copy.owed.failing(failing.length)),
    ],
    copy.owed.fine,
  )
  // The first is the worst.
  return findings.slice(0, 1)
}
