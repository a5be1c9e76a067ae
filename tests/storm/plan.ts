import type { AppointmentFields } from '../../booking/appointment.ts'
import { appointmentInterval } from '../../booking/availability.ts'
import { shop, weekStarts } from '../../booking/opening-hours.ts'
import { addDays, epochMsToWallTime, type Interval, minutesOfDay, timeOfMinutes } from '../../booking/time.ts'
import { between, type Random } from './random.ts'

/** One client: what is wanted, and how the page behaves. */
export interface PlannedBooking {
  fields: AppointmentFields
  interval: Interval
  /** Whether the page stays open and asks for the calendar event and the notification itself. */
  staysOpen: boolean
  /** Whether the request is sent twice at once, as an impatient client or a retrying proxy does. */
  sendsTwice: boolean
}

/** Far enough ahead that a clock that jumps some minutes changes nothing of what may be booked. */
const firstDay = 10
/** About half of those who want a time are to get one. */
const bookingsPerDayAndSeat = 10

/** What clients want: any minute of any hour, on days that fill up. */
export function planBookings(random: Random, count: number, capacity: number): PlannedBooking[] {
  const today = epochMsToWallTime(Date.now(), shop.timeZone).date
  const days = Math.max(1, Math.ceil(count / (bookingsPerDayAndSeat * capacity)))
  const [first, last] = weekStarts(shop.opening).map(minutesOfDay) as [number, number]
  return Array.from({ length: count }, (_, index) => {
    const fields = {
      full_name: `Client ${index}`,
      email: `client-${index}@example.com`,
      phone: '(555) 123-4567',
      appointment_date: addDays(today, firstDay + between(random, 0, days)),
      appointment_time: timeOfMinutes(between(random, first, last + 1)),
      referral_source: 'friend' as const,
    }
    const interval = appointmentInterval(fields, shop)
    return { fields, interval, staysOpen: random() < 0.5, sendsTwice: random() < 0.1 }
  })
}

export type Fault =
  | 'kill a server'
  | 'crash the database'
  | 'set a clock'
  | 'enter something of the owner’s'
  | 'send hostile invitations'
  | 'let two clients change places'
  | 'work at the desk'
  | 'close a time'
  | 'open it again'
  | 'shorten the hours'
  | 'lengthen the hours'
  | 'make a backup'
  | 'restore the backup'
  | 'empty the calendar and restore it'

/** What the owner does, in this order, among all that goes wrong by itself. */
const byOwner: readonly Fault[] = [
  'enter something of the owner’s',
  'send hostile invitations',
  'work at the desk',
  'close a time',
  'make a backup',
  'let two clients change places',
  'work at the desk',
  'enter something of the owner’s',
  'restore the backup',
  'shorten the hours',
  'let two clients change places',
  'work at the desk',
  'lengthen the hours',
  'empty the calendar and restore it',
  'open it again',
  'enter something of the owner’s',
  'work at the desk',
]

/** What goes wrong, in this order, spread evenly over the bookings. */
export function planFaults(random: Random, kills: number, hasDatabaseServer: boolean): Fault[] {
  const faults: Fault[] = []
  for (let kill = 1; kill <= kills; kill++) {
    faults.push('kill a server')
    if (hasDatabaseServer && kill % 5 === 0) faults.push('crash the database')
    if (random() < 0.4) faults.push('set a clock')
  }
  const places = byOwner.map((fault, index) => ({ fault, place: (index + 0.5) / byOwner.length }))
  const others = faults.map((fault, index) => ({ fault, place: (index + 1) / (faults.length + 1) }))
  return [...places, ...others].sort((a, b) => a.place - b.place).map(({ fault }) => fault)
}
