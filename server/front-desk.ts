import { nearestTimes, openTimes } from '../booking/availability.ts'
import { earliestDate } from '../booking/dates.ts'
import type { AppointmentFields } from '../booking/fields.ts'
import { appointmentInterval, type Interval, occupiedInterval } from '../booking/interval.ts'
import type { Shop } from '../booking/shop.ts'
import { addDays } from '../booking/wall-time.ts'
import { effectKinds } from './outbox/effect-kind.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { AppointmentStore, BookingOutcome } from './storage/appointment-store.ts'

/** Takes bookings and knows which times are open. */
export interface FrontDesk {
  /**
   * Stores an appointment with what is owed for it.
   * @param headStartMs - how long the caller may do what is owed before the outbox does
   */
  book(fields: AppointmentFields, headStartMs: number): Promise<BookingOutcome>
  /** The open times of a date "YYYY-MM-DD", each "HH:MM". */
  openTimesOn(date: string): Promise<string[]>
  /** The open times nearest to the wanted one on its date. */
  openTimesNear(wanted: AppointmentFields): Promise<string[]>
  /** How many open times the rest of this month has. */
  openTimesLeftThisMonth(): Promise<number>
}

interface Dependencies {
  appointments: AppointmentStore
  outbox: Outbox
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

/** The dates from the first to the end of its month. */
function restOfMonth(firstDate: string): string[] {
  const dates: string[] = []
  for (let date = firstDate; date.slice(0, 7) === firstDate.slice(0, 7); date = addDays(date, 1)) {
    dates.push(date)
  }
  return dates
}

export function createFrontDesk({ appointments, outbox, shop, now }: Dependencies): FrontDesk {
  async function openTimesOn(date: string): Promise<string[]> {
    const nowEpochMs = now()
    const occupied = await appointments.occupiedDuring(around(date, date))
    return openTimes({ date, occupied, nowEpochMs, shop })
  }

  return {
    async book(fields, headStartMs) {
      const nowEpochMs = now()
      const consultation = appointmentInterval(fields, shop)
      const effectsDueAtMs = nowEpochMs + headStartMs
      const outcome = await appointments.book({
        fields,
        consultation,
        occupied: occupiedInterval(consultation, shop),
        capacity: shop.opening.capacity,
        nowEpochMs,
        effects: effectKinds,
        effectsDueAtMs,
      })
      if (outcome.status === 'booked') outbox.expect(effectsDueAtMs)
      return outcome
    },

    openTimesOn,

    async openTimesNear(wanted) {
      const open = await openTimesOn(wanted.appointment_date)
      return nearestTimes(open, wanted.appointment_time, nearestCount)
    },

    async openTimesLeftThisMonth() {
      const nowEpochMs = now()
      const tomorrow = earliestDate(nowEpochMs, shop)
      const today = addDays(tomorrow, -1)
      const dates = restOfMonth(today).slice(1)
      const occupied = await appointments.occupiedDuring(around(today, dates.at(-1) ?? today))
      return dates.reduce((sum, date) => sum + openTimes({ date, occupied, nowEpochMs, shop }).length, 0)
    },
  }
}
