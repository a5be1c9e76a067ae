import { nearestTimes, openTimes } from '../../booking/availability.ts'
import { earliestDate } from '../../booking/dates.ts'
import type { Interval } from '../../booking/interval.ts'
import type { Shop } from '../../booking/shop.ts'
import { addDays } from '../../booking/wall-time.ts'
import type { ClosureStore } from './desk-ports.ts'
import type { AppointmentStore, BusyTimeStore, WallTime } from './ports.ts'

export interface OpenTimes {
  /**
   * The open times of a date "YYYY-MM-DD", each "HH:MM".
   * @param exceptId - the appointment that is to be moved, which does not stand in its own way
   */
  openTimesOn(date: string, exceptId?: string): Promise<string[]>
  /** The open times nearest to the wanted one on its date, early to late. */
  openTimesNear(wanted: WallTime, exceptId?: string): Promise<string[]>
  openTimesLeftThisMonth(): Promise<number>
}

interface Dependencies {
  appointments: Pick<AppointmentStore, 'occupiedDuring'>
  busyTimes: BusyTimeStore
  closures: Pick<ClosureStore, 'during'>
  shop: Shop
  now: () => number
}

const nearestCount = 3

/** Every instant of the dates from first to last, whatever the zone. */
function around(firstDate: string, lastDate: string): Interval {
  return {
    startEpochMs: Date.parse(`${addDays(firstDate, -1)}T00:00Z`),
    endEpochMs: Date.parse(`${addDays(lastDate, 2)}T00:00Z`),
  }
}

function restOfMonth(firstDate: string): string[] {
  const dates: string[] = []
  for (let date = firstDate; date.slice(0, 7) === firstDate.slice(0, 7); date = addDays(date, 1)) {
    dates.push(date)
  }
  return dates
}

export function createOpenTimes({ appointments, busyTimes, closures, shop, now }: Dependencies): OpenTimes {
  /** What occupies fitters; closures and the owner's other events occupy all of them. */
  async function occupiedDuring(interval: Interval, exceptId?: string): Promise<Interval[]> {
    const seated = await appointments.occupiedDuring(interval)
    const busy = [...(await busyTimes.during(interval)), ...(await closures.during(interval))]
    const allSeats = Array.from({ length: shop.opening.capacity }, () => busy).flat()
    return [...seated.filter((one) => one.id !== exceptId), ...allSeats]
  }

  async function openTimesOn(date: string, exceptId?: string): Promise<string[]> {
    const occupied = await occupiedDuring(around(date, date), exceptId)
    return openTimes({ date, occupied, nowEpochMs: now(), shop })
  }

  return {
    openTimesOn,

    async openTimesNear(wanted, exceptId) {
      const open = await openTimesOn(wanted.appointment_date, exceptId)
      return nearestTimes(open, wanted.appointment_time, nearestCount).sort()
    },

    async openTimesLeftThisMonth() {
      const nowEpochMs = now()
      const today = addDays(earliestDate(nowEpochMs, shop), -1)
      const dates = restOfMonth(today)
      const occupied = await occupiedDuring(around(today, dates.at(-1) ?? today))
      return dates.reduce((sum, date) => sum + openTimes({ date, occupied, nowEpochMs, shop }).length, 0)
    },
  }
}
