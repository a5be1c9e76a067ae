import type { BlockedTime, StoredBlockedTime, WallStretch } from '../../booking/appointment.ts'
import { epochMsToWallTime, type Interval, wallTimeToEpochMs } from '../../booking/time.ts'
import type { BlockedTimeStore, NewBlockedTime } from '../db/hours.ts'
import { firstDueAtMs, jobsForBlockedTime } from './follow-up-jobs.ts'
import type { WakeWorker } from './service.ts'

/** @throws {RangeError} if a clock change skips or repeats one of the wall times "YYYY-MM-DDTHH:MM" */
export function wallStretchToInterval({ from, to }: WallStretch, timeZone: string): Interval {
  const instant = (wallTime: string) => {
    const [date = '', time = ''] = wallTime.split('T')
    return wallTimeToEpochMs(date, time, timeZone)
  }
  return { startEpochMs: instant(from), endEpochMs: instant(to) }
}

export function intervalToWallStretch({ startEpochMs, endEpochMs }: Interval, timeZone: string): WallStretch {
  const wallTime = (epochMs: number) => {
    const { date, time } = epochMsToWallTime(epochMs, timeZone)
    return `${date}T${time}`
  }
  return { from: wallTime(startEpochMs), to: wallTime(endEpochMs) }
}

interface BlockedTimesDeps {
  blockedTimes: Pick<BlockedTimeStore, 'block' | 'unblock' | 'move'>
  wakeWorker: WakeWorker
  timeZone: string
  now: () => number
}

export function createBlockedTimes({ blockedTimes, wakeWorker, timeZone, now }: BlockedTimesDeps) {
  const write = (actor: 'calendar' | 'desk') => {
    const nowEpochMs = now()
    return { nowEpochMs, jobs: jobsForBlockedTime(actor, nowEpochMs) }
  }
  return {
    /**
     * Closes a time for new bookings. The appointments in it stay.
     * @throws {RangeError} like `wallStretchToInterval()`
     */
    async block(wanted: Omit<BlockedTime, 'id'>): Promise<NewBlockedTime> {
      const written = write('desk')
      const blocked = await blockedTimes.block(
        { ...wanted, ...wallStretchToInterval(wanted, timeZone) },
        written,
      )
      wakeWorker(firstDueAtMs(written.jobs))
      return blocked
    },

    /** @returns null if the time isn't closed anymore */
    async unblock(id: string, actor: 'calendar' | 'desk'): Promise<StoredBlockedTime | null> {
      const written = write(actor)
      const blocked = await blockedTimes.unblock(id, written)
      if (blocked) wakeWorker(firstDueAtMs(written.jobs))
      return blocked
    },

    move: (id: string, to: Interval) =>
      blockedTimes.move(id, { ...to, ...intervalToWallStretch(to, timeZone) }),
  }
}

export type BlockedTimes = ReturnType<typeof createBlockedTimes>
