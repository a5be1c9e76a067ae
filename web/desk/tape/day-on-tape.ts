import type { BlockedTime } from '../../../booking/appointment.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import { type InLane, inLanes } from './lanes.ts'
import { type Tape, tapeOf } from './scale.ts'
import { meets, onDay, type Stretch, visitStretch, within, without } from './stretch.ts'

/** One day as it lies beside the tape. */
export interface DayOnTape {
  date: string
  /** null on a day without opening hours on which nobody is or was expected. */
  tape: Tape | null
  visits: InLane<DeskAppointment>[]
  /** Cancelled ones whose time nobody has taken again. */
  cancelled: { item: DeskAppointment; stretch: Stretch }[]
  /** Cancelled ones without a place on the tape. */
  below: DeskAppointment[]
  closures: { item: BlockedTime; stretch: Stretch; bare: Stretch }[]
  busy: Stretch[]
  /** Room for at least one visit in which nobody is expected. */
  gaps: Stretch[]
  /** Whether the owner has closed all of its opening hours. */
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
 * Where on a day without clients there is bare paper for some lines of words; null where there is none.
 *
 * @param tape - what the day is drawn by: its own, or its week's
 */
export function roomForWords({ busy, closures, cancelled }: DayOnTape, tape: Tape): Stretch | null {
  const covered = [...busy, ...[...closures, ...cancelled].map(({ stretch }) => stretch)]
  const neededMinutes = roomForWordsInches * tape.inchMinutes
  return without(tape, covered).find(({ from, to }) => to - from >= neededMinutes) ?? null
}

const closedWordsMinutes = 60

const long = ({ from, to }: Stretch) => to - from
const hasRoom = (part: Stretch) => long(part) >= closedWordsMinutes

/** The part of a closed time in which its words are read: the first with room for them that nothing covers. */
function barePart(closed: Stretch, covered: readonly Stretch[]): Stretch {
  const parts = without(closed, covered)
  const [longest = closed] = parts.toSorted((a, b) => long(b) - long(a))
  return parts.find(hasRoom) ?? longest
}

/** The same of each closed time: where some lie over each other, the words of none cover those of another. */
function bareParts(closed: readonly Stretch[], labels: readonly Stretch[]): Map<Stretch, Stretch> {
  const bare = new Map<Stretch, Stretch>()
  // The shorter one has less choice.
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

/** Cancelled ones keep their place while it is free. */
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

/**
 * @param notBefore - minutes since midnight before which no gap is offered any more: now, on the day that is today;
 *   null for a day that is over
 */
export function dayOnTape(date: string, agenda: Agenda, shop: Shop, notBefore: number | null): DayOnTape {
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
  const hours = tape?.hours ?? null
  const shut = struck.map(({ stretch }) => stretch)
  const bare = bareParts(shut, labels)
  const { bufferMinutes, durationMinutes } = shop.opening
  const occupied = taken.map(({ from, to }) => ({ from: from - bufferMinutes, to: to + bufferMinutes }))
  const open = hours && notBefore !== null ? within(hours, { from: notBefore, to: hours.to }) : null
  return {
    date,
    tape,
    visits,
    cancelled: kept,
    below,
    closures: struck.map((one) => ({ ...one, bare: bare.get(one.stretch) ?? one.stretch })),
    busy,
    gaps: open
      ? without(open, [...occupied, ...shut, ...busy, ...kept.map(({ stretch }) => stretch)]).filter(
          ({ from, to }) => to - from >= durationMinutes,
        )
      : [],
    isClosedWhole: hours !== null && without(hours, shut).length === 0,
  }
}
