import { msPerMinute } from '../../booking/milliseconds.ts'
import type { Shop } from '../../booking/shop.ts'
import type { Views } from '../../booking/views.ts'
import { addressLine } from '../../site/business.ts'
import { trouble } from '../../site/copy/mails.ts'
import { type Subject, type TroubleKind, troubleOf } from '../appointments/follow-ups.ts'
import { eventUid, messageId } from '../appointments/identity.ts'
import type { BusinessCalendar } from '../calendar/business-calendar.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Handler } from '../outbox/relay.ts'
import type { OwedStore } from './owed-store.ts'
import { stuckLines } from './stuck-lines.ts'

interface Peers {
  calendar: BusinessCalendar
  mailer: Mailer
  businessEmail: string
  owed: OwedStore
  views: () => Promise<Views>
  shop: Shop
  now: () => number
}

/** What a notice is known by when everything it would have told of has been done meanwhile. */
const nothingToTell = 'nothing to tell'

/** How the owner learns that something keeps failing: by the channel that works. Each failing effect is told once. */
export function createTroubleNotices(peers: Peers): Record<TroubleKind, Handler<Subject>> {
  const { calendar, mailer, businessEmail, owed, views, shop, now } = peers
  return {
    async 'trouble-mail'({ id, sequence }, signal) {
      const stuck = await owed.stuck(troubleOf['trouble-mail'], now())
      if (stuck.every((one) => one.isTold)) return nothingToTell
      const letter = (await views()).letters.calendarTrouble(stuck.length, stuckLines(stuck, shop))
      const message = { ...letter, messageId: messageId(id, 'trouble-mail', sequence), to: businessEmail }
      await mailer.send(message, signal)
      await owed.markTold(stuck, now())
      return message.messageId
    },

    async 'trouble-event'({ id, sequence }, signal) {
      const stuck = await owed.stuck(troubleOf['trouble-event'], now())
      if (stuck.every((one) => one.isTold)) return nothingToTell
      const uid = eventUid(`trouble-${id}`)
      const startEpochMs = now()
      await calendar.put(
        {
          uid,
          sequence,
          status: 'confirmed',
          summary: trouble.mailSummary(stuck.length),
          description: [trouble.mailLead, ...stuckLines(stuck, shop), trouble.whatToDo].join('\n'),
          location: addressLine,
          startEpochMs,
          endEpochMs: startEpochMs + 15 * msPerMinute,
        },
        signal,
      )
      await owed.markTold(stuck, now())
      return uid
    },
  }
}
