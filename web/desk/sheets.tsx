import { HashRouter, Outlet, Route, Routes } from 'react-router'
import { AppointmentSheet } from './appointment/appointment-sheet.tsx'
import { CancelSheet } from './appointment/cancel-sheet.tsx'
import { BookingSheet } from './booking/booking-sheet.tsx'
import { MoveSheet } from './booking/move-sheet.tsx'
import { ClientsSheet } from './clients/clients-sheet.tsx'
import { ClosingSheet } from './closing/closing-sheet.tsx'
import { DownloadSheet } from './download/download-sheet.tsx'
import { MoreSheet } from './frame/more-sheet.tsx'
import type { DayContext } from './frame/use-day.ts'
import { MailsSheet } from './mails/mails-sheet.tsx'
import { OpeningSheet } from './opening/opening-sheet.tsx'

/** What opens over the day, in one piece, and the router that knows which of it is open. */
export function Sheets(day: DayContext) {
  return (
    <HashRouter useTransitions={false}>
      <Routes>
        <Route path="/day/:date" element={<Outlet context={day} />}>
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
      </Routes>
    </HashRouter>
  )
}
