import type { Shop } from '../../booking/shop.ts'
import type { RefusedMove } from '../calendar/remote/copy-store.ts'
import { eventUid, messageId } from '../identity.ts'
import type { Effect } from '../outbox/outbox.ts'
import { moveRefused } from './letters/move-refused.ts'
import type { Mailer } from './mailer.ts'

interface Peers {
  mailer: Mailer
  businessEmail: string
  findRefusal: (uid: string) => Promise<RefusedMove | null>
  shop: Shop
}

/** What the effect is known by when the calendar is another one by now. */
const nothingToTell = 'nothing to tell'

/** Tells the owner of a move in the calendar that could not be followed; each such move is a mail of its own. */
export function createMoveRefusedNotice(peers: Peers): Record<'move-refused', Effect> {
  const { mailer, businessEmail, findRefusal, shop } = peers
  return {
    async 'move-refused'(appointment, signal) {
      const refused = await findRefusal(eventUid(appointment.id))
      if (!refused) return nothingToTell
      const letter = await moveRefused(appointment, refused, shop)
      const id = messageId(appointment.id, `move-refused.${refused.count}`, appointment.sequence)
      await mailer.send({ ...letter, messageId: id, to: businessEmail }, signal)
      return id
    },
  }
}
