import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { isCalendarDate } from '../../booking/time.ts'
import { whenIdle } from '../page/hydration/when-idle.ts'
import { queryClient } from './client/query-client.ts'
import { authClient, hasSignedOut, subscribeToSession } from './client/session.ts'
import { hasSession } from './client/stored-session.ts'
import { DayPage } from './day/day-page.tsx'
import { FirstDay } from './first-day.tsx'
import { usePlace } from './navigation/place.ts'
import { Announcer } from './ui/announcer.tsx'
import { lazily } from './ui/lazily.tsx'
import { Notices } from './ui/notice.tsx'

// Fetched when it is first opened; the day waits for neither.
const WayIn = lazily(async () => (await import('./way-in/way-in.tsx')).WayIn)
const FiguresPage = lazily(async () => (await import('./figures/figures-page.tsx')).FiguresPage)

function View() {
  const { view, date, search, ...open } = usePlace()
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
          <WayIn hasEnded={wasIn} />
        </Suspense>
      )}
      <Notices />
      <Announcer />
    </QueryClientProvider>
  )
}
