import './print-view.css'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatDay, formatTime } from '../../../booking/time.ts'
import { assignLanes, type DayTimeline, type InLane, textTimes } from '../timeline/day-timeline.ts'
import { at, Hatching, HourTape, whole } from '../timeline/drawing.tsx'
import { findShortest, inchMinutes, lengthInInches, type Timeline } from '../timeline/scale.ts'
import { GrainArrow } from '../ui/icons.tsx'
import { hoursWords, otherKind, sourceWords, statusWords, withDots } from '../ui/words.ts'

/** From print-view.css, in mm: the narrower width and the shorter height of Letter and A4. */
const [inchMax, inchMin, pageMax, restAbove, restBelow] = [22, 11, 205, 4, 2]
const [laneWidth, laneSides, columnWidth, lineAbove] = [168, 13, 88, 1.6]
const roomy = { line: 4.7, letter: 1.9 }
/** Where clients share the width. */
const fine = { line: 4, letter: 1.6 }

const whenWords = (item: DeskAppointment) => withDots(formatTime(item.appointment_time), otherKind(item))

function details(item: DeskAppointment): string {
  return withDots(
    sourceWords(item.referral_source),
    statusWords(item, true),
    item.phone,
    item.confirmed_at && desk.day.confirmed,
  )
}

const restWords = (item: DeskAppointment) => `${item.full_name} ${withDots(whenWords(item), item.phone)}`

/** The lasting note first. */
function Notes({ item: { client_note, note } }: { item: DeskAppointment }) {
  return (
    <>
      {client_note && (
        <p className="sheet-note">
          <GrainArrow /> {client_note}
        </p>
      )}
      {note && <p className="sheet-note">{note}</p>}
    </>
  )
}

const notesOf = ({ client_note, note }: DeskAppointment) => [client_note, note].filter(Boolean).join('\n')

type Visit = InLane<DeskAppointment>

/** Until when the space below a client stays empty, so their notes fit there. */
function roomBelow({ stretch, lane, lanes }: Visit, day: DayTimeline, visits: readonly Visit[]): number {
  const sameWidth = visits.filter((visit) => visit.lanes !== lanes || visit.lane === lane)
  const below = [...sameWidth, ...day.blocked, ...textTimes(day)]
    .filter((visit) => visit.stretch.to > stretch.to)
    .map(({ stretch: { from } }) => Math.max(from, stretch.to))
  return Math.min(day.tape?.to ?? stretch.to, ...below)
}

/** The longest inch at which everything fits on one page, and whose notes then go below the timeline. */
function layoutOf(day: DayTimeline, visits: readonly Visit[], tape: Timeline) {
  const { line, letter } = visits.some(({ lanes }) => lanes > 1) ? fine : roomy
  const heightOf = (texts: readonly string[], width: number) => {
    const lines = texts.flatMap((text) => text.split('\n'))
    return lines.reduce((sum, words) => sum + Math.ceil((words.length * letter) / width), 0) * line
  }
  const withInch = (inch: number) => {
    const apart = visits.flatMap((visit) => {
      const { item, stretch, lanes } = visit
      const texts = [`${item.full_name} ${whenWords(item)}`, details(item), notesOf(item)]
      const room = (inch * (roomBelow(visit, day, visits) - stretch.from)) / inchMinutes
      return lineAbove + heightOf(texts, laneWidth / lanes - laneSides) > room ? item : []
    })
    const rest = apart.map((item) => restBelow + heightOf([restWords(item), notesOf(item)], columnWidth))
    const tallest = Math.max(0, ...rest)
    // Two columns, and no client is split between them.
    const columns = (rest.reduce((sum, height) => sum + height, 0) + tallest) / 2
    return { inch, apart, height: inch * lengthInInches(tape) + (tallest && restAbove + columns) }
  }
  const longest = Math.min(inchMax, pageMax / lengthInInches(tape))
  const oneLine = ((line + lineAbove) * inchMinutes) / findShortest(visits.map(({ stretch }) => stretch))
  const shorter = Array.from({ length: inchMax }, (_, step) => longest - step)
  const tried = shorter.filter((inch) => inch >= Math.max(inchMin, oneLine)).map(withInch)
  return tried.find(({ height }) => height <= pageMax) ?? withInch(longest)
}

export function PrintView({ day, asOf }: { day: DayTimeline; asOf: string }) {
  const { tape, blocked, away } = day
  // The print view has no open times next to clients.
  const visits = assignLanes(day.visits)
  const firsts = visits.filter(({ item }) => item.visit === 1).length
  const layout = tape && layoutOf(day, visits, tape)
  const apart = layout?.apart ?? []
  const summary = [
    desk.paper.clients(visits.length, firsts),
    ...blocked.map(({ item, stretch }) => desk.paper.closed(hoursWords(stretch), item.reason)),
    ...away.map(({ item, stretch }) => desk.paper.away(item.places ?? 1, hoursWords(stretch), item.reason)),
  ]
  return (
    <section
      className={visits.some(({ lanes }) => lanes > 1) ? 'day-sheet day-sheet-fine' : 'day-sheet'}
      aria-hidden="true"
    >
      <p className="day-sheet-head">
        <b>{business.name}</b> <span>{desk.paper.asOf(asOf)}</span>
      </p>
      <p className="day-sheet-title">{formatDay(day.date)}</p>
      <p>{summary.join(' ')}</p>
      {tape && (
        <div className="sheet-day" style={{ '--inch': `${layout?.inch}mm` }}>
          <HourTape tape={tape} paper={tape} now={null} />
          <ol className="paper" style={whole(tape)}>
            {textTimes(day).map(({ stretch, words }) => (
              <li key={words + stretch.from} className="sheet-line" style={at(tape, stretch)}>
                {words}, {hoursWords(stretch)}
              </li>
            ))}
            {blocked.map(({ item, stretch }) => (
              <li key={item.id} className="closed small" style={at(tape, stretch)}>
                <Hatching />
                <p className="patch">
                  {desk.day.closed(hoursWords(stretch))}
                  <br />
                  {item.reason}
                </p>
              </li>
            ))}
            {visits.map((visit) => {
              const { item, stretch, lane, lanes } = visit
              const room = { from: stretch.from, to: roomBelow(visit, day, visits) }
              const long = (stretch.to - stretch.from) / inchMinutes
              return (
                <li
                  key={item.id}
                  className="sheet-line sheet-visit"
                  style={at(tape, room, { '--lane': lane, '--shared': lanes, '--visit': long })}
                >
                  <p>
                    <b>{item.full_name}</b> {whenWords(item)}
                  </p>
                  <p>{details(item)}</p>
                  {!apart.includes(item) && <Notes item={item} />}
                  <span className="tick-box" />
                </li>
              )
            })}
          </ol>
        </div>
      )}
      <ul className="sheet-rest">
        {apart.map((item) => (
          <li key={item.id}>
            <b>{item.full_name}</b> {withDots(whenWords(item), item.phone)}
            <Notes item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
