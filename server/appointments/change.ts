import { appointmentInterval, occupiedInterval } from '../../booking/interval.ts'
import type { Shop } from '../../booking/shop.ts'
import { firstDueAtMs, followUpsOfChange } from './follow-ups.ts'
import type { Change, ChangeOutcome, ChangeStore, WakeOutbox, WallTime } from './ports.ts'

export interface ChangeAppointment {
  /**
   * Moves an appointment to another time, whenever that is: the rules for clients are not the owner's.
   * @throws {RangeError} when a clock change skips or repeats that wall time
   */
  reschedule(change: Change & { to: WallTime }): Promise<ChangeOutcome>
  /** Cancels an appointment; its time is free for others. */
  cancel(change: Change): Promise<ChangeOutcome>
}

interface Dependencies {
  changes: Pick<ChangeStore, 'reschedule' | 'cancel'>
  wakeOutbox: WakeOutbox
  shop: Shop
  now: () => number
}

export function createChange({ changes, wakeOutbox, shop, now }: Dependencies): ChangeAppointment {
  return {
    async reschedule(change) {
      const nowEpochMs = now()
      const consultation = appointmentInterval(change.to, shop)
      const followUps = followUpsOfChange(consultation, { shop, nowEpochMs, by: change.by })
      const outcome = await changes.reschedule({
        ...change,
        consultation,
        occupied: occupiedInterval(consultation, shop),
        capacity: shop.opening.capacity,
        nowEpochMs,
        followUps,
      })
      if (outcome.status === 'changed') wakeOutbox(firstDueAtMs(followUps))
      return outcome
    },

    async cancel(change) {
      const nowEpochMs = now()
      const followUps = followUpsOfChange(null, { shop, nowEpochMs, by: change.by })
      const outcome = await changes.cancel({ ...change, nowEpochMs, followUps })
      if (outcome.status === 'changed') wakeOutbox(firstDueAtMs(followUps))
      return outcome
    },
  }
}
