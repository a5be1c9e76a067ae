import { desk } from '#copy/desk.ts'
import type { BlockedTime, WallStretch } from '../../../booking/appointment.ts'
import {
  appointmentInterval,
  closedPlaces,
  isFree,
  occupiedInterval,
  offeredTimes,
  overlaps,
} from '../../../booking/availability.ts'
import { type Shop, startsForDate } from '../../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import { type Interval, isShownOnce, isTime, timeToMinutes } from '../../../booking/time.ts'
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
  /** Closed for everyone. */
  blocked: (Placed<BlockedTime> & { bare: Stretch })[]
  /** Closed for some fitters, each in a lane. */
  away: InLane<BlockedTime>[]
  /** Times with a place left next to someone, each in a lane. */
  halfFree: InLane<null>[]
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
  const { busy, breaks, blocked, cancelled } = day
  const covered = [...busy, ...breaks, ...blocked.map(stretchOf), ...cancelled.map(stretchOf)]
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
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const covered = [...labels, ...bare.values()]
    const { from, to } = barePart(next, covered)
    const rivals = waiting.filter((other) => meets(other, { from, to }))
    const words = { from, to: Math.min(to, from + closedWordsMinutes) }
    const sharing = rivals.filter((other) => !subtract(other, [...covered, words]).some(hasRoom)).length
    const end = rivals.length === 0 ? to : Math.min(words.to, from + (to - from) / (sharing + 1))
    bare.set(next, { from, to: end })
  }
  return bare
}

/** The parts of a stretch in which someone is booked or away, and a place is left, each in one free lane. */
function placesLeft(stretch: Stretch, taken: readonly InLane<unknown>[], capacity: number): Stretch[] {
  const moments = [stretch.from, stretch.to, ...taken.flatMap(({ stretch: { from, to } }) => [from, to])]
    .filter((at) => at >= stretch.from && at <= stretch.to)
    .toSorted((a, b) => a - b)
  const parts: (Stretch & { lane: number })[] = []
  for (const [index, to] of moments.entries()) {
    const from = moments[index - 1] ?? to
    const lanes = taken.filter(({ stretch }) => meets(stretch, { from, to })).map(({ lane }) => lane)
    if (from === to || lanes.length === 0 || lanes.length >= capacity) continue
    const lane = freeLane(lanes)
    const before = parts.at(-1)
    if (before?.to === from && before.lane === lane) before.to = to
    else parts.push({ from, to, lane })
  }
  return parts.map(({ from, to }) => ({ from, to }))
}

function freeLane(taken: readonly number[]): number {
  let lane = 0
  while (taken.includes(lane)) lane += 1
  return lane
}

