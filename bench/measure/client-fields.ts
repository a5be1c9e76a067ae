import type { AppointmentFields } from '../../booking/appointment.ts'
import { addDays, minutesOfDay, timeOfMinutes } from '../../booking/time.ts'
import { opening } from '../../demo/opening-hours.ts'

const startsPerDay =
  Math.floor((minutesOfDay(opening.lastStart) - minutesOfDay(opening.firstStart)) / opening.durationMinutes) +
  1

/** The n-th of ever so many clients, each at an hour of their own: from 2030 on, hour after hour. */
export function clientFields(n: number): AppointmentFields {
  const minutes = minutesOfDay(opening.firstStart) + (n % startsPerDay) * opening.durationMinutes
  return {
    full_name: `Client ${n}`,
    email: `client-${n}@example.com`,
    phone: '(555) 123-4567',
    appointment_date: addDays('2030-01-01', Math.floor(n / startsPerDay)),
    appointment_time: timeOfMinutes(minutes),
    referral_source: 'friend',
  }
}
