import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import type { Agenda } from '../../booking/owner-api.ts'
import { addDays, mondayOf } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { longQuery, useWeek, weekQuery } from './client/agenda.ts'
import { useNow } from './client/clock.ts'
import { queryClient } from './client/query-client.ts'
import { Fault } from './client/shown-fault.tsx'
import { useLastFault } from './client/use-last-fault.ts'
import { dayRoute } from './navigation/paths.ts'
import { goTo } from './navigation/steps.ts'

const lookedAheadDays = 60

/** The first day from this one on with a client. */
const dayWithClient = (agenda: Agenda | undefined, today: string) =>
  agenda?.appointments.find(
    ({ status, appointment_date }) => status === 'confirmed' && appointment_date >= today,
  )?.appointment_date

/** The first day with a client in this week and the next; nothing as long as this week is not known. */
const soonest = (week: Agenda | undefined, next: Agenda | undefined, today: string) =>
  week && (dayWithClient(week, today) ?? dayWithClient(next, today))

/** Opens the first day if it is known already. */
export function openFirstDay(today: string): void {
  const known = (date: string) => queryClient.getQueryData(weekQuery(mondayOf(date)).queryKey)
  const date = soonest(known(today), known(addDays(today, 7)), today)
  if (date) goTo(dayRoute(date), 'replace')
}

/** Today, or the next day with a client. */
export function FirstDay() {
  const { today } = useNow()
  // Asked for together, so that the next client is found at the end of a week, too.
  const week = useWeek(today)
  const next = useWeek(addDays(today, 7))
  const soon = soonest(week.data, next.data, today)
  const ahead = useQuery({
    ...longQuery(today, addDays(today, lookedAheadDays)),
    enabled: week.data !== undefined && next.data !== undefined && !soon,
  })
  // What was loaded is readable without a connection: who comes later is not waited for.
  const isAway = next.failureCount > 0 || ahead.failureCount > 0
  const known = ahead.data ?? (isAway ? week.data : undefined)
  const date = soon ?? (known && (dayWithClient(known, today) ?? today))
  useLayoutEffect(() => {
    if (date) goTo(dayRoute(date), 'replace')
  }, [date])
  const fault = useLastFault(today, week, next, ahead)
  return fault ? <Fault error={fault} /> : <p className="loading">{desk.loading}</p>
}
