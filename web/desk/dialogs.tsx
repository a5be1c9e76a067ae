import { HashRouter, Outlet, Route, Routes } from 'react-router'
import { AppointmentDialog } from './appointment/appointment.tsx'
import { BookDialog } from './appointment/book.tsx'
import { CancelDialog } from './appointment/cancel.tsx'
import { MoveDialog } from './appointment/move.tsx'
import { UndoDialog } from './appointment/undo.tsx'
import { BlockTimeDialog } from './block-time.tsx'
import { ClientsDialog } from './clients.tsx'
import { DownloadDialog } from './download.tsx'
import { MoreDialog } from './layout/more.tsx'
import type { DayContext } from './navigation.tsx'
import { OpeningHoursDialog } from './opening-hours.tsx'
import { SentEmailsDialog } from './sent-emails.tsx'

/** What opens over the day, in one piece, and the router that knows which of it is open. */
export function Dialogs(day: DayContext) {
  return (
    <HashRouter useTransitions={false}>
      <Routes>
        <Route path="/day/:date" element={<Outlet context={day} />}>
          <Route path="appointment/:id" element={<AppointmentDialog />} />
          <Route path="appointment/:id/move" element={<MoveDialog />} />
          <Route path="appointment/:id/cancel" element={<CancelDialog />} />
          <Route path="appointment/:id/undo" element={<UndoDialog />} />
          <Route path="book" element={<BookDialog />} />
          <Route path="close" element={<BlockTimeDialog />} />
          <Route path="more" element={<MoreDialog />} />
          <Route path="clients" element={<ClientsDialog />} />
          <Route path="opening/*" element={<OpeningHoursDialog />} />
          <Route path="mails" element={<SentEmailsDialog />} />
          <Route path="download" element={<DownloadDialog />} />
        </Route>
      </Routes>
    </HashRouter>
  )
}