/** @param notBefore - minutes since midnight when open times start: now for today, null for a past day */
export function dayTimeline(date: string, agenda: Agenda, shop: Shop, notBefore: number | null): DayTimeline {
  const ofDay = agenda.appointments
    .filter((appointment) => appointment.appointment_date === date)
    .map((item) => ({ item, stretch: visitStretch(item) }))
  const confirmed = ofDay.filter(({ item }) => item.status === 'confirmed')
  const cancelled: Placed<DeskAppointment>[] = []
  const below: DeskAppointment[] = []
  for (const canceled of ofDay.filter(({ item }) => item.status === 'cancelled')) {
    const isTaken = [...confirmed, ...cancelled].some((other) => meets(other.stretch, canceled.stretch))
    if (isTaken) below.push(canceled.item)
    else cancelled.push(canceled)
  }
  const closed = agenda.blocked.flatMap((item) => {
    const stretch = onDay(item, date)
    return stretch ? [{ item, stretch }] : []
  })
  const { bufferMinutes, durationMinutes, capacity } = shop.opening
  const isAway = ({ item }: Placed<BlockedTime>) => item.places !== undefined && item.places < capacity
  const labels = [...confirmed, ...cancelled].map(stretchOf)
  const tape = buildTape(date, shop, labels, closed.map(stretchOf))
  const onTape = (stretch: Stretch) => (tape ? clip(stretch, tape) : [])
  const busy = agenda.busy.flatMap((time) => onDay(time, date) ?? []).flatMap(onTape)
  const ofClosed = (isOfSome: boolean) =>
    closed
      .filter((blockedTime) => isAway(blockedTime) === isOfSome)
      .flatMap(({ item, stretch }) => onTape(stretch).map((part) => ({ item, stretch: part })))
  const struck = ofClosed(false)
  const away = ofClosed(true)
  const shut = struck.map(stretchOf)
  const bare = bareParts(shut, labels)
  const hours = tape?.hours ?? []
  const taken = [
    ...confirmed.map(({ stretch: { from, to } }) => ({ from: from - bufferMinutes, to: to + bufferMinutes })),
    ...away.map(stretchOf),
    ...(shop.opening.busyCloses === 'one' ? busy : []),
    ...cancelled.map(stretchOf),
  ]
  const shutForAll = [...shut, ...(shop.opening.busyCloses === 'one' ? [] : busy)]
  const ahead = hours
    .flatMap(({ from, to }) => (notBefore === null ? [] : clip({ from, to }, { from: notBefore, to })))
    .flatMap((stretch) => subtract(stretch, shutForAll))
  const isLongEnough = (stretch: Stretch) => long(stretch) >= durationMinutes
  const there: Placed<Partial<{ visit: DeskAppointment; closed: BlockedTime }>>[] = [
    ...confirmed.map(({ item, stretch }) => ({ item: { visit: item }, stretch })),
    ...away.map(({ item, stretch }) => ({ item: { closed: item }, stretch })),
  ]
  const lanes = assignLanes(there)
  const halfFree = ahead
    .flatMap((stretch) => placesLeft(stretch, lanes, capacity))
    .filter(isLongEnough)
    .map((stretch) => ({ item: {}, stretch }))
  const placed = assignLanes<(typeof there)[number]['item']>(there, halfFree)
  return {
    date,
    tape,
    visits: placed.flatMap(({ item: { visit }, ...at }) => (visit ? [{ item: visit, ...at }] : [])),
    away: placed.flatMap(({ item: { closed }, ...at }) => (closed ? [{ item: closed, ...at }] : [])),
    halfFree: placed.flatMap(({ item, ...at }) => (item.visit || item.closed ? [] : [{ item: null, ...at }])),
    cancelled,
    below,
    blocked: struck.map((blockedTime) => ({
      ...blockedTime,
      bare: bare.get(blockedTime.stretch) ?? blockedTime.stretch,
    })),
    busy,
    breaks: breaksIn(hours),
    gaps: ahead.flatMap((stretch) => subtract(stretch, taken)).filter(isLongEnough),
    isClosedWhole: hours.length > 0 && hours.every((stretch) => subtract(stretch, shut).length === 0),
  }
}

export const lanesOf = ({ visits, away, halfFree }: DayTimeline) =>
  Math.max(1, ...[...visits, ...away, ...halfFree].map(({ lanes }) => lanes))

export const textTimes = ({ breaks, busy }: DayTimeline) => [
  ...breaks.map((stretch) => ({ stretch, words: breakWords(stretch), short: breakWords(stretch) })),
  ...busy.map((stretch) => ({ stretch, words: desk.day.busy, short: desk.day.busyShort })),
]

/** If the clock skips or repeats a wall time, an end of a closed time is as close to it as possible. */
function intervalOf({ from, to }: WallStretch, { timeZone }: Shop): Interval {
  const instant = (wallTime: string) =>
    Temporal.PlainDateTime.from(wallTime).toZonedDateTime(timeZone).epochMilliseconds
  return { startEpochMs: instant(from), endEpochMs: instant(to) }
}

function bookedIntervals(agenda: Agenda, shop: Shop, movingId?: string) {
  return agenda.appointments
    .filter(({ id, status }) => status === 'confirmed' && id !== movingId)
    .map((item) => ({
      item,
      ...occupiedInterval(
        { startEpochMs: Date.parse(item.starts_at), endEpochMs: Date.parse(item.ends_at) },
        shop,
      ),
    }))
}

