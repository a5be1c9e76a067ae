import { countClientsLeft, nearestTimes, openTimes } from '../../booking/availability.ts'
import { lengthInMinutes } from '../../booking/kinds.ts'
import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { addDays, type Interval } from '../../booking/time.ts'
import type { WallTime } from '../db/appointment-changes.ts'
import type { AppointmentStore } from '../db/appointments.ts'
import type { BlockedTimeStore } from '../db/hours.ts'

const nearestCount = 3

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

interface AvailabilityDeps {
  appointments: Pick<AppointmentStore, 'occupiedDuring'>
  blockedTimes: Pick<BlockedTimeStore, 'during' | 'busyDuring'>
  now: () => number
}

export function createAvailability({ appointments, blockedTimes, now }: AvailabilityDeps) {
  /** Blocked times and the owner's other events occupy every fitter. */
  async function occupiedDuring(
    interval: Interval,
    capacity: number,
    exceptId?: string,
  ): Promise<Interval[]> {
    const seated = await appointments.occupiedDuring(interval)
    const busy = [...(await blockedTimes.busyDuring(interval)), ...(await blockedTimes.during(interval))]
    const allSeats = Array.from({ length: capacity }, () => busy).flat()
    return [...seated.filter((one) => one.id !== exceptId), ...allSeats]
  }

  /** @param moving - the appointment to move: the times are as long as it is, and its own time is open to it */
  async function openTimesOn(
    shop: Shop,
    date: string,
    moving?: Interval & { id: string },
  ): Promise<string[]> {
    const occupied = await occupiedDuring(around(date, date), shop.opening.capacity, moving?.id)
    const day = { date, occupied, nowEpochMs: now(), shop }
    return openTimes(moving ? { ...day, durationMinutes: lengthInMinutes(moving) } : day)
  }

  return {
    openTimesOn,

    async openTimesNear(shop: Shop, wanted: WallTime): Promise<string[]> {
      const open = await openTimesOn(shop, wanted.appointment_date)
      return nearestTimes(open, wanted.appointment_time, nearestCount).sort()
    },

    async clientsLeftThisMonth(shop: Shop): Promise<number> {
      const nowEpochMs = now()
      const today = addDays(earliestDate(nowEpochMs, shop), -1)
      const dates = restOfMonth(today)
      const occupied = await occupiedDuring(around(today, dates.at(-1) ?? today), shop.opening.capacity)
      return dates.reduce((sum, date) => sum + countClientsLeft({ date, occupied, nowEpochMs, shop }), 0)
    },
  }
}

export type Availability = ReturnType<typeof createAvailability>
