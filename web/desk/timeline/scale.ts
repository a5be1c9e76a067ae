import type { WallStretch } from '../../../booking/appointment.ts'
import { type Shop, startsForDate } from '../../../booking/opening-hours.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { msPerMinute, timeToMinutes } from '../../../booking/time.ts'

/** Minutes since midnight, end exclusive. */
export interface Stretch {
  from: number
  to: number
}

export interface Timeline extends Stretch {
  hours: readonly Stretch[]
}

/** An inch is an hour, however short the appointments are. */
export const inchMinutes = 60

/**
 * From each first start to the end of the appointment at the last one. Stretches without a break between them are one.
 */
function openingHours(date: string, shop: Shop): Stretch[] {
  const open: Stretch[] = []
  for (const [first, last] of startsForDate(date, shop)) {
    const [from, to] = [timeToMinutes(first), timeToMinutes(last) + shop.opening.durationMinutes]
    const before = open.at(-1)
    if (before && from <= before.to) before.to = to
    else open.push({ from, to })
  }
  return open
}

function wholeOf(stretches: readonly Stretch[]): Stretch | null {
  const [first, last] = [stretches[0], stretches.at(-1)]
  return first && last ? { from: first.from, to: last.to } : null
}

export function breaksIn(hours: readonly Stretch[]): Stretch[] {
  const day = wholeOf(hours)
  return day ? subtract(day, hours) : []
}

/**
 * @param visits - current and canceled appointments, which extend the timeline to full hours
 * @param blocked - closed times, which extend it only if they're outside the hours: a day off isn't 24 hours long
 * @returns null without hours and appointments
 */
export function buildTape(
  date: string,
  shop: Shop,
  visits: readonly Stretch[],
  blocked: readonly Stretch[],
): Timeline | null {
  const open = openingHours(date, shop)
  const hours = wholeOf(open)
  const shown = [...visits, ...(hours ? blocked.filter((blockedTime) => !meets(blockedTime, hours)) : [])]
  if (!hours && shown.length === 0) return null
  const { from, to } = hours ?? { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  const starts = shown
    .filter((stretch) => stretch.from < from)
    .map((stretch) => Math.floor(stretch.from / 60) * 60)
  const ends = shown.filter((stretch) => stretch.to > to).map((stretch) => Math.ceil(stretch.to / 60) * 60)
  return { from: Math.min(from, ...starts), to: Math.max(to, ...ends), hours: open }
}

/** The fraction of an inch before the start, so lines are at full hours. */
export const intoInch = ({ from }: Stretch) => (from % inchMinutes) / inchMinutes
export const lengthInInches = ({ from, to }: Stretch) => (to - from) / inchMinutes

export function inches({ from, to }: Stretch): number[] {
  const first = Math.ceil(from / inchMinutes) * inchMinutes
  const count = Math.max(0, Math.ceil((to - first) / inchMinutes))
  return Array.from({ length: count }, (_, index) => first + index * inchMinutes)
}

/** Minutes of the shortest appointment, at most an inch. If its label would be too low, an inch grows. */
export const findShortest = (visits: readonly Stretch[]) =>
  Math.min(inchMinutes, ...visits.map(({ from, to }) => to - from))

/** Below this, a label may have room for only one line. */
const lowMinutes = 45

/** The name with an initial, for a narrow label of one line: "Omar F." */
export function shortName(name: string, minutes: number): string | null {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const [initial = ''] = rest.at(-1) ?? ''
  return minutes < lowMinutes && rest.length > 0 ? `${first} ${initial}.` : null
}

const dayMinutes = 24 * 60

export function onDay({ from, to }: WallStretch, date: string): Stretch | null {
  const minutes = (wallTime: string) => {
    const [day = '', time = ''] = wallTime.split('T')
    if (day !== date) return day < date ? 0 : dayMinutes
    return timeToMinutes(time)
  }
  const stretch = { from: minutes(from), to: minutes(to) }
  return stretch.from < stretch.to ? stretch : null
}

export function visitStretch({ appointment_time, starts_at, ends_at }: DeskAppointment): Stretch {
  const from = timeToMinutes(appointment_time)
  return { from, to: from + (Date.parse(ends_at) - Date.parse(starts_at)) / msPerMinute }
}

export const meets = (a: Stretch, b: Stretch) => a.from < b.to && b.from < a.to

export function clip(stretch: Stretch, bounds: Stretch): Stretch[] {
  const part = { from: Math.max(stretch.from, bounds.from), to: Math.min(stretch.to, bounds.to) }
  return part.from < part.to ? [part] : []
}

export function subtract(stretch: Stretch, others: readonly Stretch[]): Stretch[] {
  const uncovered = (part: Stretch, { from, to }: Stretch) => [
    ...clip(part, { from: part.from, to: from }),
    ...clip(part, { from: to, to: part.to }),
  ]
  return others.reduce((left, taken) => left.flatMap((part) => uncovered(part, taken)), [stretch])
}

/** In a chart, the longest bar takes between 75 and 90% of the width. */
const [shareMin, shareMax] = [0.75, 0.9]

/** The step between the numbers on a chart's axis: 1, 2, 5, 10, 20, 50, and so on, for about five numbers. */
export function roundStep(longest: number): number {
  const rough = longest / 5
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? 10 * power
}

/** The units of a chart's whole width: a multiple of the step if one is within the limits. */
export function widthInUnits(longest: number): number {
  const step = roundStep(longest)
  const rounded = Math.ceil(longest / shareMax / step) * step
  return longest / rounded >= shareMin ? rounded : longest / ((shareMin + shareMax) / 2)
}
