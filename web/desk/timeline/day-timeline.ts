import { desk } from '#copy/desk.ts'
import type { BlockedTime } from '../../../booking/appointment.ts'
import { appointmentInterval, isFree, occupiedInterval, offeredTimes } from '../../../booking/availability.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import { isShownOnce, timeToMinutes } from '../../../booking/time.ts'
import { breakWords } from '../ui/words.ts'
import {
  breaksIn,
  buildTape,
  clip,
  inchMinutes,
  meets,
  onDay,
  type Stretch,
  subtract,
  type Timeline,
  visitStretch,
} from './scale.ts'

interface Placed<Item> {
  item: Item
  stretch: Stretch
}

export interface DayTimeline {
  date: string
  /** null on a day without opening hours and without appointments. */
  tape: Timeline | null
  visits: InLane<DeskAppointment>[]
  /** Those whose time is still open. The others are in `below`. */
  cancelled: Placed<DeskAppointment>[]
  below: DeskAppointment[]
  closures: (Placed<BlockedTime> & { bare: Stretch })[]
  busy: Stretch[]
  breaks: Stretch[]
  gaps: Stretch[]
  isClosedWhole: boolean
}

const stretchOf = ({ stretch }: { stretch: Stretch }) => stretch
const long = ({ from, to }: Stretch) => to - from
const roomForWordsMinutes = 3 * inchMinutes

/** An empty part of a day's own timeline, or its week's, with room for some text; or null. */
export function findTextSpace(day: DayTimeline, tape: Timeline): Stretch | null {
  const { busy, breaks, closures, cancelled } = day
  const covered = [...busy, ...breaks, ...closures.map(stretchOf), ...cancelled.map(stretchOf)]
  return subtract(tape, covered).find((part) => long(part) >= roomForWordsMinutes) ?? null
}

const closedWordsMinutes = 60
const hasRoom = (part: Stretch) => long(part) >= closedWordsMinutes

/** The part of a closed time for its text: the first large enough that no label covers. */
function barePart(closed: Stretch, covered: readonly Stretch[]): Stretch {
  const parts = subtract(closed, covered)
  const [longest = closed] = parts.toSorted((a, b) => long(b) - long(a))
  return parts.find(hasRoom) ?? longest
}

/** The same for each closed time, so the texts of overlapping ones don't cover each other. */
function bareParts(closed: readonly Stretch[], labels: readonly Stretch[]): Map<Stretch, Stretch> {
  const bare = new Map<Stretch, Stretch>()
  // Shorter ones come first, because they have less choice.
  const waiting = closed.toSorted((a, b) => long(a) - long(b))
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const covered = [...labels, ...bare.values()]
    const { from, to } = barePart(one, covered)
    const rivals = waiting.filter((other) => meets(other, { from, to }))
    const words = { from, to: Math.min(to, from + closedWordsMinutes) }
    const sharing = rivals.filter((other) => !subtract(other, [...covered, words]).some(hasRoom)).length
    const end = rivals.length === 0 ? to : Math.min(words.to, from + (to - from) / (sharing + 1))
    bare.set(one, { from, to: end })
  }
  return bare
}

/** @param notBefore - minutes since midnight where open times start: now, if it is today; null for a past day */
export function dayTimeline(date: string, agenda: Agenda, shop: Shop, notBefore: number | null): DayTimeline {
  const ofDay = agenda.appointments
    .filter((one) => one.appointment_date === date)
    .map((item) => ({ item, stretch: visitStretch(item) }))
  const visits = assignLanes(ofDay.filter(({ item }) => item.status === 'confirmed'))
  const cancelled: Placed<DeskAppointment>[] = []
  const below: DeskAppointment[] = []
  for (const one of ofDay.filter(({ item }) => item.status === 'cancelled')) {
    const isTaken = [...visits, ...cancelled].some((other) => meets(other.stretch, one.stretch))
    if (isTaken) below.push(one.item)
    else cancelled.push(one)
  }
  const closed = agenda.closures.flatMap((item) => {
    const stretch = onDay(item, date)
    return stretch ? [{ item, stretch }] : []
  })
  const labels = [...visits, ...cancelled].map(stretchOf)
  const tape = buildTape(date, shop, labels, closed.map(stretchOf))
  const onTape = (stretch: Stretch) => (tape ? clip(stretch, tape) : [])
  const busy = agenda.busy.flatMap((one) => onDay(one, date) ?? []).flatMap(onTape)
  const struck = closed.flatMap(({ item, stretch }) =>
    onTape(stretch).map((part) => ({ item, stretch: part })),
  )
  const shut = struck.map(stretchOf)
  const bare = bareParts(shut, labels)
  const hours = tape?.hours ?? []
  const { bufferMinutes, durationMinutes } = shop.opening
  const filled = [
    ...visits.map(({ stretch: { from, to } }) => ({ from: from - bufferMinutes, to: to + bufferMinutes })),
    ...shut,
    ...busy,
    ...cancelled.map(stretchOf),
  ]
  return {
    date,
    tape,
    visits,
    cancelled,
    below,
    closures: struck.map((one) => ({ ...one, bare: bare.get(one.stretch) ?? one.stretch })),
    busy,
    breaks: breaksIn(hours),
    gaps: hours
      .flatMap(({ from, to }) => (notBefore === null ? [] : clip({ from, to }, { from: notBefore, to })))
      .flatMap((stretch) => subtract(stretch, filled))
      .filter((stretch) => long(stretch) >= durationMinutes),
    isClosedWhole: hours.length > 0 && hours.every((stretch) => subtract(stretch, shut).length === 0),
  }
}

