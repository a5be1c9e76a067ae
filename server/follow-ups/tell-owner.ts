import { troubleFor } from '../appointments/follow-ups.ts'
import { type FollowUpJob, type OwedStore, stuckAfterAttempts } from './owed-store.ts'

/** One notice tells of everything that is stuck; the next of what has joined it. */
const noticeEveryMs = 6 * 60 * 60_000

/** Owes the owner a notice, by the other channel, when a follow-up keeps failing. @returns whether it may be due */
export function tellOwnerOfTrouble(owed: Pick<OwedStore, 'addNotice'>, now: () => number) {
  return async (job: FollowUpJob): Promise<boolean> => {
    const notice = troubleFor(job.kind)
    if (notice === null || job.attempts < stuckAfterAttempts) return false
    await owed.addNotice(job, notice, now(), now() - noticeEveryMs)
    return true
  }
}
