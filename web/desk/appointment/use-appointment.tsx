import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { agendaEveryMs, agendaQuery } from '../agenda.ts'
import { ErrorMessage, isChanged } from '../errors.tsx'
import { useDay } from '../navigation.tsx'
import { visitStretch } from '../timeline/scale.ts'
import { useNow } from '../ui/hooks.ts'
import { fullDate, hoursWords, standing, startWords } from '../ui/words.ts'

/** A mail names the day it knew; since then the appointment can have been moved within about this time. */
const lookedAroundDays = 90

/** The appointment of the address; undefined while it is looked for, null when it is not to be found. */
export function useAppointment() {
  const { id } = useParams()
  const { agenda, date } = useDay()
  const here = agenda.appointments.find((one) => one.id === id)
  const around = useQuery({
    ...agendaQuery(addDays(date, -lookedAroundDays), addDays(date, lookedAroundDays)),
    enabled: !here,
    refetchInterval: agendaEveryMs,
  })
  // Whoever has it open goes on while it is looked for on another day.
  const [last, setLast] = useState(here)
  if (here && here !== last) setLast(here)
  if (here) return here
  if (around.data) return around.data.appointments.find((one) => one.id === id) ?? null
  return last?.id === id ? last : undefined
}

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

/** The sequence that is decided on: as it was when the sheet was opened, until it is said what has changed since. */
export function useDecidedOn(sequence: number, error: unknown): number {
  const [seen, setSeen] = useState(sequence)
  if (isChanged(error) && seen !== sequence) setSeen(sequence)
  return seen
}

/** Why a change of an appointment was not done; when somebody was faster, what has become of it. */
export function Changed({ error, appointment }: { error: unknown; appointment: DeskAppointment }) {
  const { starts_at, status } = appointment
  return (
    <ErrorMessage error={error}>
      {isChanged(error) && (
        <p>
          {desk.faults.stands(
            startWords(starts_at),
            status === 'cancelled' ? standing(appointment) : desk.faults.expected,
          )}
        </p>
      )}
    </ErrorMessage>
  )
}
