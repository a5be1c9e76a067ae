import type { Shop } from '../booking/shop.ts'
import { business } from '../site/business.ts'

/** "Thursday, December 3, 2026 at 10:30 AM, Dallas time", as mails and pages say it. */
export function shownTime(startEpochMs: number, { timeZone }: Shop): string {
  const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone })
  return `${words.format(startEpochMs)}, ${business.timeZoneName}`
}

// Wall time has no zone; read and shown in the same one, it stays what it is.
const dayWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const timeWords = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })

/** "2026-12-03" as "Thursday, December 3, 2026". */
export function shownDay(date: string): string {
  return dayWords.format(Date.parse(`${date}T00:00Z`))
}

/** "10:30" as "10:30 AM". */
export function shownWallTime(time: string): string {
  return timeWords.format(Date.parse(`2000-01-01T${time}Z`))
}
