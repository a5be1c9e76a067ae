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
  storage: Pick<Stores, 'appointments' | 'changes' | 'corrections' | 'blockedTimes'>,
  { shop = demoShop, wakeWorker = () => {}, now = () => testNoon }: Given = {},
) {
  const deps = { ...storage, wakeWorker, timeZone: shop.timeZone, now }
  const service = createAppointments(deps)
  const blockedTimes = createBlockedTimes(deps)
  const availability = createAvailability(deps)
  const inShop =
    <Args extends unknown[], Answer>(ask: (shop: Shop, ...args: Args) => Answer) =>
    (...args: Args) =>
      ask(shop, ...args)
  return {
    service,
    blockedTimes,
    book: inShop(service.book),
    bookForClient: inShop(service.bookForClient),
    move: inShop(service.move),
    moveTogether: inShop(service.moveTogether),
    cancel: service.cancel,
    block: blockedTimes.block,
    openTimesOn: inShop(availability.openTimesOn),
  }
}
