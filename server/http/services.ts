import type { Logger } from 'pino'
import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import type { DeskAppointment, DeskCalls, SentMail, SentMailText } from '../../booking/owner-api.ts'
import type { ClosureStore, DeskAppointmentStore, NoteStore } from '../appointments/desk-ports.ts'
import type { ManageLinks } from '../appointments/manage-links.ts'
import type { OpeningInForce } from '../appointments/opening-in-force.ts'
import type { AppointmentStore, ChangeStore, VisitorStore } from '../appointments/ports.ts'
import type { UseCases } from '../appointments/use-cases.ts'
import type { RequestCounts } from '../base/request-counts.ts'
import type { BuiltPage } from '../built-page.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../outbox/relay.ts'
import type { AccessTokens } from '../sessions/access-tokens.ts'
import type { DeskLinks } from '../sessions/desk-links.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** What the handlers read and count beside the use cases. */
interface HandlersStorage {
  appointments: Omit<AppointmentStore, 'book'>
  changes: Pick<ChangeStore, 'findChange'>
  deskAppointments: DeskAppointmentStore
  notes: NoteStore
  closures: Pick<ClosureStore, 'during' | 'busyDuring'>
  /** Makes what has failed due at once, all of it or the one. */
  owed: { retry(nowEpochMs: number, id?: number): Promise<unknown> }
  visitors: VisitorStore
  requestCounts: RequestCounts
  /** Writes a row, so that a full, read-only or unreachable database is noticed. @throws what the write throws */
  checkWritable(nowEpochMs: number): Promise<void>
}

export interface Services {
  config: Config
  shop: Shop
  /** Epoch milliseconds. */
  now: () => number
  storage: HandlersStorage
  outbox: Pick<Outbox<JobKind>, 'deliverNow' | 'wakeAt'>
  useCases: UseCases
  manageLinks: ManageLinks
  openingInForce: OpeningInForce
  sessions: Sessions
  deskLinks: DeskLinks
  accessTokens: AccessTokens
  /** The secret part of the calendar feed's address. */
  feedSecret: string
  /** The embedded calendar as the file that calendar programs subscribe to (RFC 5545). */
  writeFeed: () => Promise<string>
  /** An appointment as a file for its client's calendar (RFC 5545). */
  writeClientFile: (appointment: StoredAppointment) => string
  /** Appointments and closures as such a file. */
  writeAgenda: (appointments: readonly DeskAppointment[], closures: readonly StoredBlockedTime[]) => string
  /** Makes a client anonymous, unless they are expected (when, in epoch milliseconds) or would come for nothing. */
  forgetClient: (
    client: DeskCalls['forget_client']['takes'],
  ) => Promise<
    | { status: 'forgotten'; appointments: number }
    | { status: 'expected'; startsMs: number[] }
    | { status: 'not-told' }
  >
  /** The mails that were written to files; null where they go out through a mail server. */
  keptMails: { newest(): Promise<SentMail[]>; find(id: string): Promise<SentMailText | null> } | null
  page: BuiltPage
  /** Known once the server listens; without a slash at the end. */
  publicUrl: () => string
  log: Logger
}
