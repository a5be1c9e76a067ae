import type { Week } from '#shop/types.ts'
import { type Starts, toStarts } from '../../../booking/opening-hours.ts'
import { addDays, isTime, minutesToTime, timeToMinutes, weekdayNames } from '../../../booking/time.ts'
import { breaksIn, type Stretch } from '../timeline/scale.ts'

export type Weekday = (typeof weekdayNames)[number]

/** The week as typed: each start is "HH:MM", or empty while it's incomplete. */
export type TypedWeek = Readonly<Record<Weekday, readonly Starts[]>>
const someMonday = '2026-11-23'

export const days = weekdayNames.map((name, index) => ({ name, date: addDays(someMonday, index) }))
export const getSampleDate = (name: Weekday | null) =>
  days.find((day) => day.name === name)?.date ?? someMonday

const everyDay = <Value>(value: (name: Weekday) => Value) =>
  Object.fromEntries(weekdayNames.map((name) => [name, value(name)])) as Record<Weekday, Value>

export const toTypedWeek = (week: Week): TypedWeek => everyDay((name) => week[name].map(toStarts))

export const toWeek = (typed: TypedWeek): Week =>
  everyDay((name) => typed[name].map((starts) => starts.join('-')))

export const isSame = (a: readonly Starts[], b: readonly Starts[]) => String(a) === String(b)

/** The completely typed stretches, each from its first start to the end of the appointment at its last start. */
export const openDuring = (day: readonly Starts[], durationMinutes: number): Stretch[] =>
  day
    .filter(([first, last]) => isTime(first) && isTime(last) && first <= last)
    .map(([first, last]) => ({ from: timeToMinutes(first), to: timeToMinutes(last) + durationMinutes }))

const lunchStart = 12 * 60
const breakMinutes = 60
const halfHour = 30

interface PlannedBreak extends Stretch {
  index: number
}

/** The hour that a new break closes: from noon, or in the middle of the longest stretch; null if none fits. */
export function nextBreak(day: readonly Starts[], durationMinutes: number): PlannedBreak | null {
  const plans = day.flatMap(([first, last], index) => {
    if (!isTime(first) || !isTime(last)) return []
    const [start, end] = [timeToMinutes(first), timeToMinutes(last)]
    const middle = Math.round((start + end + durationMinutes - breakMinutes) / 2 / halfHour) * halfHour
    return [lunchStart, middle]
      .filter((from) => from - durationMinutes >= start && from + breakMinutes <= end)
      .map((from) => ({ index, from, long: end - start }))
  })
  const [longest] = plans.toSorted((a, b) => b.long - a.long)
  const plan = plans.find(({ from }) => from === lunchStart) ?? longest
  return plan ? { index: plan.index, from: plan.from, to: plan.from + breakMinutes } : null
}

export function withBreak(day: readonly Starts[], plan: PlannedBreak, durationMinutes: number): Starts[] {
  const [first, last] = day[plan.index] ?? ['', '']
  const before: Starts = [first, minutesToTime(plan.from - durationMinutes)]
  return day.toSpliced(plan.index, 1, before, [minutesToTime(plan.to), last])
}

export const withoutBreak = (day: readonly Starts[], index: number): Starts[] =>
  day.toSpliced(index, 2, [day[index]?.[0] ?? '', day[index + 1]?.[1] ?? ''])

/** The closed time after a stretch, or undefined if the next one follows without a break. */
export const breakAfter = (day: readonly Starts[], index: number, durationMinutes: number) =>
  breaksIn(openDuring(day.slice(index, index + 2), durationMinutes)).at(0)

export function getScale(week: TypedWeek, durationMinutes: number): Stretch {
  const open = weekdayNames.flatMap((name) => openDuring(week[name], durationMinutes))
  if (open.length === 0) return { from: 0, to: 24 * 60 }
  return {
    from: Math.floor(Math.min(...open.map(({ from }) => from)) / 60) * 60,
    to: Math.ceil(Math.max(...open.map(({ to }) => to)) / 60) * 60,
  }
}
