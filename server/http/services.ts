import type { Logger } from 'pino'
import type { StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import type { DeskAppointment, SentMail, SentMailText } from '../../booking/owner-api.ts'
import type { Availability } from '../appointments/availability.ts'
import type { BlockedTimes } from '../appointments/blocked-times.ts'
import type { ClientDeletion } from '../appointments/client-data.ts'
import type { OpeningHours } from '../appointments/opening-hours.ts'
import type { Appointments, ManageLinks } from '../appointments/service.ts'
import type { AccessTokens } from '../auth/access-tokens.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignInLinks } from '../auth/sign-in-links.ts'
import type { BuiltPage } from '../built-page.ts'
import type { Config } from '../config.ts'
import type { KnownBy } from '../db/clients.ts'
import type { Stores } from '../db/stores.ts'
import type { Worker } from '../jobs/worker.ts'

export interface Services {
  config: Config
  /** The shop's time zone, which no opening hours change. */
  timeZone: string
  /** Read once per request, and passed on to whatever decides by them. */
  openingHours: OpeningHours
  /** Epoch milliseconds. */
  now: () => number
  storage: Stores
  worker: Pick<Worker, 'runNow' | 'wakeAt'>
  appointments: Appointments
  availability: Availability
  blockedTimes: BlockedTimes
  manageLinks: ManageLinks
  sessions: Sessions
  signInLinks: SignInLinks
  accessTokens: AccessTokens
  /** The key of proofs of work and of the digests of networks. */
  guardSecret: string
  /** The secret part of the calendar feed's address. */
  feedSecret: string
  /** The embedded calendar as the file that calendar programs subscribe to (RFC 5545). */
  writeFeed: () => Promise<string>
  /** An appointment as a file for its client's calendar (RFC 5545). */
  writeClientFile: (appointment: StoredAppointment) => string
  /** Appointments and blocked times as such a file. */
  writeAgenda: (
    appointments: readonly DeskAppointment[],
    blockedTimes: readonly StoredBlockedTime[],
  ) => string
  deleteClient: (client: KnownBy) => Promise<ClientDeletion>
  /** The mails that were written to files; null where they go out through a mail server. */
  keptEmails: { newest(): Promise<SentMail[]>; find(id: string): Promise<SentMailText | null> } | null
  page: BuiltPage
  /** Known once the server listens; without a slash at the end. */
  publicUrl: () => string
  log: Logger
}
