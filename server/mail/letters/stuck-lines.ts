import type { Shop } from '../../../booking/shop.ts'
import { trouble } from '../../../site/copy/mails.ts'
import type { StuckEffect } from '../../outbox/outbox-store.ts'
import { shownTime } from '../../shown-time.ts'

/** More than an owner reads. */
const linesMax = 50

/** One line for each effect that keeps failing, without anything a client has typed. */
export function stuckLines(stuck: readonly StuckEffect[], shop: Shop): string[] {
  const words: Record<string, string> = trouble.kinds
  return stuck
    .slice(0, linesMax)
    .map(({ kind, startEpochMs, fault }) =>
      trouble.waits(words[kind] ?? kind, shownTime(startEpochMs, shop), fault),
    )
}