/** Who is booked at a full time, and how many places there are; null if one is left. */
export function findBookedAt(
  { date, time }: { date: string; time: string },
  agenda: Agenda,
  shop: Shop,
  movingId?: string,
): DeskAppointment[] | null {
  if (!isTime(time) || !isShownOnce(date, time, shop.timeZone)) return null
  const booked = bookedIntervals(agenda, shop, movingId)
  const visit = appointmentInterval({ appointment_date: date, appointment_time: time }, shop)
  if (isFree(visit, booked, shop)) return null
  const occupied = occupiedInterval(visit, shop)
  return booked.filter((appointment) => overlaps(appointment, occupied)).map(({ item }) => item)
}

/**
 * Why clients can't come then, in the shop's own words; null if they can.
 * @param time - empty for the whole day
 */
export function closedAt(
  { date, time }: { date: string; time: string },
  agenda: Agenda,
  shop: Shop,
): { blockedTime: BlockedTime } | 'date' | 'weekday' | 'hours' | 'busy' | null {
  const { durationMinutes, dates, busyCloses } = shop.opening
  const hours = buildTape(date, shop, [], [])?.hours ?? []
  if (hours.length === 0) return dates[date] ? 'date' : 'weekday'
  const closed = agenda.blocked.flatMap((blockedTime) => {
    const stretch = onDay(blockedTime, date)
    return stretch && (blockedTime.places ?? shop.opening.capacity) >= shop.opening.capacity
      ? [{ blockedTime, stretch }]
      : []
  })
  const wholeDay = closed.find(({ stretch }) => hours.every((open) => subtract(open, [stretch]).length === 0))
  if (wholeDay) return wholeDay
  if (!isTime(time)) return null
  const from = timeToMinutes(time)
  const visit = { from, to: from + durationMinutes }
  const during = closed.find(({ stretch }) => meets(stretch, visit))
  if (during) return during
  if (!startsForDate(date, shop).some(([first, last]) => time >= first && time <= last)) return 'hours'
  const isBusy = agenda.busy.some((busy) => {
    const stretch = onDay(busy, date)
    return stretch && meets(stretch, visit)
  })
  return isBusy && busyCloses === 'everyone' ? 'busy' : null
}

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
  const occupied = [
    ...bookedIntervals(agenda, shop, movingId),
    ...closedPlaces(
      agenda.blocked.map((blockedTime) => ({
        ...intervalOf(blockedTime, shop),
        ...(blockedTime.places && { places: blockedTime.places }),
      })),
      agenda.busy.map((time) => intervalOf(time, shop)),
      shop.opening,
    ),
  ]
  return offeredTimes(date, shop).filter((time) => {
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
export function groupOverlapping<Item extends { stretch: Stretch }>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((a, b) => a.stretch.from - b.stretch.from)) {
    if (item.stretch.from >= end) groups.push([])
    groups.at(-1)?.push(item)
    end = Math.max(end, item.stretch.to)
  }
  return groups
}

/** @param last - get the lanes that the others leave */
export function assignLanes<Item>(
  items: readonly Placed<Item>[],
  last: readonly Placed<Item>[] = [],
): InLane<Item>[] {
  return groupOverlapping([...items, ...last]).flatMap((group) => {
    const placed: (Placed<Item> & { lane: number })[] = []
    const isLast = (item: Placed<Item>) => last.includes(item)
    for (const member of [...group.filter((member) => !isLast(member)), ...group.filter(isLast)]) {
      const taken = placed.filter((other) => meets(other.stretch, member.stretch)).map(({ lane }) => lane)
      placed.push({ ...member, lane: freeLane(taken) })
    }
    const lanes = Math.max(...placed.map(({ lane }) => lane)) + 1
    return placed.map((item) => ({ ...item, lanes }))
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
