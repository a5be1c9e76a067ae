import type { AlertKind, ReportedKind } from '../../booking/job-kinds.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { msPerMinute, shownTime } from '../../booking/time.ts'
import { trouble } from '../../copy/emails.ts'
import { addressLine } from '../../demo/business.ts'
import type { Subject } from '../appointments/follow-ups.ts'
import { eventUid, messageId } from '../appointments/identity.ts'
import type { Handler } from '../outbox/attempt.ts'
import { untilNoted } from '../outbox/until-noted.ts'
import { noticeEveryMs, type StuckFollowUp } from './owed-store.ts'
import { nothingToTell, type Peers, tellOwner } from './peers.ts'

/** More than an owner reads. */
const linesMax = 50

/** One line for each follow-up that keeps failing, without anything a client has typed. */
export function stuckLines(stuck: readonly StuckFollowUp[], shop: Shop): string[] {
  const words: Record<ReportedKind, string> = trouble.kinds
  return stuck.slice(0, linesMax).map(({ kind, startEpochMs, fault, isGivenUp }) => {
    const tell = trouble[isGivenUp ? 'givenUp' : 'waits']
    return tell(words[kind], shownTime(startEpochMs, shop), fault || trouble.noFault)
  })
}

/** How the owner learns that something keeps failing: by the channel that works. Each failing effect is told once. */
export function createTroubleNotices(peers: Peers): Record<AlertKind, Handler<Subject>> {
  const { calendar, owed, shop, now } = peers
  /** Tells a notice from an earlier one of the same appointment, which mail programs and calendars would take it for. */
  const turnOf = (untold: readonly StuckFollowUp[]) =>
    `${Math.floor(now() / noticeEveryMs)}.${Math.max(...untold.map(({ id }) => id))}`
  return {
    async 'trouble-mail'({ id, sequence }, signal) {
      const stuck = await owed.stuck('trouble-mail', now())
      const untold = stuck.filter((one) => !one.isTold)
      if (untold.length === 0) return nothingToTell
      const lines = stuckLines(stuck, shop)
      const mailId = messageId(id, `trouble-mail.${turnOf(untold)}`, sequence)
      await tellOwner(peers, mailId, (letters) => letters.calendarTrouble(stuck.length, lines), signal)
      await untilNoted(() => owed.markTold(stuck, now()), signal)
      return mailId
    },

    async 'trouble-event'({ id, sequence }, signal) {
      const stuck = await owed.stuck('trouble-event', now())
      const untold = stuck.filter((one) => !one.isTold)
      if (untold.length === 0) return nothingToTell
      const uid = eventUid(`trouble-${id}-${turnOf(untold)}`)
      const summary = trouble.mailSummary(stuck.length)
      const description = [trouble.mailLead, ...stuckLines(stuck, shop), trouble.whatToDo].join('\n')
      const words = { summary, description, location: addressLine }
      const startEpochMs = now()
      const times = { startEpochMs, endEpochMs: startEpochMs + 15 * msPerMinute }
      await calendar.put({ uid, sequence, status: 'confirmed', ...words, ...times }, signal)
      await untilNoted(() => owed.markTold(stuck, now()), signal)
      return uid
    },
  }
}
