import { shop as demoShop, type Shop } from '../../../booking/opening-hours.ts'
import { createAvailability } from '../../../server/appointments/availability.ts'
import { createBlockedTimes } from '../../../server/appointments/blocked-times.ts'
import { createAppointments, type WakeWorker } from '../../../server/appointments/service.ts'
import type { Stores } from '../../../server/db/stores.ts'
import { testNoon } from './shop-server.ts'

interface Given {
  shop?: Shop
  wakeWorker?: WakeWorker
  now?: () => number
}

/** The use cases on a database, without a server, under opening hours that never change. */
export function openDesk(
  storage: Pick<Stores, 'appointments' | 'changes' | 'blockedTimes'>,
  { shop = demoShop, wakeWorker = () => {}, now = () => testNoon }: Given = {},
) {
  const deps = { ...storage, wakeWorker, timeZone: shop.timeZone, now }
  const service = createAppointments(deps)
  const blockedTimes = createBlockedTimes(deps)
  const availability = createAvailability(deps)
  type Args<F extends (shop: Shop, ...args: never[]) => unknown> =
    Parameters<F> extends [Shop, ...infer Rest] ? Rest : never
  return {
    service,
    blockedTimes,
    book: (...args: Args<typeof service.book>) => service.book(shop, ...args),
    bookForClient: (...args: Args<typeof service.bookForClient>) => service.bookForClient(shop, ...args),
    move: (...args: Args<typeof service.move>) => service.move(shop, ...args),
    moveTogether: (...args: Args<typeof service.moveTogether>) => service.moveTogether(shop, ...args),
    cancel: service.cancel,
    block: blockedTimes.block,
    unblock: blockedTimes.unblock,
    openTimesOn: (...args: Args<typeof availability.openTimesOn>) => availability.openTimesOn(shop, ...args),
    openTimesNear: (...args: Args<typeof availability.openTimesNear>) =>
      availability.openTimesNear(shop, ...args),
  }
}
