import { msPerHour } from './milliseconds.ts'
import type { Shop } from './shop.ts'
import { addDays, epochMsToWallTime, wallTimeToEpochMs } from './wall-time.ts'

/** Nobody is reminded before eight in the morning or after eight in the evening, on the shop's clock. */
const decentFrom = '08:00'
const decentUntil = '20:00'

/** Sooner after the mail that has told the same, a reminder is noise. */
const quietAfterNewsMs = 12 * msPerHour

/** From when on somebody may be reminded who could not be in time: now or in the morning. Epoch milliseconds. */
export function decentFromMs(epochMs: number, timeZone: string): number {
  const { date, time } = epochMsToWallTime(epochMs, timeZone)
  if (time < decentFrom) return wallTimeToEpochMs(date, decentFrom, timeZone)
  return time > decentUntil ? wallTimeToEpochMs(addDays(date, 1), decentFrom, timeZone) : epochMs
}

/**
 * When a client is reminded of an appointment: the owner's number of hours before it, moved to a decent hour of
 * that day. Epoch milliseconds; null when the owner wants no reminders, or the client has no use for one.
 * @param toldEpochMs - when the client was told of that time: by the confirmation, or by the news of a move
 */
export function reminderAtMs(
  startEpochMs: number,
  toldEpochMs: number,
  { opening, timeZone }: Shop,
): number | null {
  if (opening.reminderHoursBefore === null) return null
  const wantedEpochMs = startEpochMs - opening.reminderHoursBefore * msPerHour
  const { date, time } = epochMsToWallTime(wantedEpochMs, timeZone)
  // Zero-padded times sort like the minutes they stand for: the one in the middle is decent.
  const [, decent = time] = [decentFrom, time, decentUntil].sort()
  const atMs = decent === time ? wantedEpochMs : wallTimeToEpochMs(date, decent, timeZone)
  return atMs >= startEpochMs || atMs - toldEpochMs < quietAfterNewsMs ? null : atMs
}
