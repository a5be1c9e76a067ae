import type { BlockedTime, StoredBlockedTime, WallStretch } from '../../booking/appointment.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { epochMsToWallTime, type Interval, wallTimeToEpochMs } from '../../booking/time.ts'
import type { MadeBlockedTime } from '../db/hours.ts'
import { firstDueAtMs, jobsOfBlockedTime } from './follow-up-jobs.ts'
import type { Dependencies } from './service.ts'

/** The instants between two wall times "YYYY-MM-DDTHH:MM". @throws {RangeError} when one names none, or two */
export function intervalOf({ from, to }: WallStretch, { timeZone }: Pick<Shop, 'timeZone'>): Interval {
  const instant = (wallTime: string) => {
    const [date = '', time = ''] = wallTime.split('T')
    return wallTimeToEpochMs(date, time, timeZone)
  }
  return { startEpochMs: instant(from), endEpochMs: instant(to) }
}

export function wallStretchOf(
  { startEpochMs, endEpochMs }: Interval,
  shop: Pick<Shop, 'timeZone'>,
): WallStretch {
  const wallTime = (epochMs: number) => {
    const { date, time } = epochMsToWallTime(epochMs, shop.timeZone)
    return `${date}T${time}`
  }
  return { from: wallTime(startEpochMs), to: wallTime(endEpochMs) }
}

export function createClosing({ closures, wakeOutbox, shop, now }: Dependencies) {
  const write = (by: 'owner' | 'desk') => {
    const nowEpochMs = now()
    return { nowEpochMs, followUps: jobsOfBlockedTime(by, nowEpochMs) }
  }
  return {
    /**
     * Closes a time; the appointments in it stay.
     * @throws {RangeError} when a clock change skips or repeats one of its wall times
     */
    async closeTime(wanted: Omit<BlockedTime, 'id'>): Promise<MadeBlockedTime> {
      const owed = write('desk')
      const closure = await closures.close({ ...wanted, ...intervalOf(wanted, shop) }, owed)
      wakeOutbox(firstDueAtMs(owed.followUps))
      return closure
    },

    /** Opens a closed time again; null when it is open already. */
    async reopenTime(id: string, by: 'owner' | 'desk'): Promise<StoredBlockedTime | null> {
      const owed = write(by)
      const closure = await closures.reopen(id, owed)
      if (closure) wakeOutbox(firstDueAtMs(owed.followUps))
      return closure
    },

    /** Follows the event of a closure that the owner has moved in the calendar. */
    moveClosure: (id: string, to: Interval) => closures.move(id, { ...to, ...wallStretchOf(to, shop) }),
  }
}
