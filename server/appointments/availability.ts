import {
  closedPlaces,
  countClientsLeft,
  nearestTimes,
  type OpenDay,
  openTimes,
  type Places,
} from '../../booking/availability.ts'
import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { addDays, epochMsToWallTime, type Interval } from '../../booking/time.ts'
import type { WallTime } from '../db/appointment-changes.ts'
import type { AppointmentStore } from '../db/appointments.ts'
import type { BlockedTimeStore } from '../db/hours.ts'

const nearestCount = 3
const daysSearched = 21

function around(firstDate: string, lastDate: string): Interval {
  return {
    startEpochMs: Date.parse(`${addDays(firstDate, -1)}T00:00Z`),
    endEpochMs: Date.parse(`${addDays(lastDate, 2)}T00:00Z`),
  }
}

function restOfMonth(firstDate: string): string[] {
  const { day, daysInMonth } = Temporal.PlainDate.from(firstDate)
  return Array.from({ length: daysInMonth - day + 1 }, (_, days) => addDays(firstDate, days))
}

/** The appointment that needs a time. Without it, the times are for a client's new consultation. */
export interface Visit {
  durationMinutes: number
  /** The appointment to move. Its own time is open to it. */
  id?: string
}

interface AvailabilityDeps {
  appointments: Pick<AppointmentStore, 'occupiedDuring'>
  blockedTimes: Pick<BlockedTimeStore, 'during' | 'busyDuring'>
  now: () => number
}

export function createAvailability({ appointments, blockedTimes, now }: AvailabilityDeps) {
  async function occupiedDuring(interval: Interval, places: Places, exceptId?: string): Promise<Interval[]> {
    const seated = await appointments.occupiedDuring(interval)
    const closed = await blockedTimes.during(interval)
    const busy = await blockedTimes.busyDuring(interval)
    return [
      ...seated.filter((appointment) => appointment.id !== exceptId),
      ...closedPlaces(closed, busy, places),
    ]
  }

  async function openTimesOn(shop: Shop, date: string, visit?: Visit): Promise<string[]> {
    const occupied = await occupiedDuring(around(date, date), shop.opening, visit?.id)
    const day = { date, occupied, nowEpochMs: now(), shop }
    return openTimes(visit ? { ...day, durationMinutes: visit.durationMinutes } : day)
  }

  /**
   * Omits days without open times.
   * @param from - "YYYY-MM-DD"; a day before the first bookable one counts as that one
   */
  async function openDaysFrom(shop: Shop, from: string, days: number, visit?: Visit): Promise<OpenDay[]> {
    const nowEpochMs = now()
    const earliest = earliestDate(nowEpochMs, shop)
    const first = from < earliest ? earliest : from
    const dates = Array.from({ length: days }, (_, index) => addDays(first, index))
    const interval = around(first, addDays(first, days))
    const occupied = await occupiedDuring(interval, shop.opening, visit?.id)
    const length = visit && { durationMinutes: visit.durationMinutes }
    return dates
      .map((date) => ({ date, times: openTimes({ date, occupied, nowEpochMs, shop, ...length }) }))
      .filter(({ times }) => times.length > 0)
  }

  return {
    openTimesOn,
    openDaysFrom,

    async openTimesNear(shop: Shop, wanted: WallTime, visit?: Visit): Promise<string[]> {
      const open = await openTimesOn(shop, wanted.appointment_date, visit)
      return nearestTimes(open, wanted.appointment_time, nearestCount).sort()
    },

    /** The first later day with open times; null if there's none within three weeks. */
    async openDayAfter(shop: Shop, date: string, visit?: Visit): Promise<OpenDay | null> {
      const [next] = await openDaysFrom(shop, addDays(date, 1), daysSearched, visit)
      return next ?? null
    },

    async clientsLeftThisMonth(shop: Shop): Promise<number> {
      const nowEpochMs = now()
      const today = epochMsToWallTime(nowEpochMs, shop.timeZone).date
      const dates = restOfMonth(today)
      const occupied = await occupiedDuring(around(today, dates.at(-1) ?? today), shop.opening)
      return dates.reduce((sum, date) => sum + countClientsLeft({ date, occupied, nowEpochMs, shop }), 0)
    },
  }
}

export type Availability = ReturnType<typeof createAvailability>
