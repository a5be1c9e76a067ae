import { bookingForm } from '#copy/booking-form.ts'
import type { Opening } from '#shop/types.ts'
import {
  earliestDate,
  isUniform,
  lastFrom,
  type PublicOpening,
  type PublicShop,
  type Shop,
  toStarts,
  weekStarts,
} from './opening-hours.ts'
import { formatTime, minutesToTime, timeToMinutes, weekdayNames } from './time.ts'

/** Facts of the landing page that the build does not know, and the marks that the server replaces with them. */
export const factMarks = {
  publicUrl: '%PUBLIC_URL%',
  anonKey: '%ANON_KEY%',
  earliestDate: '%EARLIEST_DATE%',
  /** "YYYY-MM-DD". If the owner sets no last date, it's the last one of four digits, because the field needs one. */
  latestDate: '%LATEST_DATE%',
  firstStart: '%FIRST_START%',
  lastStart: '%LAST_START%',
  timeHint: '%TIME_HINT%',
  /** The current opening hours as JSON, for the page to validate with. */
  opening: '%OPENING%',
  openingHours: '%OPENING_HOURS%',
}

export type PageFacts = Record<keyof typeof factMarks, string>

export type FormFacts = Pick<
  PageFacts,
  'earliestDate' | 'latestDate' | 'firstStart' | 'lastStart' | 'timeHint'
>

export function readFacts(earliest: string, shop: PublicShop): FormFacts {
  const [firstStart, lastStart] = weekStarts(shop.opening)
  const hint = isUniform(shop.opening) ? bookingForm.timeHint : bookingForm.timeHintByDay
  const timeHint = hint(formatTime(firstStart), formatTime(lastStart))
  return {
    earliestDate: earliest,
    latestDate: lastFrom(earliest, shop) ?? '9999-12-31',
    firstStart,
    lastStart,
    timeHint,
  }
}

export const formFacts = (shop: Shop, nowEpochMs: number) => readFacts(earliestDate(nowEpochMs, shop), shop)

const minutesPerDay = 24 * 60

const shortDays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** "Mo-Fr" for neighboring days, else "Mo,We,Fr". @param days - from 0 for Monday, in order */
function dayRange(days: readonly number[]): string {
  const names = days.map((day) => shortDays[day])
  const areNeighbors = Number(days.at(-1)) - Number(days[0]) === days.length - 1
  return areNeighbors && days.length > 2 ? `${names[0]}-${names.at(-1)}` : names.join(',')
}

/** A marker between the texts of a list in JSON; the build has put the quotes at both ends. */
const nextText = '","'

/**
 * For search engines: "Mo-Fr 09:00-18:00" for each stretch, until the consultation of the last start ends.
 * @see https://schema.org/openingHours
 */
function openingHours({ week, durationMinutes }: Opening): string {
  const daysOf = new Map<string, number[]>()
  for (const [day, name] of weekdayNames.entries()) {
    for (const stretch of week[name]) daysOf.set(stretch, [...(daysOf.get(stretch) ?? []), day])
  }
  return [...daysOf]
    .map(([stretch, days]) => {
      const [first, last] = toStarts(stretch)
      const closing = (timeToMinutes(last) + durationMinutes) % minutesPerDay
      return `${dayRange(days)} ${first}-${minutesToTime(closing)}`
    })
    .join(nextText)
}

export interface HoursAnswer {
  earliest_date: string
  opening: PublicOpening
}

export function hoursAnswer(shop: Shop, nowEpochMs: number): HoursAnswer {
  const earliest = earliestDate(nowEpochMs, shop)
  const { week, durationMinutes, latestDaysAhead } = shop.opening
  const closedDates = shop.opening.closedDates.filter((date) => date >= earliest)
  return { earliest_date: earliest, opening: { week, durationMinutes, closedDates, latestDaysAhead } }
}

export function pageFacts(
  shop: Shop,
  nowEpochMs: number,
  settings: Pick<PageFacts, 'publicUrl' | 'anonKey'>,
): PageFacts {
  const ofForm = formFacts(shop, nowEpochMs)
  const opening = JSON.stringify(hoursAnswer(shop, nowEpochMs).opening)
  return { ...settings, ...ofForm, opening, openingHours: openingHours(shop.opening) }
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

/** A proof of work: a solved challenge of the ALTCHA project, JSON `{ challenge, solution }` in Base64. */
export const proofHeader = 'altcha'
