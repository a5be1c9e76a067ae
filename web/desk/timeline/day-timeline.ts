import type { BlockedTime } from '../../../booking/appointment.ts'
import { appointmentInterval, isFree, occupiedInterval, offeredTimes } from '../../../booking/availability.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import { minutesOfDay } from '../../../booking/time.ts'
import {
  breaksIn,
  inchMinutes,
  meets,
  onDay,
  type Stretch,
  type Timeline,
  tapeOf,
  visitStretch,
  within,
  without,
} from './scale.ts'

/** One day, laid out on the timeline. */
export interface DayTimeline {
  date: string
  /** null on a day without opening hours and without appointments. */
  tape: Timeline | null
  visits: InLane<DeskAppointment>[]
  /** Canceled appointments whose time is still open. */
  cancelled: { item: DeskAppointment; stretch: Stretch }[]
  /** Canceled appointments whose time is booked again. */
  below: DeskAppointment[]
  closures: { item: BlockedTime; stretch: Stretch; bare: Stretch }[]
  busy: Stretch[]
  /** The closed times between its opening hours, like lunch. */
  breaks: Stretch[]
  /** Open times, long enough for an appointment. */
  gaps: Stretch[]
  /** Whether blocked times cover all opening hours. */
  isClosedWhole: boolean
}

function stretchesOf<Item extends { from: string; to: string }>(items: readonly Item[], date: string) {
  return items.flatMap((item) => {
    const stretch = onDay(item, date)
    return stretch ? [{ item, stretch }] : []
  })
}

const roomForWordsInches = 3

/**
 * An empty part of a day without clients, with room for some text; or null.
 *
 * @param tape - the day's own timeline, or its week's
 */
export function roomForWords(day: DayTimeline, tape: Timeline): Stretch | null {
  const { busy, breaks, closures, cancelled } = day
  const covered = [...busy, ...breaks, ...[...closures, ...cancelled].map(({ stretch }) => stretch)]
  const neededMinutes = roomForWordsInches * inchMinutes
  return without(tape, covered).find(({ from, to }) => to - from >= neededMinutes) ?? null
}

const closedWordsMinutes = 60

const long = ({ from, to }: Stretch) => to - from

const hasRoom = (part: Stretch) => long(part) >= closedWordsMinutes

/** The part of a blocked time for its text: the first with enough room that no label covers. */
function barePart(closed: Stretch, covered: readonly Stretch[]): Stretch {
  const parts = without(closed, covered)
  const [longest = closed] = parts.toSorted((a, b) => long(b) - long(a))
  return parts.find(hasRoom) ?? longest
}

/** The same for each blocked time: texts of overlapping blocked times don't cover each other. */
function bareParts(closed: readonly Stretch[], labels: readonly Stretch[]): Map<Stretch, Stretch> {
  const bare = new Map<Stretch, Stretch>()
  // Shorter ones come first, because they have less choice.
  const waiting = closed.toSorted((a, b) => long(a) - long(b))
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const covered = [...labels, ...bare.values()]
    const { from, to } = barePart(one, covered)
    const rivals = waiting.filter((other) => meets(other, { from, to }))
    const words = { from, to: Math.min(to, from + closedWordsMinutes) }
    const sharing = rivals.filter((other) => !without(other, [...covered, words]).some(hasRoom)).length
    const end = rivals.length === 0 ? to : Math.min(words.to, from + (to - from) / (sharing + 1))
    bare.set(one, { from, to: end })
  }
  return bare
}

/** Canceled appointments keep their place while it is free. */
function placeCancelled(cancelled: readonly DeskAppointment[], taken: readonly Stretch[]) {
  const kept: { item: DeskAppointment; stretch: Stretch }[] = []
  const below: DeskAppointment[] = []
  for (const item of cancelled) {
    const stretch = visitStretch(item)
    const others = [...taken, ...kept.map((one) => one.stretch)]
    if (others.some((other) => meets(other, stretch))) below.push(item)
    else kept.push({ item, stretch })
  }
  return { kept, below }
}

