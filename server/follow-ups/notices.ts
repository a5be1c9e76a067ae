import type { FollowUpKind } from '../../booking/follow-up-kinds.ts'
import { createCalendarNotices } from './calendar-notices.ts'
import { createMails } from './mails.ts'
import type { Peers } from './peers.ts'
import { createTroubleNotices } from './trouble-notices.ts'

export type NoticeKind = Exclude<FollowUpKind, 'calendar-event' | 'calendar-forgetting' | 'closure-event'>

/** The effects that tell somebody something in words: the mails, and the notices to the owner. */
export function createNotices(peers: Peers) {
  return { ...createMails(peers), ...createCalendarNotices(peers), ...createTroubleNotices(peers) }
}
