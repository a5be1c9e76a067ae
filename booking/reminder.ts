import type { Shop } from './shop.ts'

const msPerHour = 60 * 60_000
/** Nobody is reminded before eight in the morning or after eight in the evening, on the shop's clock. */
const decentFrom = '08:00'
const decentUntil = '20:00'

/**
 * When a client is reminded of an appointment: the owner's number of hours before it, moved to a decent hour of
 * that day. Epoch milliseconds; null when the owner wants no reminders.
 */
export function reminderAtMs(startEpochMs: number, { opening, timeZone }: Shop): number | null {
  if (opening.reminderHoursBefore === null) return null
  const wanted = Temporal.Instant.fromEpochMilliseconds(
    startEpochMs - opening.reminderHoursBefore * msPerHour,
  ).toZonedDateTimeISO(timeZone)
  const time = wanted.toPlainTime()
  const earliest = Temporal.PlainTime.from(decentFrom)
  const latest = Temporal.PlainTime.from(decentUntil)
  if (Temporal.PlainTime.compare(time, earliest) < 0) return wanted.withPlainTime(earliest).epochMilliseconds
  if (Temporal.PlainTime.compare(time, latest) > 0) return wanted.withPlainTime(latest).epochMilliseconds
  return wanted.epochMilliseconds
}
