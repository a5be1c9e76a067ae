import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useNow } from '../client/clock.ts'
import { at } from '../column/place.ts'
import { DeskLink } from '../navigation/go.tsx'
import { appointmentRoute, dayRoute } from '../navigation/paths.ts'
import type { InLane } from '../tape/lanes.ts'
import type { Tape } from '../tape/scale.ts'
import { CameMark, MissedMark } from '../ui/marks.tsx'
import { bareTime, ordinal } from '../ui/words.ts'
import { stateOf } from '../visit/visit-state.ts'

/** Mark, time and 'first': what a narrow column has room for. */
function Facts({ appointment }: { appointment: DeskAppointment }) {
  const { attendance, appointment_time, visit } = appointment
  return (
    <p className="label-meta">
      {attendance && (
        <>
          {attendance === 'came' ? <CameMark /> : <MissedMark />}
          <span className="unseen">
            {attendance === 'came' ? desk.appointment.came : desk.appointment.didNotCome}
          </span>
        </>
      )}
      {bareTime(appointment_time)}
      {visit === 1 && ` ·\u00a0${ordinal(1)}`}
    </p>
  )
}

/** A client's label in a column beside the open day; of two at a time, the names alone. */
export function SideLabel({ item, stretch, lane, lanes, tape }: InLane<DeskAppointment> & { tape: Tape }) {
  const { epochMs } = useNow()
  const state = stateOf(item, epochMs)
  return (
    <li
      className={`label label-side label-${state}`}
      style={at(tape, stretch, { '--lane': lane, '--shared': lanes })}
    >
      <div className="label-cloth">
        <h2 className="label-name">
          <DeskLink to={appointmentRoute(item)}>
            <span>{item.full_name}</span>
          </DeskLink>
        </h2>
        {state === 'cancelled' ? (
          <p className="label-meta">{desk.day.cancelled}</p>
        ) : (
          lanes === 1 && <Facts appointment={item} />
        )}
      </div>
    </li>
  )
}

/** From three clients at a time one label stands for all of them, as long as they are here, and opens the day. */
export function CrowdLabel({ group, tape }: { group: readonly InLane<DeskAppointment>[]; tape: Tape }) {
  const [first] = group
  if (!first) return null
  const { appointment_date, appointment_time } = first.item
  const stretch = { from: first.stretch.from, to: Math.max(...group.map((one) => one.stretch.to)) }
  return (
    <li className="label label-side label-ahead" style={at(tape, stretch, { '--lane': 0, '--shared': 1 })}>
      <div className="label-cloth">
        <h2 className="label-name">
          <DeskLink to={dayRoute(appointment_date)}>
            <span>{desk.day.several(group.length, bareTime(appointment_time))}</span>
          </DeskLink>
        </h2>
      </div>
    </li>
  )
}
