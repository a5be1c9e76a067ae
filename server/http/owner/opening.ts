import { deskErrors as words } from '#copy/errors.ts'
import { type BlockedTime, blockedTimeMaxDays } from '../../../booking/appointment.ts'
import { msPerDay } from '../../../booking/time.ts'
import { wallStretchToInterval } from '../../appointments/blocked-times.ts'
import { OpeningHoursChanged, OpeningHoursError } from '../../appointments/opening-hours.ts'
import { ApiError, invalidRequest } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Answers, checkClock, unknown } from './answers.ts'

export const shownBlockedTime = ({ id, from, to, reason, places }: BlockedTime): BlockedTime => ({
  ...{ id, from, to, reason },
  ...(places !== undefined && { places }),
})

/** When clients can come: opening hours and closed times. */
export function openingCalls(services: Services) {
  const { storage, blockedTimes, openingHours, timeZone, now } = services

  return {
    async close_time({ from, to, reason, places }) {
      const { startEpochMs, endEpochMs } = checkClock(() => wallStretchToInterval({ from, to }, timeZone))
      if (endEpochMs - startEpochMs > blockedTimeMaxDays * msPerDay) throw invalidRequest(words.closedTooLong)
      const blocked = await blockedTimes.block({
        ...{ from, to, reason: reason?.trim() ?? '' },
        ...(places != null && { places }),
      })
      const during = await storage.ownerViews.confirmedDuring(blocked, now())
      return { blocked_time: shownBlockedTime(blocked), appointments: during, was_closed: blocked.wasBlocked }
    },

    async reopen_time({ id }) {
      const blocked = await blockedTimes.unblock(id, 'desk')
      if (!blocked) throw unknown('closure')
      const others = await storage.blockedTimes.during(blocked)
      return { blocked_time: shownBlockedTime(blocked), ...(others.length > 0 && { still_closed: true }) }
    },

    opening: async () => (await openingHours.current()).opening,

    async set_opening({ before, ...changes }) {
      const given = (fields: object) =>
        Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      try {
        return await openingHours.change(given(changes), given(before ?? {}))
      } catch (error) {
        if (error instanceof OpeningHoursError) throw invalidRequest(error.message)
        if (!(error instanceof OpeningHoursChanged)) throw error
        const details = JSON.stringify(error.opening)
        throw new ApiError(409, '40001', words.openingChangedMeanwhile, { details })
      }
    },
  } satisfies Partial<Answers>
}
