import { alertFor, calendarKinds, type JobKind, jobKinds } from '../../booking/job-kinds.ts'
import { decentFromMs, type Shop } from '../../booking/opening-hours.ts'
import type { Subject } from '../appointments/follow-ups.ts'
import { type Mailer, RecipientRefused } from '../mail/mailer.ts'
import type { DeliveryPolicy } from '../outbox/attempt.ts'
import { noticeEveryMs, type OwedStore, stuckAfterAttempts } from './owed-store.ts'

/**
 * So many attempts take five days, after which mail servers give up too.
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.4.1
 */
const attemptsMax = 30

const calendarPatienceMs = 10_000
/** The mailer itself ends what is silent for too long; this is for a server that is never silent. */
const mailPatienceMs = 20 * 60_000

const mailKinds = jobKinds.filter((kind) => !calendarKinds.includes(kind))

interface Peers {
  mailer: Pick<Mailer, 'atOnceMax'>
  owed: Pick<OwedStore, 'addNotice'>
  shop: Shop
  now: () => number
}

/** How patiently follow-ups are delivered, when not, for how long, and who hears when one fails. */
export function deliveryPolicy(peers: Peers): DeliveryPolicy<JobKind, Subject> {
  const { mailer, owed, shop, now } = peers
  return {
    channels: [
      { kinds: calendarKinds, atOnceMax: Number.POSITIVE_INFINITY, patienceMs: calendarPatienceMs },
      { kinds: mailKinds, atOnceMax: mailer.atOnceMax, patienceMs: mailPatienceMs },
    ],
    planned: ['client-reminder'],

    notBeforeMs: ({ kind }, nowEpochMs) =>
      kind === 'client-reminder' ? decentFromMs(nowEpochMs, shop.timeZone) : nowEpochMs,

    isHopeless({ kind, attempts, subject }, error, nowEpochMs) {
      if (error instanceof RecipientRefused) return true
      // Whoever is forgotten must not stay named in a calendar because that was away for long.
      if (attempts < attemptsMax || kind === 'calendar-forgetting') return false
      // What the owner's calendar misses is worth trying while the client may still come.
      return mailKinds.includes(kind) || nowEpochMs > subject.endEpochMs
    },

    async onFailure(job, isGivenUp) {
      const notice = alertFor(job.kind)
      if (notice === null || (!isGivenUp && job.attempts < stuckAfterAttempts)) return false
      await owed.addNotice(job, notice, now(), noticeEveryMs)
      return true
    },
  }
}
