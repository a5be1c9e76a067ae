import type { CSSProperties } from 'react'
import { dayWords, timeWords } from '../../../booking/date-words.ts'
import { business } from '../../../site/business.ts'
import { desk } from '../../../site/copy/desk.ts'
import { Hatching } from '../column/hatching.tsx'
import { HourTape } from '../column/hour-tape.tsx'
import { at, whole } from '../column/place.ts'
import type { DayOnTape } from '../tape/day-on-tape.ts'
import { lengthInInches } from '../tape/scale.ts'
import { hoursWords, sourceWords, standing } from '../ui/words.ts'

/** The day on paper: nothing of it is seen on a screen. */
export function DaySheet({ day, asOf }: { day: DayOnTape; asOf: string }) {
  const { tape, visits, closures, busy } = day
  const firsts = visits.filter(({ item }) => item.visit === 1).length
  const summary = [
    `${desk.day.clients(visits.length)}${firsts > 0 ? `, ${desk.day.firstVisits(firsts)}` : ''}.`,
    ...closures.map(({ stretch }) => desk.paper.closedFrom(hoursWords(stretch))),
  ]
  return (
    <section className="day-sheet" aria-hidden="true">
      <p className="day-sheet-head">
        <b>{business.name}</b> <span>{desk.paper.asOf(asOf)}</span>
      </p>
      <p className="day-sheet-title">{dayWords(day.date)}</p>
      <p>{summary.join(' ')}</p>
      {tape && (
        <div className="sheet-day" style={{ '--inches': lengthInInches(tape) } as CSSProperties}>
          <HourTape tape={tape} now={null} />
          <ol className="paper" style={whole(tape)}>
            {busy.map((stretch) => (
              <li key={stretch.from} className="sheet-line" style={at(tape, stretch)}>
                {desk.day.busy}, {hoursWords(stretch)}
              </li>
            ))}
            {closures.map(({ item, stretch }) => (
              <li key={item.id} className="closed" style={at(tape, stretch)}>
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
                  <b>{item.full_name}</b> {timeWords(item.appointment_time)}
                </p>
                <p>
                  {[
                    sourceWords(item.referral_source),
                    `${standing(item)}${item.booked_by === 'client' ? ` ${desk.visit}` : ''}`,
                    item.phone,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <p className="sheet-note">{item.note}</p>
                <span className="tick-box" />
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
