import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { addDays } from '../../../booking/time.ts'
import { agendaEveryMs, agendaQuery } from '../client/agenda.ts'
import { useDay } from '../frame/use-day.ts'

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
