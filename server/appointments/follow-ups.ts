import type { Interval } from '../../booking/interval.ts'
import { reminderAtMs } from '../../booking/reminder.ts'
import type { Shop } from '../../booking/shop.ts'
import type { ChangedBy } from '../storage/appointment-changes.ts'
import type { EffectKind, OwedEffect } from './follow-up-kinds.ts'

interface Moment {
  shop: Shop
  nowEpochMs: number
}

/** None for whoever books or moves so late that the mail about it is reminder enough. */
function reminder({ startEpochMs }: Interval, { shop, nowEpochMs }: Moment): OwedEffect[] {
  const dueAtMs = reminderAtMs(startEpochMs, nowEpochMs, shop)
  return dueAtMs === null ? [] : [{ kind: 'client-reminder', dueAtMs }]
}

/** @param headStartMs - how long the caller may do what is owed before the outbox does */
export function owedForBooking(
  consultation: Interval,
  moment: Moment & { headStartMs: number },
): OwedEffect[] {
  const { nowEpochMs, headStartMs } = moment
  return [
    { kind: 'calendar-event', dueAtMs: nowEpochMs + headStartMs },
    { kind: 'business-notification', dueAtMs: nowEpochMs + headStartMs },
    { kind: 'client-invitation', dueAtMs: nowEpochMs },
    ...reminder(consultation, moment),
  ]
}

/**
 * What a change of an appointment owes. The owner makes changes in the calendar: it shows them already.
 * @param consultation - the new time, or null when it was cancelled
 */
export function owedForChange(
  consultation: Interval | null,
  moment: Moment & { by: ChangedBy },
): OwedEffect[] {
  const dueAtMs = moment.nowEpochMs
  const forOwner: EffectKind[] = moment.by === 'owner' ? [] : ['calendar-event', 'business-notification']
  return [
    ...forOwner.map((kind) => ({ kind, dueAtMs })),
    { kind: 'client-invitation', dueAtMs },
    ...(consultation ? reminder(consultation, moment) : []),
  ]
}
