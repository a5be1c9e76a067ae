import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'

/** The first and the last day of an agenda, "YYYY-MM-DD". */
interface Days {
  from: string
  to: string
}

/** An agenda with an appointment as it now stands, on whichever day; undefined where it is none of these days. */
export function withChanged(
  agenda: Agenda,
  { from, to }: Days,
  changed: DeskAppointment,
): Agenda | undefined {
  const others = agenda.appointments.filter(({ id }) => id !== changed.id)
  const { appointment_date: date } = changed
  const belongs = from <= date && date <= to
  if (!belongs && others.length === agenda.appointments.length) return undefined
  const appointments = belongs ? [...others, changed] : others
  return { ...agenda, appointments: appointments.sort((a, b) => a.starts_at.localeCompare(b.starts_at)) }
}
