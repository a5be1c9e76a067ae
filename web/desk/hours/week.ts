import type { Week } from '#shop/types.ts'
import { type Starts, toStarts } from '../../../booking/opening-hours.ts'
import { addDays, isTime, minutesOfDay, timeOfMinutes, weekdayNames } from '../../../booking/time.ts'
import { breaksIn, type Stretch } from '../timeline/scale.ts'

export type Weekday = (typeof weekdayNames)[number]

/** The week as it is typed: each start "HH:MM", or empty while it is typed. */
export type TypedWeek = Readonly<Record<Weekday, readonly Starts[]>>

/** A Monday. From it on, the weekdays have their names. */
const someMonday = '2026-11-23'

export const days = weekdayNames.map((name, index) => ({ name, date: addDays(someMonday, index) }))

/** A date with that weekday, for its name. */
export const dateOf = (name: Weekday | null) => days.find((day) => day.name === name)?.date ?? someMonday

const everyDay = <Value>(of: (name: Weekday) => Value) =>
  Object.fromEntries(weekdayNames.map((name) => [name, of(name)])) as Record<Weekday, Value>

export const toTypedWeek = (week: Week): TypedWeek => everyDay((name) => week[name].map(toStarts))

export const toWeek = (typed: TypedWeek): Week =>
  everyDay((name) => typed[name].map((starts) => starts.join('-')))

export const isSame = (a: readonly Starts[], b: readonly Starts[]) => String(a) === String(b)

/** The completely typed stretches, each from its first start to the end of the appointment at its last start. */
export function openDuring(day: readonly Starts[], durationMinutes: number): Stretch[] {
  return day
    .filter((starts) => starts.every(isTime))
    .map(([first, last]) => ({ from: minutesOfDay(first), to: minutesOfDay(last) + durationMinutes }))
    .filter(({ from, to }) => to - from >= durationMinutes)
}

/** An impossible stretch: it runs backwards, or it starts before the previous one ends. */
export type WeekFault =
  | { why: 'order'; index: number }
  /** `free`: when the stretch can start, in minutes since midnight. */
  | { why: 'overlap'; index: number; free: number }

export function faultIn(day: readonly Starts[], durationMinutes: number): WeekFault | undefined {
  let free = 0
  for (const [index, [first, last]] of day.entries()) {
    if (!isTime(first) || !isTime(last)) return undefined
    if (first > last) return { why: 'order', index }
    if (minutesOfDay(first) < free) return { why: 'overlap', index, free }
    free = minutesOfDay(last) + durationMinutes
  }
}

const lunchStart = 12 * 60
const breakMinutes = 60
const halfHour = 30

/** The stretch that a break would split, and the hours of the break. */
interface PlannedBreak extends Stretch {
  index: number
}

/** The hour that a new break closes: from noon, or in the middle of the longest stretch; null where none fits. */
export function nextBreak(day: readonly Starts[], durationMinutes: number): PlannedBreak | null {
  const fits = (index: number, from: number) => {
    const [first = '', last = ''] = day[index] ?? []
    if (!isTime(first) || !isTime(last)) return false
    return from - durationMinutes >= minutesOfDay(first) && from + breakMinutes <= minutesOfDay(last)
  }
  const noon = day.findIndex((_, index) => fits(index, lunchStart))
  if (noon >= 0) return { index: noon, from: lunchStart, to: lunchStart + breakMinutes }
  const middles = day.flatMap(([first, last], index) => {
    if (!isTime(first) || !isTime(last)) return []
    const [from, to] = [minutesOfDay(first), minutesOfDay(last) + durationMinutes]
    const middle = Math.round((from + to - breakMinutes) / 2 / halfHour) * halfHour
    return fits(index, middle) ? [{ index, from: middle, to: middle + breakMinutes, long: to - from }] : []
  })
  const [longest] = middles.sort((a, b) => b.long - a.long)
  return longest ? { index: longest.index, from: longest.from, to: longest.to } : null
}

export function withBreak(
  day: readonly Starts[],
  { index, from, to }: PlannedBreak,
  durationMinutes: number,
): Starts[] {
  return day.flatMap(([first, last], at): Starts[] =>
    at === index
      ? [
          [first, timeOfMinutes(from - durationMinutes)],
          [timeOfMinutes(to), last],
        ]
      : [[first, last]],
  )
}

/** Joins a stretch with the one after it. */
export function withoutBreak(day: readonly Starts[], index: number): Starts[] {
  return day.flatMap(([first, last], at): Starts[] => {
    if (at === index + 1) return []
    return [[first, at === index ? (day[index + 1]?.[1] ?? last) : last]]
  })
}

/** The closed time after a stretch, or undefined where the next one follows without a break. */
export const breakAfter = (day: readonly Starts[], index: number, durationMinutes: number) =>
  breaksIn(openDuring(day.slice(index, index + 2), durationMinutes)).at(0)

/** The whole hours that all seven strips share, from the earliest opening to the latest end. */
export function scaleOf(week: TypedWeek, durationMinutes: number): { from: number; hours: number } {
  const open = weekdayNames.flatMap((name) => openDuring(week[name], durationMinutes))
  if (open.length === 0) return { from: 0, hours: 24 }
  const from = Math.floor(Math.min(...open.map((one) => one.from)) / 60)
  const to = Math.ceil(Math.max(...open.map((one) => one.to)) / 60)
  return { from, hours: to - from }
}
