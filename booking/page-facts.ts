import { bookingForm } from '../site/copy/booking-form.ts'
import { timeWords } from './date-words.ts'
import { earliestDate } from './dates.ts'
import { openingHours } from './opening-hours.ts'
import type { Shop } from './shop.ts'

/** What the booking form says of the hours that it takes. */
export interface OfferedHours {
  /** "HH:MM" */
  firstStart: string
  /** "HH:MM" */
  lastStart: string
  timeHint: string
}

export interface FormFacts extends OfferedHours {
  /** "YYYY-MM-DD" */
  earliestDate: string
}

/** What the landing page says that is not known when it is built. One without a mark does not compile. */
const factNames = [
  /** Without a slash at the end. */
  'publicUrl',
  'anonKey',
  'earliestDate',
  'firstStart',
  'lastStart',
  'timeHint',
  /** The `Opening` in force, as JSON: what the page's script checks by. */
  'opening',
  /** For search engines. */
  'openingHours',
] as const

export type PageFacts = Record<(typeof factNames)[number], string>

export function offeredHours({ opening: { firstStart, lastStart } }: Shop): OfferedHours {
  const timeHint = bookingForm.timeHint(timeWords(firstStart), timeWords(lastStart))
  return { firstStart, lastStart, timeHint }
}

export function formFacts(shop: Shop, nowEpochMs: number): FormFacts {
  return { ...offeredHours(shop), earliestDate: earliestDate(nowEpochMs, shop) }
}

export function pageFacts(
  shop: Shop,
  nowEpochMs: number,
  settings: Pick<PageFacts, 'publicUrl' | 'anonKey'>,
): PageFacts {
  const ofForm = formFacts(shop, nowEpochMs)
  const closedDates = shop.opening.closedDates.filter((date) => date >= ofForm.earliestDate)
  const opening = JSON.stringify({ ...shop.opening, closedDates })
  return { ...settings, ...ofForm, opening, openingHours: openingHours(shop.opening) }
}

/** What stands in the built landing page where the server writes each fact. */
export const factMarks: PageFacts = {
  publicUrl: '%PUBLIC_URL%',
  anonKey: '%ANON_KEY%',
  earliestDate: '%EARLIEST_DATE%',
  firstStart: '%FIRST_START%',
  lastStart: '%LAST_START%',
  timeHint: '%TIME_HINT%',
  opening: '%OPENING%',
  openingHours: '%OPENING_HOURS%',
}

/** The text with the facts where the build has left their marks. They stand in attributes and in JSON. */
export function withFacts(text: string, facts: Partial<PageFacts>): string {
  return factNames.reduce((filled, name) => {
    const fact = facts[name]?.replaceAll('"', '&quot;')
    return fact === undefined ? filled : filled.replaceAll(factMarks[name], () => fact)
  }, text)
}
