import type { Appointment } from '../../../booking/appointment.ts'
import { appointmentInterval } from '../../../booking/availability.ts'
import { createStore } from '../../ui/store.ts'
import { currentShop } from '../shop-hours.ts'

/** In this tab only, so the browser's next user doesn't see it. */
const key = 'booked'

const last = createStore<Appointment | null>(null)

/** The last booking until the visit is over, or until the visitor wants another. Both forms show it. */
export const useLastBooking = last.use

export function keepBooking(appointment: Appointment | null): void {
  last.set(appointment)
  try {
    if (appointment) sessionStorage.setItem(key, JSON.stringify(appointment))
    else sessionStorage.removeItem(key)
  } catch {
    // The browser blocks storage, so the booking shows until the visitor leaves the page.
  }
}

/** Once, after hydration. */
export function recallBooking(): void {
  try {
    const kept: Appointment | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (kept && Date.now() < appointmentInterval(kept, currentShop()).endEpochMs) last.set(kept)
  } catch {
    // Nothing was stored, or something else was.
  }
}