export const quietTimes = ({ breaks, busy }: DayTimeline) => [
  ...breaks.map((stretch) => ({ stretch, words: breakWords(stretch), short: breakWords(stretch) })),
  ...busy.map((stretch) => ({ stretch, words: desk.day.busy, short: desk.day.busyShort })),
]

/**
 * The open start times of a day, "HH:MM". The owner can still book later times today, which clients can't.
 * @param movingId - an appointment whose own time counts as open
 */
export function freeTimes(
  date: string,
  agenda: Agenda,
  shop: Shop,
  nowEpochMs: number,
  movingId?: string,
): string[] {
  const { durationMinutes } = shop.opening
  const occupied = agenda.appointments
    .filter(({ id, status }) => status === 'confirmed' && id !== movingId)
    .map(({ starts_at, ends_at }) =>
      occupiedInterval({ startEpochMs: Date.parse(starts_at), endEpochMs: Date.parse(ends_at) }, shop),
    )
  const shut = [...agenda.closures, ...agenda.busy].flatMap((one) => onDay(one, date) ?? [])
  return offeredTimes(date, shop).filter((time) => {
    const from = timeToMinutes(time)
    if (shut.some((other) => meets(other, { from, to: from + durationMinutes }))) return false
    if (!isShownOnce(date, time, shop.timeZone)) return false
    const visit = appointmentInterval({ appointment_date: date, appointment_time: time }, shop)
    return visit.startEpochMs >= nowEpochMs && isFree(visit, occupied, shop)
  })
}

export interface InLane<Item> extends Placed<Item> {
  lane: number
  lanes: number
}

/** Groups stretches that overlap, directly or through others, and so share the width. Early to late. */
export function groupOverlapping<One extends { stretch: Stretch }>(items: readonly One[]): One[][] {
  const groups: One[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const one of items.toSorted((a, b) => a.stretch.from - b.stretch.from)) {
    if (one.stretch.from >= end) groups.push([])
    groups.at(-1)?.push(one)
    end = Math.max(end, one.stretch.to)
  }
  return groups
}

export function assignLanes<Item>(items: readonly Placed<Item>[]): InLane<Item>[] {
  return groupOverlapping(items).flatMap((group) => {
    const placed: (Placed<Item> & { lane: number })[] = []
    for (const one of group) {
      const taken = placed.filter((other) => meets(other.stretch, one.stretch)).map(({ lane }) => lane)
      let lane = 0
      while (taken.includes(lane)) lane += 1
      placed.push({ ...one, lane })
    }
    const lanes = Math.max(...placed.map(({ lane }) => lane)) + 1
    return placed.map((one) => ({ ...one, lanes }))
  })
}

/** An agenda of these days with a changed appointment; undefined if the change doesn't affect it. */
export function applyChange(
  agenda: Agenda,
  { from, to }: { from: string; to: string },
  changed: DeskAppointment,
): Agenda | undefined {
  const others = agenda.appointments.filter(({ id }) => id !== changed.id)
  const { appointment_date: date } = changed
  const belongs = from <= date && date <= to
  if (!belongs && others.length === agenda.appointments.length) return undefined
  const appointments = belongs ? [...others, changed] : others
  return { ...agenda, appointments: appointments.sort((a, b) => a.starts_at.localeCompare(b.starts_at)) }
}
