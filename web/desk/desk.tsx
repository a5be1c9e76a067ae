import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Activity, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Navigate, type RouteObject, type RouterProviderProps, useParams } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, isCalendarDate, mondayOf } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { whenIdle } from '../page/hydration/when-idle.ts'
import { agendaQuery, loadedAppointments } from './agenda.ts'
import { queryClient } from './api.ts'
import { DayPage } from './day/day.tsx'
import { ErrorMessage, lazily, NotLoaded, useLastError } from './errors.tsx'
import { dayRoute, goTo } from './navigation.tsx'
import { authClient, hasSession, hasSignedOut, subscribeToSession } from './session.ts'
import { useNow } from './ui/hooks.ts'
import { Notices } from './ui/notices.tsx'

const SignIn = lazily(() => import('./sign-in/sign-in.tsx').then(({ SignIn }) => SignIn))

/** Read before any call, which can end the session. */
const hadSession = hasSession()

/** The desk during a session; otherwise the sign-in page. */
export function Desk({ router }: Pick<RouterProviderProps, 'router'>) {
  const isIn = useSyncExternalStore(subscribeToSession, hasSession)
  const isLeft = hasSignedOut.use()
  const [wasIn, setWasIn] = useState(hadSession)
  if (isIn && !wasIn) setWasIn(true)
  useEffect(() => {
    // The auth client keeps the session fresh, but the day doesn't wait for it.
    if (isIn)
      whenIdle()
        .then(authClient)
        .catch(() => undefined)
  }, [isIn])
  return (
    <QueryClientProvider client={queryClient}>
      {(isIn || (wasIn && !isLeft)) && (
        <Activity mode={isIn ? 'visible' : 'hidden'}>
          <RouterProvider router={router} useTransitions={false} />
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

/** After this, a loaded agenda decides which day opens first. */
const patienceMs = 500

const dayWithClient = (appointments: readonly DeskAppointment[], today: string) =>
  appointments.find(({ status, appointment_date }) => status === 'confirmed' && appointment_date >= today)
    ?.appointment_date

/** Opens today, or the next day with a client. */
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
      ? loadedAppointments()
      : undefined
  const date = known && (dayWithClient(known, today) ?? today)
  useLayoutEffect(() => {
    if (date) goTo(dayRoute(date), 'replace')
  }, [date])
  const fault = useLastError(today, ahead)
  return fault ? <ErrorMessage error={fault} /> : <p className="loading">{desk.loading}</p>
}

function DayRoute() {
  const { date = '' } = useParams()
  return isCalendarDate(date) ? <DayPage date={date} /> : <Navigate to="/" replace />
}

const dialog = (name: keyof typeof import('./dialogs.ts')['dialogs']) => async () => {
  const { dialogs } = await import('./dialogs.ts')
  return { Component: dialogs[name] }
}

/** The day is in the first script; the other views are fetched when they first open. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: NotLoaded,
    HydrateFallback: () => null,
    children: [
      { path: '*', Component: FirstDay },
      {
        path: '/figures',
        lazy: async () => {
          const { FiguresPage } = await import('./figures/figures.tsx')
          return { Component: FiguresPage }
        },
      },
      {
        path: '/day/:date',
        Component: DayRoute,
        children: [
          {
            ErrorBoundary: NotLoaded,
            children: [
              { path: 'appointment/:id', lazy: dialog('AppointmentDialog') },
              { path: 'appointment/:id/move', lazy: dialog('MoveDialog') },
              { path: 'appointment/:id/cancel', lazy: dialog('CancelDialog') },
              { path: 'book', lazy: dialog('BookDialog') },
              { path: 'close', lazy: dialog('BlockTimeDialog') },
              { path: 'more', lazy: dialog('MoreDialog') },
              { path: 'clients', lazy: dialog('ClientsDialog') },
              { path: 'opening/*', lazy: dialog('OpeningHoursDialog') },
              { path: 'mails', lazy: dialog('SentEmailsDialog') },
              { path: 'download', lazy: dialog('DownloadDialog') },
            ],
          },
        ],
      },
    ],
  },
]
