import { msPerHour } from './milliseconds.ts'
import type { Shop } from './shop.ts'
import { epochMsToWallTime, wallTimeToEpochMs } from './wall-time.ts'

/** Nobody is reminded before eight in the morning or after eight in the evening, on the shop's clock. */
const decentFrom = '08:00'
const decentUntil = '20:00'

/**
 * When a client is reminded of an appointment: the owner's number of hours before it, moved to a decent hour of
 * that day. Epoch milliseconds; null when the owner wants no reminders.
 */
export function reminderAtMs(startEpochMs: number, { opening, timeZone }: Shop): number | null {
  if (opening.reminderHoursBefore === null) return null
  const wantedEpochMs = startEpochMs - opening.reminderHoursBefore * msPerHour
  const { date, time } = epochMsToWallTime(wantedEpochMs, timeZone)
  // Zero-padded times compare like the minutes they stand for.
  if (time < decentFrom) return wallTimeToEpochMs(date, decentFrom, timeZone)
  if (time > decentUntil) return wallTimeToEpochMs(date, decentUntil, timeZone)
  return wantedEpochMs
}
