import type { StoredClosure } from '../../../booking/closure.ts'
import type { DeskAppointment, SentMail, SentMailText } from '../../../booking/desk.ts'
import type { ClosureStore, DeskAppointmentStore, NoteStore } from '../../appointments/desk-ports.ts'
import type { OpeningInForce } from '../../appointments/opening-in-force.ts'
import type { BusyTimeStore } from '../../appointments/ports.ts'

/** What the owner's calls work with, besides the use cases. */
export interface DeskServices {
  appointments: DeskAppointmentStore
  notes: NoteStore
  closures: Pick<ClosureStore, 'during'>
  busyTimes: BusyTimeStore
  openingInForce: OpeningInForce
  /** Makes what has failed due at once, all of it or the one. */
  retry: (nowEpochMs: number, id?: number) => Promise<unknown>
  /** Makes a client anonymous; not while appointments are still to come, which it then tells, in epoch milliseconds. */
  forgetClient: (
    client: { email: string } | { phone: string },
  ) => Promise<{ forgotten: number; stillToComeMs: number[] }>
  /** Writes an iCalendar file (RFC 5545). */
  writeAgenda: (appointments: readonly DeskAppointment[], closures: readonly StoredClosure[]) => string
  /** The mails that were written to files; null where they go out through a mail server. */
  keptMails: KeptMails | null
}

export interface KeptMails {
  newest(): Promise<SentMail[]>
  find(id: string): Promise<SentMailText | null>
}
