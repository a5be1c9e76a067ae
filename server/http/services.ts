import type { Logger } from 'pino'
import type { Shop } from '../../booking/shop.ts'
import type { FollowUpKind } from '../appointments/follow-ups.ts'
import type { ManageLinks } from '../appointments/manage-links.ts'
import type { UseCases } from '../appointments/use-cases.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../outbox/relay.ts'
import type { AccessTokens } from '../sessions/access-tokens.ts'
import type { DeskLinks } from '../sessions/desk-links.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Storage } from '../storage/storage.ts'

/** What the handlers of the calls work with. */
export interface Services {
  config: Config
  shop: Shop
  /** Epoch milliseconds. */
  now: () => number
  storage: Storage
  outbox: Outbox<FollowUpKind>
  useCases: UseCases
  manageLinks: ManageLinks
  sessions: Sessions
  deskLinks: DeskLinks
  accessTokens: AccessTokens
  /** The secret part of the calendar feed's address. */
  feedSecret: string
  /** The built page. */
  distDir: string
  /** Known once the server listens; without a slash at the end. */
  publicUrl: () => string
  log: Logger
}
