import { clientsLeft, nearestTimes, openTimes } from '../../booking/availability.ts'
import { earliestDate } from '../../booking/opening-hours.ts'
import { addDays, type Interval } from '../../booking/time.ts'
import type { WallTime } from '../db/appointment-changes.ts'
import type { Dependencies } from './service.ts'

const nearestCount = 3

/** Every instant of the dates from first to last, whatever the zone. */
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

export function createOpenTimes({ appointments, closures, shop, now }: Dependencies) {
  /** What occupies fitters; closures and the owner's other events occupy all of them. */
  async function occupiedDuring(interval: Interval, exceptId?: string): Promise<Interval[]> {
    const seated = await appointments.occupiedDuring(interval)
    const busy = [...(await closures.busyDuring(interval)), ...(await closures.during(interval))]
    const allSeats = Array.from({ length: shop.opening.capacity }, () => busy).flat()
    return [...seated.filter((one) => one.id !== exceptId), ...allSeats]
  }

  /**
   * The open times of a date "YYYY-MM-DD", each "HH:MM".
   * @param exceptId - the appointment that is to be moved, which does not stand in its own way
   */
  async function openTimesOn(date: string, exceptId?: string): Promise<string[]> {
    const occupied = await occupiedDuring(around(date, date), exceptId)
    return openTimes({ date, occupied, nowEpochMs: now(), shop })
  }

  return {
    openTimesOn,

    /** The open times nearest to the wanted one on its date, early to late. */
    async openTimesNear(wanted: WallTime, exceptId?: string): Promise<string[]> {
      const open = await openTimesOn(wanted.appointment_date, exceptId)
      return nearestTimes(open, wanted.appointment_time, nearestCount).sort()
    },

    async clientsLeftThisMonth(): Promise<number> {
      const nowEpochMs = now()
      const today = addDays(earliestDate(nowEpochMs, shop), -1)
      const dates = restOfMonth(today)
      const occupied = await occupiedDuring(around(today, dates.at(-1) ?? today))
      return dates.reduce((sum, date) => sum + clientsLeft({ date, occupied, nowEpochMs, shop }), 0)
    },
  }
}
