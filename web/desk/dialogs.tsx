import { Outlet, Route, Routes } from 'react-router'
import { AppointmentDialog } from './appointment/appointment.tsx'
import { BookDialog, BookForClientDialog, BookNextDialog } from './appointment/book.tsx'
import { CancelDialog } from './appointment/cancel.tsx'
import { CorrectDialog } from './appointment/correct.tsx'
import { MoveDialog } from './appointment/move.tsx'
import { UndoDialog } from './appointment/undo.tsx'
import { WithAppointment } from './appointment/use-appointment.tsx'
import { BlockTimeDialog } from './block-time.tsx'
import { ClientDialog } from './client/client-page.tsx'
import { FindDialog } from './client/matches.tsx'
import { DownloadDialog, MoreDialog, SentEmailsDialog } from './more.tsx'
import type { DayContext } from './navigation.tsx'
import { OpeningHoursDialog } from './opening-hours.tsx'
import { SignOutDialog } from './sign-out.tsx'
import { LateDialog, ReadyDialog } from './telling/tell.tsx'
import { TextDialog } from './telling/text-words.tsx'

export { showNoticeIfEnded } from './device.tsx'

/** All dialogs over the day, in one script: opening the first loads the others. */
export function Dialogs(day: DayContext) {
  return (
    <Routes>
      <Route element={<Outlet context={day} />}>
        <Route path="appointment/:id" element={<WithAppointment open={AppointmentDialog} />} />
        <Route path="appointment/:id/move" element={<WithAppointment open={MoveDialog} />} />
        <Route path="appointment/:id/next" element={<WithAppointment open={BookNextDialog} />} />
        <Route path="appointment/:id/correct" element={<WithAppointment open={CorrectDialog} />} />
        <Route path="appointment/:id/cancel" element={<WithAppointment open={CancelDialog} />} />
        <Route path="appointment/:id/undo" element={<WithAppointment open={UndoDialog} />} />
        <Route path="appointment/:id/ready" element={<WithAppointment open={ReadyDialog} />} />
        <Route path="appointment/:id/text" element={<WithAppointment open={TextDialog} />} />
        <Route path="late" element={<LateDialog />} />
        <Route path="book" element={<BookDialog />} />
        <Route path="close" element={<BlockTimeDialog />} />
        <Route path="more" element={<MoreDialog />} />
        <Route path="clients" element={<FindDialog />} />
        <Route path="client/:id" element={<ClientDialog />} />
        <Route path="client/:id/book" element={<BookForClientDialog />} />
        <Route path="opening/*" element={<OpeningHoursDialog />} />
        <Route path="mails" element={<SentEmailsDialog />} />
        <Route path="sign-out" element={<SignOutDialog />} />
        <Route path="download" element={<DownloadDialog />} />
      </Route>
    </Routes>
  )
}
