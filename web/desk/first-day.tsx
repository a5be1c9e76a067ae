import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, mondayOf } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { agendaQuery, keptAppointments } from './client/agenda.ts'
import { useNow } from './client/clock.ts'
import { Fault } from './client/shown-fault.tsx'
import { useLastFault } from './client/use-last-fault.ts'
import { dayRoute } from './navigation/paths.ts'
import { goTo } from './navigation/steps.ts'

const lookedAheadDays = 60

/** A slower answer is not waited for when this device has kept an agenda. */
const patienceMs = 500

const dayWithClient = (appointments: readonly DeskAppointment[], today: string) =>
  appointments.find(({ status, appointment_date }) => status === 'confirmed' && appointment_date >= today)
    ?.appointment_date

/** Today, or the next day with a client. */
export function FirstDay() {
  const { today } = useNow()
  const ahead = useQuery(agendaQuery(addDays(mondayOf(today), -7), addDays(today, lookedAheadDays)))
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timeout = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timeout)
  }, [])
  const isCurrent = ahead.isFetchedAfterMount && !ahead.isError
  const known = isCurrent
    ? ahead.data?.appointments
    : isLate || ahead.failureCount > 0
      ? keptAppointments()
      : undefined
  const date = known && (dayWithClient(known, today) ?? today)
  useLayoutEffect(() => {
    if (date) goTo(dayRoute(date), 'replace')
  }, [date])
  const fault = useLastFault(today, ahead)
  return fault ? <Fault error={fault} /> : <p className="loading">{desk.loading}</p>
}
