import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { HashRouter, Route, Routes } from 'react-router'
import { queryClient } from './client/query-client.ts'
import { hasSession, subscribeToSession } from './client/session.ts'
import { DayPage } from './day/day-page.tsx'
import { sheets } from './fetch-ahead.ts'
import { FirstDay } from './first-day.tsx'
import { Announcer } from './ui/announcer.tsx'
import { Notices } from './ui/notice.tsx'

// Each is fetched when it is first opened; the day waits for none of them.
const WayIn = lazy(async () => ({ default: (await import('./way-in/way-in.tsx')).WayIn }))
const FiguresPage = lazy(async () => ({ default: (await import('./figures/figures-page.tsx')).FiguresPage }))
const AppointmentSheet = lazy(async () => ({ default: (await sheets()).AppointmentSheet }))
const MoveSheet = lazy(async () => ({ default: (await sheets()).MoveSheet }))
const CancelSheet = lazy(async () => ({ default: (await sheets()).CancelSheet }))
const BookingSheet = lazy(async () => ({ default: (await sheets()).BookingSheet }))
const ClosingSheet = lazy(async () => ({ default: (await sheets()).ClosingSheet }))
const MoreSheet = lazy(async () => ({ default: (await sheets()).MoreSheet }))
const ClientsSheet = lazy(async () => ({ default: (await sheets()).ClientsSheet }))
const OpeningSheet = lazy(async () => ({ default: (await sheets()).OpeningSheet }))
const MailsSheet = lazy(async () => ({ default: (await sheets()).MailsSheet }))
const DownloadSheet = lazy(async () => ({ default: (await sheets()).DownloadSheet }))

function Views() {
  return (
    <HashRouter>
      <Routes>
        <Route path="/day/:date" element={<DayPage />}>
          <Route path="appointment/:id" element={<AppointmentSheet />} />
          <Route path="appointment/:id/move" element={<MoveSheet />} />
          <Route path="appointment/:id/cancel" element={<CancelSheet />} />
          <Route path="book" element={<BookingSheet />} />
          <Route path="close" element={<ClosingSheet />} />
          <Route path="more" element={<MoreSheet />} />
          <Route path="clients" element={<ClientsSheet />} />
          <Route path="opening" element={<OpeningSheet />} />
          <Route path="mails" element={<MailsSheet />} />
          <Route path="download" element={<DownloadSheet />} />
        </Route>
        <Route path="/figures" element={<FiguresPage />} />
        <Route path="*" element={<FirstDay />} />
      </Routes>
    </HashRouter>
  )
}

/** The desk for whoever has a session, else the way in. */
export function Desk({ token }: { token: string | null }) {
  const isIn = useSyncExternalStore(subscribeToSession, hasSession)
  const [offered, setOffered] = useState(token)
  // It has done its work; whoever signs out needs another.
  useEffect(() => {
    if (isIn) setOffered(null)
  }, [isIn])
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense>{isIn ? <Views /> : <WayIn token={offered} />}</Suspense>
      <Notices />
      <Announcer />
    </QueryClientProvider>
  )
}
