import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Activity, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, isCalendarDate, mondayOf } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { whenIdle } from '../page/hydration/when-idle.ts'
import { agendaQuery, keptAppointments } from './agenda.ts'
import { queryClient } from './api.ts'
import { DayPage } from './day/day.tsx'
import { ErrorMessage, useLastError } from './errors.tsx'
import { dayRoute, goTo, useRoute } from './navigation.tsx'
import { authClient, hasSession, hasSignedOut, subscribeToSession } from './session.ts'
import { useNow } from './ui/hooks.ts'
import { lazily } from './ui/lazily.tsx'
import { Notices } from './ui/notices.tsx'

// Fetched when it is first opened; the day waits for neither.
const SignIn = lazily(async () => (await import('./sign-in/sign-in.tsx')).SignIn)

const FiguresPage = lazily(async () => (await import('./figures/figures.tsx')).FiguresPage)

function View() {
  const { view, date, search, ...open } = useRoute()
  if (view === 'figures') return <FiguresPage openDate={search.get('day')} />
  return view === 'day' && isCalendarDate(date) ? <DayPage date={date} {...open} /> : <FirstDay />
}

/** Before anything was asked for, which can end it. */
const hadSession = hasSession()

/** The desk for whoever has a session, else the way in. */
export function Desk() {
  const isIn = useSyncExternalStore(subscribeToSession, hasSession)
  const isLeft = hasSignedOut.use()
  const [wasIn, setWasIn] = useState(hadSession)
  if (isIn && !wasIn) setWasIn(true)
  useEffect(() => {
    // The auth client keeps the session fresh; the day does not wait for it.
    if (isIn)
      whenIdle()
        .then(authClient)
        .catch(() => undefined)
  }, [isIn])
  return (
    <QueryClientProvider client={queryClient}>
      {(isIn || (wasIn && !isLeft)) && (
        <Activity mode={isIn ? 'visible' : 'hidden'}>
          <Suspense>
            <View />
          </Suspense>
        </Activity>
      )}
      {!isIn && (
        <Suspense>
          <SignIn hasEnded={wasIn} />
        </Suspense>
      )}
      <Notices />
    </QueryClientProvider>
  )
}

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
  const fault = useLastError(today, ahead)
  return fault ? <ErrorMessage error={fault} /> : <p className="loading">{desk.loading}</p>
}
