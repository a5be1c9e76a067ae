import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import type { Agenda } from '../../booking/desk.ts'
import { addDays } from '../../booking/wall-time.ts'
import { desk } from '../../site/copy/desk.ts'
import { longQuery, useWeek } from './client/agenda.ts'
import { useNow } from './client/clock.ts'
import { dayRoute } from './frame/paths.ts'
import { Fault } from './ui/fault.tsx'

const lookedAheadDays = 60

/** The first day from this one on with a client. */
const dayWithClient = (agenda: Agenda | undefined, today: string) =>
  agenda?.appointments.find(
    ({ status, appointment_date }) => status === 'confirmed' && appointment_date >= today,
  )?.appointment_date

/** Today, or the next day with a client. */
export function FirstDay() {
  const { today } = useNow()
  const week = useWeek(today)
  const inWeek = dayWithClient(week.data, today)
  const ahead = useQuery({
    ...longQuery(today, addDays(today, lookedAheadDays)),
    enabled: week.isSuccess && !inWeek,
  })
  if (inWeek) return <Navigate to={dayRoute(inWeek)} replace />
  if (ahead.data) return <Navigate to={dayRoute(dayWithClient(ahead.data, today) ?? today)} replace />
  return week.error ? <Fault error={week.error} /> : <p className="loading">{desk.loading}</p>
}
