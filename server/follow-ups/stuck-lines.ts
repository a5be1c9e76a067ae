import { shownTime } from '../../booking/date-words.ts'
import type { TroublingKind } from '../../booking/follow-up-kinds.ts'
import type { Shop } from '../../booking/shop.ts'
import { trouble } from '../../site/copy/mails.ts'
import type { StuckFollowUp } from './owed-store.ts'

/** More than an owner reads. */
const linesMax = 50

/** One line for each follow-up that keeps failing, without anything a client has typed. */
export function stuckLines(stuck: readonly StuckFollowUp[], shop: Shop): string[] {
  const words: Record<TroublingKind, string> = trouble.kinds
  return stuck.slice(0, linesMax).map(({ kind, startEpochMs, fault, isGivenUp }) => {
    const tell = trouble[isGivenUp ? 'givenUp' : 'waits']
    return tell(words[kind], shownTime(startEpochMs, shop), fault || trouble.noFault)
  })
}