/** @param notBefore - minutes since midnight where open times start: now, if it is today; null for a past day */
export function dayTimeline(date: string, agenda: Agenda, shop: Shop, notBefore: number | null): DayTimeline {
  const ofDay = agenda.appointments.filter((one) => one.appointment_date === date)
  const expected = ofDay.filter((one) => one.status === 'confirmed')
  const visits = inLanes(expected.map((item) => ({ item, stretch: visitStretch(item) })))
  const closed = stretchesOf(agenda.closures, date)
  const taken = visits.map(({ stretch }) => stretch)
  const { kept, below } = placeCancelled(
    ofDay.filter((one) => one.status === 'cancelled'),
    taken,
  )
  const labels = [...taken, ...kept.map((one) => one.stretch)]
  const tape = tapeOf(
    date,
    shop,
    labels,
    closed.map(({ stretch }) => stretch),
  )
  const onTape = (stretch: Stretch) => tape && within(stretch, tape)
  const busy = stretchesOf(agenda.busy, date).flatMap(({ stretch }) => onTape(stretch) ?? [])
  const struck = closed.flatMap(({ item, stretch }) => {
    const part = onTape(stretch)
    return part ? [{ item, stretch: part }] : []
  })
  const hours = tape?.hours ?? []
  const shut = struck.map(({ stretch }) => stretch)
  const bare = bareParts(shut, labels)
  const { bufferMinutes, durationMinutes } = shop.opening
  const occupied = taken.map(({ from, to }) => ({ from: from - bufferMinutes, to: to + bufferMinutes }))
  const open = hours.flatMap((stretch) =>
    notBefore === null ? [] : (within(stretch, { from: notBefore, to: stretch.to }) ?? []),
  )
  const filled = [...occupied, ...shut, ...busy, ...kept.map(({ stretch }) => stretch)]
  return {
    date,
    tape,
    visits,
    cancelled: kept,
    below,
    closures: struck.map((one) => ({ ...one, bare: bare.get(one.stretch) ?? one.stretch })),
    busy,
    breaks: breaksIn(hours),
    gaps: open
      .flatMap((stretch) => without(stretch, filled))
      .filter(({ from, to }) => to - from >= durationMinutes),
    isClosedWhole: hours.length > 0 && hours.every((stretch) => without(stretch, shut).length === 0),
  }
}

/**
 * The open start times of a day, "HH:MM". The owner can still book later times today, which clients can't.
 *
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
    const from = minutesOfDay(time)
    if (shut.some((other) => meets(other, { from, to: from + durationMinutes }))) return false
    try {
      const visit = appointmentInterval({ appointment_date: date, appointment_time: time }, shop)
      return visit.startEpochMs >= nowEpochMs && isFree(visit, occupied, shop)
    } catch {
      return false
    }
  })
}

export interface InLane<Item> {
  item: Item
  stretch: Stretch
  lane: number
  /** How many lanes its group has. */
  lanes: number
}

/**
 * Puts each appointment into the first free lane. Only appointments that overlap, directly or through others, share the
 * width.
 */
export function inLanes<Item>(items: readonly { item: Item; stretch: Stretch }[]): InLane<Item>[] {
  const sorted = [...items].sort((a, b) => a.stretch.from - b.stretch.from)
  const placed: InLane<Item>[] = []
  let group: InLane<Item>[] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  for (const { item, stretch } of sorted) {
    if (stretch.from >= groupEnd) group = []
    const taken = group.filter((other) => meets(other.stretch, stretch)).map(({ lane }) => lane)
    let lane = 0
    while (taken.includes(lane)) lane += 1
    const one = { item, stretch, lane, lanes: 1 }
    group.push(one)
    placed.push(one)
    groupEnd = Math.max(groupEnd, ...group.map((other) => other.stretch.to))
    const lanes = Math.max(...group.map((other) => other.lane)) + 1
    for (const other of group) other.lanes = lanes
  }
  return placed
}

/** The groups of appointments that share the width. */
export function groupsOf<Item>(placed: readonly InLane<Item>[]): InLane<Item>[][] {
  const groups: InLane<Item>[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const one of placed) {
    if (one.stretch.from >= end) groups.push([])
    groups.at(-1)?.push(one)
    end = Math.max(end, one.stretch.to)
  }
  return groups
}

/** An agenda of these days with a changed appointment; undefined when the change doesn't concern it. */
export function withChanged(
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
