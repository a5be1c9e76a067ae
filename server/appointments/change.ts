import { appointmentInterval, occupiedInterval } from '../../booking/availability.ts'
import type { Dependencies } from './dependencies.ts'
import { firstDueAtMs, followUpsOfChange } from './follow-ups.ts'
import type { Change, ChangeOutcome, WallTime } from './ports.ts'

type Move = Change & { to: WallTime }

export function createChange({ changes, wakeOutbox, shop, now }: Dependencies) {
  /** Several, of which none stands in another's way: they may change places. */
  async function rescheduleTogether(moves: readonly Move[]): Promise<ChangeOutcome[]> {
    const nowEpochMs = now()
    const requests = moves.map((move) => {
      const consultation = appointmentInterval(move.to, shop)
      const followUps = followUpsOfChange(consultation, { shop, nowEpochMs, by: move.by })
      const occupied = occupiedInterval(consultation, shop)
      return { ...move, consultation, occupied, capacity: shop.opening.capacity, nowEpochMs, followUps }
    })
    const outcomes = await changes.reschedule(requests)
    wakeOutbox(Math.min(...requests.map(({ followUps }) => firstDueAtMs(followUps))))
    return outcomes
  }

  return {
    rescheduleTogether,

    /**
     * Moves an appointment to another time, whenever that is: the rules for clients are not the owner's.
     * @throws {RangeError} when a clock change skips or repeats that wall time
     */
    async reschedule(move: Move): Promise<ChangeOutcome> {
      const [outcome = { status: 'stale' }] = await rescheduleTogether([move])
      return outcome
    },

    async cancel(change: Change): Promise<ChangeOutcome> {
      const nowEpochMs = now()
      const followUps = followUpsOfChange(null, { shop, nowEpochMs, by: change.by })
      const outcome = await changes.cancel({ ...change, nowEpochMs, followUps })
      if (outcome.status === 'changed') wakeOutbox(firstDueAtMs(followUps))
      return outcome
    },
  }
}
