import type { ReactNode } from 'react'
import { dayWords, timeOfMinutes, timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { HourTape } from '../column/hour-tape.tsx'
import { at, whole } from '../column/place.ts'
import { Go } from '../navigation/go.tsx'
import { dayRoute } from '../navigation/paths.ts'
import type { DayOnTape } from '../tape/day-on-tape.ts'
import type { Tape } from '../tape/scale.ts'
import { Icon } from '../ui/icons.tsx'
import { hoursWords } from '../ui/words.ts'
import { ClosedTime } from './closures.tsx'
import { VisitLabel } from './visit-label.tsx'

interface DayColumnProps {
  day: DayOnTape
  /** What the columns beside it are drawn by, too. */
  tape: Tape
  /** Minutes since midnight, today; else null. */
  now: number | null
  chosenId: string | undefined
  /** What lies on the paper besides. */
  children?: ReactNode
}

/** Those who are expected and those who were, as they follow each other on the tape. */
const inOrder = ({ visits, cancelled }: DayOnTape) =>
  [...visits, ...cancelled.map((one) => ({ ...one, lane: 0, lanes: 1 }))].sort(
    (a, b) => a.stretch.from - b.stretch.from,
  )

/**
 * The open day: whatever happens lies on the paper beside the tape, at its time. It is read out and gone through with the
 * keyboard in the same order.
 */
export function DayColumn({ day, tape, now, chosenId, children }: DayColumnProps) {
  const shownNow = now !== null && now >= tape.from && now <= tape.to ? now : null
  const labels = inOrder(day)
  const lanes = Math.max(1, ...day.visits.map((visit) => visit.lanes))
  const items = [
    ...day.busy.map((stretch) => ({
      from: stretch.from,
      item: (
        <li key={`busy-${stretch.from}`} className="busy" style={at(tape, stretch)}>
          <p>{desk.day.busy}</p>
          <p>{hoursWords(stretch)}</p>
        </li>
      ),
    })),
    ...day.closures.map(({ item, stretch, bare }) => ({
      from: stretch.from,
      item: (
        <ClosedTime
          key={item.id}
          closure={item}
          stretch={stretch}
          style={at(tape, stretch)}
          wordsStyle={at({ ...tape, from: stretch.from }, bare)}
        />
      ),
    })),
    ...(day.visits.length > 0 ? day.gaps : []).map((stretch) => ({
      from: stretch.from,
      item: (
        <li key={`gap-${stretch.from}`} className="gap" style={at(tape, stretch)}>
          <Go to={`${dayRoute(day.date)}/book?at=${timeOfMinutes(stretch.from)}`}>
            <span>{desk.day.open(hoursWords(stretch))}</span>
            <Icon name="plus" />
          </Go>
        </li>
      ),
    })),
    ...labels.map(({ item, stretch, lane, lanes: shared }) => ({
      from: stretch.from,
      item: (
        <VisitLabel
          key={item.id}
          appointment={item}
          style={at(tape, stretch, { '--lane': lane, '--shared': shared })}
          isChosen={item.id === chosenId}
        />
      ),
    })),
  ]
  return (
    <div className="day-column">
      {day.tape && <HourTape tape={{ ...tape, hours: day.tape.hours }} now={shownNow} />}
      <div className={lanes > 2 ? 'paper paper-lanes' : 'paper'} style={whole(tape)}>
        <ol className="lane-width" aria-label={dayWords(day.date)}>
          {items.sort((a, b) => a.from - b.from).map(({ item }) => item)}
        </ol>
        {children}
        {shownNow !== null && (
          <p className="now-line" style={at(tape, { from: shownNow, to: shownNow })}>
            <span className="unseen">{desk.day.now(timeWords(timeOfMinutes(shownNow)))}</span>
          </p>
        )}
      </div>
    </div>
  )
}
