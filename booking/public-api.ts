import { bookingForm } from '#copy/booking-form.ts'
import type { Opening } from '#shop/types.ts'
import { formatHours } from './hours-words.ts'
import {
  allStarts,
  earliestDate,
  isUniform,
  lastFrom,
  type PublicOpening,
  type PublicShop,
  type Shop,
  toStarts,
  weekStarts,
} from './opening-hours.ts'
import { addDays, formatTime, minutesToTime, timeToMinutes, weekdayName, weekdayNames } from './time.ts'

/** Without JavaScript, one value replaces the two fields: "2026-12-07 09:30". */
export const toField = 'to'

/** Facts of the landing page that the build doesn't know. The server fills them in at these marks. */
export const factMarks = {
  publicUrl: '%PUBLIC_URL%',
  anonKey: '%ANON_KEY%',
  earliestDate: '%EARLIEST_DATE%',
  /** "YYYY-MM-DD". If the owner sets no last date, it's the last one of four digits, because the field needs one. */
  latestDate: '%LATEST_DATE%',
  firstStart: '%FIRST_START%',
  lastStart: '%LAST_START%',
  timeHint: '%TIME_HINT%',
  /** The lines of booking/hours-words.ts. */
  hoursWords: '%HOURS_WORDS%',
  /** The current opening hours as JSON, for the page to validate with. */
  opening: '%OPENING%',
  /** The items of a list in JSON. */
  openingHours: '%OPENING_HOURS%',
}

export type PageFacts = Record<keyof typeof factMarks, string>

export type FormFacts = Pick<
  PageFacts,
  'earliestDate' | 'latestDate' | 'firstStart' | 'lastStart' | 'timeHint' | 'hoursWords'
>

export function readFacts(earliest: string, shop: PublicShop): FormFacts {
  const [firstStart, lastStart] = allStarts(shop.opening)
  const hint = isUniform(shop.opening) ? bookingForm.timeHint : bookingForm.timeHintByDay
  const [first, last] = weekStarts(shop.opening)
  const timeHint = hint(formatTime(first), formatTime(last))
  return {
    earliestDate: earliest,
    latestDate: lastFrom(earliest, shop) ?? '9999-12-31',
    firstStart,
    lastStart,
    timeHint,
    hoursWords: formatHours(shop.opening, earliest),
  }
}

export const formFacts = (shop: Shop, nowEpochMs: number) => readFacts(earliestDate(nowEpochMs, shop), shop)

const minutesPerDay = 24 * 60

/** How far ahead search engines get special hours. */
const searchedDaysAhead = 60

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Until the consultation of the last start ends. Without stretches the date is closed, which search engines read from
 * two midnights.
 */
function hoursOf(stretches: readonly string[], durationMinutes: number, when: object) {
  const hours = stretches.map((stretch) => {
    const [opens, last] = toStarts(stretch)
    return { opens, closes: minutesToTime((timeToMinutes(last) + durationMinutes) % minutesPerDay) }
  })
  return (hours.length > 0 ? hours : [{ opens: '00:00', closes: '00:00' }]).map(({ opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    ...when,
    opens,
    closes,
  }))
}

/**
 * For search engines: the week, then the upcoming dates that differ from it, as the items of a list in JSON.
 * @see https://developers.google.com/search/docs/appearance/structured-data/local-business
 */
function openingHours({ week, durationMinutes, dates }: Opening, earliest: string): string {
  const daysOf = new Map<string, string[]>()
  for (const name of weekdayNames)
    for (const stretch of week[name]) daysOf.set(stretch, [...(daysOf.get(stretch) ?? []), titled(name)])
  const weekly = [...daysOf].flatMap(([stretch, dayOfWeek]) =>
    hoursOf([stretch], durationMinutes, { dayOfWeek }),
  )

  const end = addDays(earliest, searchedDaysAhead)
  const runs: { from: string; through: string; stretches: readonly string[] }[] = []
  for (const [date, stretches] of Object.entries(dates).sort(([a], [b]) => a.localeCompare(b))) {
    if (date < earliest || date >= end || String(stretches) === String(week[weekdayName(date)])) continue
    const run = runs.at(-1)
    if (run && addDays(run.through, 1) === date && String(run.stretches) === String(stretches))
      run.through = date
    else runs.push({ from: date, through: date, stretches })
  }
  const special = runs.flatMap(({ from, through, stretches }) =>
    hoursOf(stretches, durationMinutes, { validFrom: from, validThrough: through }),
  )
  return [...weekly, ...special].map((entry) => JSON.stringify(entry)).join()
}

export interface HoursAnswer {
  earliest_date: string
  opening: PublicOpening
}

export function hoursAnswer(shop: Shop, nowEpochMs: number): HoursAnswer {
  const earliest = earliestDate(nowEpochMs, shop)
  const { week, durationMinutes, earliestHoursAhead, latestDaysAhead } = shop.opening
  const dates = Object.fromEntries(Object.entries(shop.opening.dates).filter(([date]) => date >= earliest))
  return {
    earliest_date: earliest,
    opening: { week, durationMinutes, dates, earliestHoursAhead, latestDaysAhead },
  }
}

export function pageFacts(
  shop: Shop,
  nowEpochMs: number,
  settings: Pick<PageFacts, 'publicUrl' | 'anonKey'>,
): PageFacts {
  const ofForm = formFacts(shop, nowEpochMs)
  const opening = JSON.stringify(hoursAnswer(shop, nowEpochMs).opening)
  return { ...settings, ...ofForm, opening, openingHours: openingHours(shop.opening, ofForm.earliestDate) }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The owner's texts go into elements and attributes. The opening hours go into JSON, without HTML escapes. */
export function fillInFacts(text: string, facts: Partial<PageFacts>): string {
  return Object.entries(facts).reduce((filled, [name, fact]) => {
    const written = name === 'openingHours' ? fact : escaped(fact)
    return filled.replaceAll(factMarks[name as keyof PageFacts], () => written)
  }, text)
}
/** People don't see this field, and password managers store no such value. Bots fill in every field. */
export const honeypotField = 'website'
