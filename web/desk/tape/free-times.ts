import { appointmentInterval, isFree, occupiedInterval, offeredTimes } from '../../../booking/availability.ts'
import { isClosedOn, type Shop } from '../../../booking/opening-hours.ts'
import type { Agenda } from '../../../booking/owner-api.ts'
import { minutesOfDay } from '../../../booking/time.ts'
import { meets, onDay } from './stretch.ts'

/**
 * The offered starts of a day, "HH:MM", at which the owner could still put a client: today's later ones among them,
 * which clients themselves can no longer book.
 *
 * @param movingId - the appointment that would leave its own time, if one is to be moved
 */
export function freeTimes(
  date: string,
  agenda: Agenda,
  shop: Shop,
  nowEpochMs: number,
  movingId?: string,
): string[] {
  if (isClosedOn(date, shop)) return []
  const { durationMinutes } = shop.opening
  const occupied = agenda.appointments
    .filter(({ id, status }) => status === 'confirmed' && id !== movingId)
    .map(({ starts_at, ends_at }) =>
      occupiedInterval({ startEpochMs: Date.parse(starts_at), endEpochMs: Date.parse(ends_at) }, shop),
    )
  const shut = [...agenda.closures, ...agenda.busy].flatMap((one) => onDay(one, date) ?? [])
  return offeredTimes(shop).filter((time) => {
    const from = minutesOfDay(time)
    if (shut.some((other) => meets(other, { from, to: from + durationMinutes }))) return false
    try {
      const visit = appointmentInterval({ appointment_date: date, appointment_time: time }, shop)
      return visit.startEpochMs >= nowEpochMs && isFree(visit, occupied, shop)
    } catch {
      // A clock change skips or repeats this wall time.
      return false
    }
  })
}
