import type { Interval } from '../booking/interval.ts'
import type { Shop } from '../booking/shop.ts'
import type { EffectKind, OwedEffect } from './outbox/effect-kind.ts'
import type { ChangedBy } from './storage/appointment-changes.ts'

interface Moment {
  shop: Shop
  nowEpochMs: number
}

const at = (dueAtMs: number) => (kind: EffectKind) => ({ kind, dueAtMs })

/** @param headStartMs - how long the caller may do what is owed before the outbox does */
export function owedForBooking(
  _consultation: Interval,
  { nowEpochMs, headStartMs }: Moment & { headStartMs: number },
): OwedEffect[] {
  return (['calendar-event', 'business-notification'] as const).map(at(nowEpochMs + headStartMs))
}

/**
 * What a change of an appointment owes. The owner makes changes in the calendar: it shows them already.
 * @param consultation - the new time, or null when it was cancelled
 */
export function owedForChange(
  _consultation: Interval | null,
  { nowEpochMs, by }: Moment & { by: ChangedBy },
): OwedEffect[] {
  const kinds: EffectKind[] = by === 'owner' ? [] : ['calendar-event', 'business-notification']
  return kinds.map(at(nowEpochMs))
}
