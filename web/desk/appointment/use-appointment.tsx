import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { desk } from '#copy/desk.ts'
import { lengthInMinutes } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays } from '../../../booking/time.ts'
import { agendaEveryMs, agendaQuery } from '../agenda.ts'
import { ErrorMessage, isChanged } from '../errors.tsx'
import { useDay } from '../navigation.tsx'
import { visitStretch } from '../timeline/scale.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useNow } from '../ui/hooks.ts'
import { fullDate, hoursWords, startWords, statusWords } from '../ui/words.ts'

/** Emails link to the date at that time. The owner may have moved the appointment by about this much since. */
const lookedAroundDays = 90

/** The appointment of this route; undefined while it loads, null if there's none. */
function useAppointment() {
  const { id } = useParams()
  const { agenda, date } = useDay()
  const here = agenda.appointments.find((appointment) => appointment.id === id)
  const around = useQuery({
    ...agendaQuery(addDays(date, -lookedAroundDays), addDays(date, lookedAroundDays)),
    enabled: !here,
    refetchInterval: agendaEveryMs,
  })
  // It stays open while its new date loads.
  const [last, setLast] = useState(here)
  if (here && here !== last) setLast(here)
  if (here) return here
  if (around.data) return around.data.appointments.find((appointment) => appointment.id === id) ?? null
  return last?.id === id ? last : undefined
}

export interface AppointmentDialogProps {
  appointment: DeskAppointment
  caps: string[]
}

export function WithAppointment({ open: View }: { open: ComponentType<AppointmentDialogProps> }) {
  const appointment = useAppointment()
  const { today } = useNow()
  if (appointment === undefined) return null
  if (appointment === null)
    return (
      <Dialog caps={[]} title={desk.name}>
        <p>{desk.appointment.gone}</p>
      </Dialog>
    )
  const { id, appointment_date } = appointment
  const caps = [
    appointment_date === today ? desk.today : fullDate(appointment_date),
    hoursWords(visitStretch(appointment)),
  ]
  return <View key={id} appointment={appointment} caps={caps} />
}

/** In minutes. */
export const getMinutes = ({ starts_at, ends_at }: DeskAppointment) =>
  lengthInMinutes({ startEpochMs: Date.parse(starts_at), endEpochMs: Date.parse(ends_at) })

/** The sequence that the owner decides on: the one that was open, until an error has the current one. */
export function useDecidedOn(sequence: number, error: unknown): number {
  const [seen, setSeen] = useState(sequence)
  if (isChanged(error) && seen !== sequence) setSeen(sequence)
  return seen
}

interface ChangedProps {
  error: unknown
  appointment: DeskAppointment
  /** More about another error. */
  children?: ReactNode
}

export function Changed({ error, appointment, children }: ChangedProps) {
  const { starts_at, status } = appointment
  const now = status === 'cancelled' ? statusWords(appointment) : desk.errors.expected
  return (
    <ErrorMessage error={error}>
      {isChanged(error) ? <p>{desk.errors.stands(startWords(starts_at), now)}</p> : children}
    </ErrorMessage>
  )
}
