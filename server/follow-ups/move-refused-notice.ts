import type { StoredAppointment } from '../../booking/appointment.ts'
import type { Shop } from '../../booking/shop.ts'
import { eventUid, messageId } from '../appointments/identity.ts'
import type { RefusedMove } from '../appointments/ports.ts'
import { moveRefused } from '../mail/letters/move-refused.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Handler } from '../outbox/relay.ts'

interface Peers {
  mailer: Mailer
  businessEmail: string
  findRefusal: (uid: string) => Promise<RefusedMove | null>
  shop: Shop
}

/** What the effect is known by when the calendar is another one by now. */
const nothingToTell = 'nothing to tell'

/** Tells the owner of a move in the calendar that could not be followed; each such move is a mail of its own. */
export function createMoveRefusedNotice(peers: Peers): Record<'move-refused', Handler<StoredAppointment>> {
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
