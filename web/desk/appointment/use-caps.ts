import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useNow } from '../client/clock.ts'
import { visitStretch } from '../tape/stretch.ts'
import { fullDate, hoursWords } from '../ui/words.ts'

/** The line above a sheet on an appointment: its day and its hours. */
export function useCaps(appointment: DeskAppointment | null | undefined): string[] {
  const { today } = useNow()
  if (!appointment) return []
  const { appointment_date } = appointment
  return [
    appointment_date === today ? desk.today : fullDate(appointment_date),
    hoursWords(visitStretch(appointment)),
  ]
}
