/** Formats the opening hours the way people write them. */
import { footerWords } from '#copy/booking-form.ts'
import { dates, shortDates } from '#copy/dates.ts'
import { type PublicOpening, toStarts } from './opening-hours.ts'
import { addDays, splitDate, timeToMinutes, weekdayName, weekdayNames } from './time.ts'

const daysAhead = 14

/** "9", "5:30" */
function clock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60]
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''}`
}

const isMorning = (minutes: number) => minutes % (24 * 60) < 12 * 60
const withHalf = (minutes: number) => footerWords.hour(clock(minutes), isMorning(minutes))

/** "9 AM-6 PM". Brief: "10-3", when morning and afternoon are obvious, and "1-5 PM". */
function stretchWords(stretch: string, durationMinutes: number, isBrief: boolean): string {
  const [first, last] = toStarts(stretch)
  const [from, to] = [timeToMinutes(first), timeToMinutes(last) + durationMinutes]
  const isAcrossNoon = isMorning(from) && !isMorning(to)
  if (isBrief && isAcrossNoon) return `${clock(from)}-${clock(to)}`
  return `${isBrief ? clock(from) : withHalf(from)}-${withHalf(to)}`
}

/**
 * One line for neighboring days with the same hours, then the special dates of the next two weeks.
 * @example "Mon-Fri 9 AM-6 PM
 * Sat 10-3
 * Sun closed
 * Dec 20 10-3
 * Closed Dec 24 and Dec 25"
 */
export function formatHours(
  { week, durationMinutes, dates: ofDates }: PublicOpening,
  earliest: string,
): string {
  const runs: { from: number; to: number; stretches: readonly string[] }[] = []
  for (const [day, name] of weekdayNames.entries()) {
    const run = runs.at(-1)
    if (run && String(run.stretches) === String(week[name])) run.to = day
    else runs.push({ from: day, to: day, stretches: week[name] })
  }
  const shortDay = (day: number) => shortDates.short(dates.weekdays[day] ?? '')
  const lines = runs.map(({ from, to, stretches }, at) => {
    const range = to > from ? `${shortDay(from)}-${shortDay(to)}` : shortDay(from)
    const hours = stretches.map((stretch) => stretchWords(stretch, durationMinutes, at > 0))
    return `${runs.length === 1 ? footerWords.everyDay : range} ${hours.join(', ') || footerWords.closed}`
  })
  const end = addDays(earliest, daysAhead)
  const shortDate = (date: string) => {
    const { month, day } = splitDate(date)
    return shortDates.monthDay(shortDates.short(month), day)
  }
  const different = Object.entries(ofDates)
    .filter(([date]) => date >= earliest && date < end)
    .filter(([date, stretches]) => String(stretches) !== String(week[weekdayName(date)]))
    .sort(([a], [b]) => a.localeCompare(b))
  const open = different
    .filter(([, stretches]) => stretches.length > 0)
    .map(([date, stretches]) => {
      const hours = stretches.map((stretch) => stretchWords(stretch, durationMinutes, true))
      return `${shortDate(date)} ${hours.join(', ')}`
    })
  const closed = different.filter(([, { length }]) => length === 0).map(([date]) => shortDate(date))
  return [
    ...lines,
    ...open,
    ...(closed.length > 0 ? [footerWords.closedOn(dates.several(closed))] : []),
  ].join('\n')
}
