import { AppointmentDialog } from './appointment/appointment.tsx'
import { BookDialog } from './appointment/book.tsx'
import { CancelDialog } from './appointment/cancel.tsx'
import { MoveDialog } from './appointment/move.tsx'
import { BlockTimeDialog } from './block-time.tsx'
import { ClientsDialog } from './clients.tsx'
import { DownloadDialog, MoreDialog, SentEmailsDialog } from './more.tsx'
import { OpeningHoursDialog } from './opening-hours.tsx'

/** What opens over the day, in one script: the first dialog that opens brings the others. */
export const dialogs = {
  AppointmentDialog,
  BookDialog,
  CancelDialog,
  MoveDialog,
  BlockTimeDialog,
  ClientsDialog,
  DownloadDialog,
  MoreDialog,
  OpeningHoursDialog,
  SentEmailsDialog,
}
