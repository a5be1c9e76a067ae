import { business } from '../site/business.ts'
import type { Shop } from './shop.ts'

/** "Thursday, December 3, 2026 at 10:30 AM, Dallas time", as mails and pages say it. */
export function shownTime(startEpochMs: number, { timeZone }: Shop): string {
  const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone })
  return `${words.format(startEpochMs)}, ${business.timeZoneName}`
}
