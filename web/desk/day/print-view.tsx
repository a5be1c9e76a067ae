import './print-view.css'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatDay, formatTime } from '../../../booking/time.ts'
import { type DayTimeline, type InLane, quietTimes } from '../timeline/day-timeline.ts'
import { at, Hatching, HourTape, whole } from '../timeline/drawing.tsx'
import { inchMinutes, lengthInInches, type Timeline } from '../timeline/scale.ts'
import { hoursWords, otherKind, sourceWords, statusWords, withDots } from '../ui/words.ts'

/** From print.css, in mm: the longest inch, the whole timeline, a line, and the space above the first line. */
const [inchMost, tapeMost, line, above] = [22, 205, 4.7, 1.6]
const lineLength = 70
const whenWords = (item: DeskAppointment) => withDots(formatTime(item.appointment_time), otherKind(item))
const linesOf = (text: string) => Math.ceil(text.length / lineLength)

function details(item: DeskAppointment): string {
  const visit = `${statusWords(item)}${item.booked_by === 'client' ? ` ${desk.visit}` : ''}`
  return withDots(sourceWords(item.referral_source), visit, item.phone)
}

function fits({ item, stretch, lanes }: InLane<DeskAppointment>, tape: Timeline): boolean {
  const inch = Math.min(inchMost, tapeMost / lengthInInches(tape))
  const height = ((stretch.to - stretch.from) / inchMinutes) * inch
  const lines = linesOf(`${item.full_name} ${whenWords(item)}`) + linesOf(details(item)) + linesOf(item.note)
  return lanes === 1 && above + lines * line <= height
}

export function PrintView({ day, asOf }: { day: DayTimeline; asOf: string }) {
  const { tape, visits, closures } = day
  const firsts = visits.filter(({ item }) => item.visit === 1).length
  const apart = visits.flatMap((visit) => (tape && !fits(visit, tape) ? visit.item : []))
  const summary = [
    `${desk.day.clients(visits.length)}${firsts > 0 ? `, ${desk.day.firstVisits(firsts)}` : ''}.`,
    ...closures.map(({ item, stretch }) => desk.paper.closed(hoursWords(stretch), item.reason)),
  ]
  return (
    <section className="day-sheet" aria-hidden="true">
      <p className="day-sheet-head">
        <b>{business.name}</b> <span>{desk.paper.asOf(asOf)}</span>
      </p>
      <p className="day-sheet-title">{formatDay(day.date)}</p>
      <p>{summary.join(' ')}</p>
      {tape && (
        <div className="sheet-day" style={{ '--inches': lengthInInches(tape) }}>
          <HourTape tape={tape} paper={tape} now={null} />
          <ol className="paper" style={whole(tape)}>
            {quietTimes(day).map(({ stretch, words }) => (
              <li key={words + stretch.from} className="sheet-line" style={at(tape, stretch)}>
                {words}, {hoursWords(stretch)}
              </li>
            ))}
            {closures.map(({ item, stretch }) => (
              <li key={item.id} className="closed small" style={at(tape, stretch)}>
                <Hatching />
                <p className="patch">
                  {desk.day.closed(hoursWords(stretch))}
                  <br />
                  {item.reason}
                </p>
              </li>
            ))}
            {visits.map(({ item, stretch, lane, lanes }) => (
              <li
                key={item.id}
                className="sheet-line"
                style={at(tape, stretch, { '--lane': lane, '--shared': lanes })}
              >
                <p>
                  <b>{item.full_name}</b> {whenWords(item)}
                </p>
                <p>{details(item)}</p>
                {!apart.includes(item) && <p className="sheet-note">{item.note}</p>}
                <span className="tick-box" />
              </li>
            ))}
          </ol>
        </div>
      )}
      <ul className="sheet-rest">
        {apart.map((item) => (
          <li key={item.id}>
            <b>{item.full_name}</b> {withDots(whenWords(item), item.phone)}
            <p className="sheet-note">{item.note}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
