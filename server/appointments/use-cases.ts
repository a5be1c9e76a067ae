import { nearestTimes, openTimes } from '../../booking/availability.ts'
import { earliestDate } from '../../booking/dates.ts'
import type { AppointmentFields } from '../../booking/fields.ts'
import { appointmentInterval, type Interval, occupiedInterval } from '../../booking/interval.ts'
import type { Shop } from '../../booking/shop.ts'
import { addDays } from '../../booking/wall-time.ts'
import type { Outbox } from '../outbox/relay.ts'
import type { ChangedBy, ChangeOutcome, ChangeStore } from '../storage/appointment-changes.ts'
import type { AppointmentStore, BookingOutcome } from '../storage/appointment-store.ts'
import type { BusyTimeStore } from '../storage/busy-times.ts'
import type { OwedEffect } from './follow-up-kinds.ts'
import { owedForBooking, owedForChange } from './follow-ups.ts'

type WallTime = Pick<AppointmentFields, 'appointment_date' | 'appointment_time'>

/** Which appointment is to be changed, as whoever asks has seen it. */
export interface Change {
  id: string
  expectedSequence: number
  by: ChangedBy
}

/** Takes bookings and changes of them, and knows which times are open. */
export interface FrontDesk {
  /**
   * Stores an appointment with what is owed for it.
   * @param headStartMs - how long the caller may do what is owed before the outbox does
   */
  book(fields: AppointmentFields, headStartMs: number): Promise<BookingOutcome>
  /** Whether the very same six fields stand booked already. @throws {RangeError} when they have no such time */
  isBooked(fields: AppointmentFields): Promise<boolean>
  /**
   * Moves an appointment to another time, whenever that is: the rules for clients are not the owner's.
   * @throws {RangeError} when a clock change skips or repeats that wall time
   */
  reschedule(change: Change & { to: WallTime }): Promise<ChangeOutcome>
  /** Cancels an appointment; its time is free for others. */
  cancel(change: Change): Promise<ChangeOutcome>
  /**
   * The open times of a date "YYYY-MM-DD", each "HH:MM".
   * @param exceptId - the appointment that is to be moved, which does not stand in its own way
   */
  openTimesOn(date: string, exceptId?: string): Promise<string[]>
  /** The open times nearest to the wanted one on its date, early to late. */
  openTimesNear(wanted: WallTime, exceptId?: string): Promise<string[]>
  /** How many open times the rest of this month has. */
  openTimesLeftThisMonth(): Promise<number>
}

interface Dependencies {
  appointments: AppointmentStore
  changes: ChangeStore
  busyTimes: BusyTimeStore
  outbox: Pick<Outbox, 'expect'>
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

export function createFrontDesk(dependencies: Dependencies): FrontDesk {
  const { appointments, changes, busyTimes, outbox, shop, now } = dependencies

  /** What occupies fitters; the owner's other events occupy all of them. */
  async function occupiedDuring(interval: Interval, exceptId?: string): Promise<Interval[]> {
    const seated = await appointments.occupiedDuring(interval)
    const busy = await busyTimes.during(interval)
    const allSeats = Array.from({ length: shop.opening.capacity }, () => busy).flat()
    return [...seated.filter((one) => one.id !== exceptId), ...allSeats]
  }

  async function openTimesOn(date: string, exceptId?: string): Promise<string[]> {
    const nowEpochMs = now()
    const occupied = await occupiedDuring(around(date, date), exceptId)
    return openTimes({ date, occupied, nowEpochMs, shop })
  }

  function expectAll(effects: readonly OwedEffect[]): void {
    for (const { dueAtMs } of effects) outbox.expect(dueAtMs)
  }

  return {
    async book(fields, headStartMs) {
      const nowEpochMs = now()
      const consultation = appointmentInterval(fields, shop)
      const effects = owedForBooking(consultation, { shop, nowEpochMs, headStartMs })
      const outcome = await appointments.book({
        fields,
        consultation,
        occupied: occupiedInterval(consultation, shop),
        capacity: shop.opening.capacity,
        nowEpochMs,
        effects,
      })
      if (outcome.status === 'booked') expectAll(effects)
      return outcome
    },

    async isBooked(fields) {
      const { startEpochMs } = appointmentInterval(fields, shop)
      return (await appointments.findByFields(fields, startEpochMs)) !== null
    },

    async reschedule({ to, ...change }) {
      const nowEpochMs = now()
      const consultation = appointmentInterval(to, shop)
      const effects = owedForChange(consultation, { shop, nowEpochMs, by: change.by })
      const outcome = await changes.reschedule({
        ...change,
        to,
        consultation,
        occupied: occupiedInterval(consultation, shop),
        capacity: shop.opening.capacity,
        nowEpochMs,
        effects,
      })
      if (outcome.status === 'changed') expectAll(effects)
      return outcome
    },

    async cancel(change) {
      const nowEpochMs = now()
      const effects = owedForChange(null, { shop, nowEpochMs, by: change.by })
      const outcome = await changes.cancel({ ...change, nowEpochMs, effects })
      if (outcome.status === 'changed') expectAll(effects)
      return outcome
    },

    openTimesOn,

    async openTimesNear(wanted, exceptId) {
      const open = await openTimesOn(wanted.appointment_date, exceptId)
      return nearestTimes(open, wanted.appointment_time, nearestCount).sort()
    },

    async openTimesLeftThisMonth() {
      const nowEpochMs = now()
      const tomorrow = earliestDate(nowEpochMs, shop)
      const today = addDays(tomorrow, -1)
      const dates = restOfMonth(today).slice(1)
      const occupied = await occupiedDuring(around(today, dates.at(-1) ?? today))
      return dates.reduce((sum, date) => sum + openTimes({ date, occupied, nowEpochMs, shop }).length, 0)
    },
  }
}
