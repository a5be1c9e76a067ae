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
import type { Devices } from '../push/devices.ts'

export interface Services {
  config: Config
  timeZone: string
  openingHours: OpeningHours
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
  /** null on staging, which sends no notifications. */
  devices: Devices | null
  /** The key for the digests of networks. */
  guardSecret: string
  /** The secret part of the calendar feed's address. */
  feedSecret: string
  /** The owner's CalDAV or Google calendar; null for the calendar that this server keeps. */
  remoteId: string | null
  /** Whether the page shows true numbers. */
  isSocialProofLive: boolean
  // These three write iCalendar (RFC 5545): the built-in calendar, a client's appointment, and the desk's agenda.
  writeFeed: () => Promise<string>
  writeClientFile: (appointment: StoredAppointment) => string
  writeAgenda: (
    appointments: readonly DeskAppointment[],
    blockedTimes: readonly StoredBlockedTime[],
  ) => string
  deleteClient: (client: KnownBy) => Promise<ClientDeletion>
  /** The emails saved as files; null if a mail server sends them. */
  keptEmails: { newest(): Promise<SentMail[]>; find(id: string): Promise<SentMailText | null> } | null
  page: BuiltPage
  /** Known once the server listens; without a trailing slash. */
  publicUrl: () => string
  log: Logger
}
