import { msPerHour } from './milliseconds.ts'
import type { Shop } from './shop.ts'

/** Until when a client can move or cancel an appointment without calling, epoch milliseconds. */
export function changesUntilMs(startEpochMs: number, { opening }: Shop): number {
  return startEpochMs - opening.changesUntilHoursBefore * msPerHour
}
