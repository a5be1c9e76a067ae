import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { dayWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { Hatching } from '../column/hatching.tsx'
import { HourTape } from '../column/hour-tape.tsx'
import { at, whole } from '../column/place.ts'
import type { DayOnTape } from '../tape/day-on-tape.ts'
import { groupsOf } from '../tape/lanes.ts'
import type { Tape } from '../tape/scale.ts'
import { CrowdLabel, SideLabel } from './side-label.tsx'

/** Whether a column has nothing to show but that nobody is expected. */
export const isShut = ({ isClosedWhole, tape, visits }: DayOnTape) =>
  visits.length === 0 && (isClosedWhole || tape === null)

/** A day beside the open one, on the linen side of the tape. */
export function SideDay({ day, tape }: { day: DayOnTape; tape: Tape }) {
  const shut = isShut(day)
  return (
    <div className={shut ? 'side-day side-shut' : 'side-day'}>
      {!shut && <HourTape tape={{ ...tape, hours: null }} now={null} />}
      <div className="paper" style={whole(tape)}>
        {shut && day.closures.length === 0 && <p className="no-hours">{desk.day.closedShort}</p>}
        <ol className="lane-width" aria-label={dayWords(day.date)}>
          {day.busy.map((stretch) => (
            <li key={stretch.from} className="busy" style={at(tape, stretch)}>
              <p>{desk.day.busyShort}</p>
            </li>
          ))}
          {day.closures.map(({ item, stretch }) => (
            <li key={item.id} className="closed" style={at(tape, stretch)}>
              <Hatching />
              <div className="patch">
                <p className="closed-title">{desk.day.closedShort}</p>
                {item.reason && <p className="closed-reason">{item.reason}</p>}
              </div>
            </li>
          ))}
          {groupsOf<DeskAppointment>(day.visits).flatMap((group) =>
            (group[0]?.lanes ?? 1) > 2 ? (
              <CrowdLabel key={group[0]?.item.id} group={group} tape={tape} />
            ) : (
              group.map((visit) => <SideLabel key={visit.item.id} {...visit} tape={tape} />)
            ),
          )}
          {day.cancelled.map(({ item, stretch }) => (
            <SideLabel key={item.id} item={item} stretch={stretch} lane={0} lanes={1} tape={tape} />
          ))}
        </ol>
      </div>
    </div>
  )
}
