import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Activity, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { HashRouter, Navigate, Route, Routes, useParams } from 'react-router'
import { desk } from '#copy/desk.ts'
import { addDays, isCalendarDate, startOfWeek } from '../../booking/time.ts'
import { agendaQuery, loadedAppointments } from './agenda.ts'
import { queryClient } from './api.ts'
import { DayPage } from './day/day.tsx'
import { ErrorMessage, lazily, useLastError } from './errors.tsx'
import { clientRoute, dayRoute, useHistory, useStepsBack } from './navigation.tsx'
import { authClient, hasSession, hasSignedOut, subscribeToSession } from './session.ts'
import { useLoadedWhenIdle, useNow } from './ui/hooks.ts'
import { Notices } from './ui/notices.tsx'

const SignIn = lazily(() => import('./sign-in/sign-in.tsx').then(({ SignIn }) => SignIn))
const FiguresPage = lazily(() => import('./figures/figures.tsx').then(({ FiguresPage }) => FiguresPage))

/** Read before any call, which can end the session. */
const hadSession = hasSession()

export function Desk() {
  const isIn = useSyncExternalStore(subscribeToSession, hasSession)
  const isLeft = hasSignedOut.use()
  const [wasIn, setWasIn] = useState(hadSession)
  if (isIn && !wasIn) setWasIn(true)
  // The auth client refreshes the session, but the day doesn't wait for it.
  useLoadedWhenIdle(authClient, isIn)
  return (
    <QueryClientProvider client={queryClient}>
      {(isIn || (wasIn && !isLeft)) && (
        <Activity mode={isIn ? 'visible' : 'hidden'}>
          <HashRouter useTransitions={false}>
            <Suspense>
              <Views />
            </Suspense>
          </HashRouter>
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
/** After this long, a loaded agenda decides which day opens first. */
const patienceMs = 500

function FirstDay() {
  const { today } = useNow()
  const ahead = useQuery(agendaQuery(addDays(startOfWeek(today), -7), addDays(today, lookedAheadDays)))
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timeout = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timeout)
  }, [])
  const isCurrent = ahead.isFetchedAfterMount && !ahead.isError
  const loaded = isLate || ahead.failureCount > 0 ? loadedAppointments() : undefined
  const known = isCurrent ? ahead.data?.appointments : loaded
  const next = known?.find(
    ({ status, appointment_date }) => status === 'confirmed' && appointment_date >= today,
  )
  const date = known && (next?.appointment_date ?? today)
  const { goTo } = useHistory()
  useEffect(() => {
    if (date) goTo(dayRoute(date), 'replace')
  }, [date, goTo])
  const error = useLastError(today, ahead)
  return error ? <ErrorMessage error={error} /> : <p className="loading">{desk.loading}</p>
}

function DayRoute() {
  const { date = '' } = useParams()
  return isCalendarDate(date) ? <DayPage date={date} /> : <Navigate to="/" replace />
}

/** The client's page opens over today. */
function ClientRoute() {
  const { id = '' } = useParams()
  const { today } = useNow()
  return <Navigate to={clientRoute(today, id)} replace />
}

/** The day is in the first script. The other views load when they first open. */
function Views() {
  useStepsBack()
  return (
    <Routes>
      <Route path="/day/:date/*" element={<DayRoute />} />
      <Route path="/client/:id" element={<ClientRoute />} />
      <Route path="/figures" element={<FiguresPage />} />
      <Route path="*" element={<FirstDay />} />
    </Routes>
  )
}
