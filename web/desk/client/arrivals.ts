import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import { dayWords, timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { createStore } from '../../ui/store.ts'
import { announce } from '../ui/announcer.tsx'

const newForMs = 10_000

/** Ids of the appointments that have just come in. */
const arrived = createStore<ReadonlySet<string>>(new Set())

export const useHasArrived = (id: string) => arrived.use((ids) => ids.has(id))

const words = ({ full_name, appointment_date, appointment_time }: DeskAppointment) =>
  `${desk.day.fresh}: ${full_name}, ${dayWords(appointment_date)}, ${timeWords(appointment_time)}`

/** Marks and announces what an agenda has that it had not when it was last fetched. */
export function noteArrivals(before: Agenda | undefined, after: Agenda): void {
  if (!before) return
  const known = new Set(before.appointments.map(({ id }) => id))
  const fresh = after.appointments.filter(({ id, status }) => status === 'confirmed' && !known.has(id))
  if (fresh.length === 0) return
  arrived.set(new Set([...arrived.get(), ...fresh.map(({ id }) => id)]))
  announce(fresh.map(words).join('. '))
  setTimeout(() => {
    const rest = new Set(arrived.get())
    for (const { id } of fresh) rest.delete(id)
    arrived.set(rest)
  }, newForMs)
}
