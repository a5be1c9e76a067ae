import type { CSSProperties } from 'react'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { useHasArrived } from '../client/arrivals.ts'
import { useNow } from '../client/clock.ts'
import { DeskLink } from '../navigation/go.tsx'
import { appointmentRoute } from '../navigation/paths.ts'
import { Icon } from '../ui/icons.tsx'
import { Ring } from '../ui/marks.tsx'
import { bareTime, kindWords, sourceWords, standing } from '../ui/words.ts'
import {
  AttendanceButtons,
  AttendanceMark,
  UnsentAttendance,
  useUnsentAttendance,
} from '../visit/attendance.tsx'
import { Contacts } from '../visit/contacts.tsx'
import { hasBegun, stateOf } from '../visit/visit-state.ts'

/** What matters now: what did not go through, what is to be noted or is noted, what is owed, what the note says. */
function Matter({ appointment, isUnsent }: { appointment: DeskAppointment; isUnsent: boolean }) {
  const { epochMs } = useNow()
  const { status, attendance, owed, note } = appointment
  if (isUnsent) return <UnsentAttendance appointment={appointment} />
  if (status === 'cancelled') return null
  if (attendance) return <AttendanceMark noted={attendance} />
  if (hasBegun(appointment, epochMs)) return <AttendanceButtons appointment={appointment} />
  const [first] = owed
  if (first)
    return (
      <p className="owed-box">
        <Ring />
        {owed.length === 1 && (
          <span className="when-tall">{desk.owed.notDelivered(kindWords(first.kind))}</span>
        )}
        <span className={owed.length === 1 ? 'when-low' : undefined}>{desk.owed.count(owed.length)}</span>
      </p>
    )
  if (!note) return null
  return (
    <p className="label-note">
      <Icon name="note" /> <span>{note.split('\n')[0]}</span>
    </p>
  )
}

interface VisitLabelProps {
  appointment: DeskAppointment
  style?: CSSProperties
  isChosen: boolean
}

/** A client's woven label at their time. All of it opens the appointment; its name is the link. */
export function VisitLabel({ appointment, style, isChosen }: VisitLabelProps) {
  const { epochMs } = useNow()
  const isNew = useHasArrived(appointment.id)
  const isUnsent = useUnsentAttendance(appointment) !== undefined
  const { full_name, appointment_time, referral_source, attendance, owed, booked_by } = appointment
  const state = stateOf(appointment, epochMs)
  const isBegun = state !== 'ahead' && state !== 'cancelled'
  const owesBesides = owed.length > 0 && (isBegun || isUnsent)
  const meta = [sourceWords(referral_source), standing(appointment)].filter(Boolean).join(' · ')
  const isCounted = state !== 'cancelled' && booked_by === 'client'
  const classes = [
    'label',
    `label-${state}`,
    isBegun && 'label-begun',
    attendance && 'label-noted',
    isNew && 'label-new',
    isChosen && 'label-chosen',
  ]
  return (
    <li className={classes.filter(Boolean).join(' ')} style={style}>
      <div className="label-cloth">
        <h2 className="label-name">
          <DeskLink to={appointmentRoute(appointment)} aria-current={isChosen || undefined}>
            <span>{full_name}</span>
          </DeskLink>
        </h2>
        {state !== 'cancelled' && <Contacts who={appointment} />}
        <p className="label-meta">
          <span>
            <span className="label-time">
              {bareTime(appointment_time)}
              <span className="half">{timeWords(appointment_time).slice(-3)}</span> ·{' '}
            </span>
            {/* Each in one piece: an end by itself would move when the finer letters come. */}
            {isCounted && <span className="when-tall">{`${meta} ${desk.visit}`}</span>}
            <span className={isCounted ? 'when-low' : undefined}>{meta}</span>
          </span>
          {isNew && <b className="fresh">{desk.day.fresh}</b>}
          {owesBesides && (
            <span className="owed-box">
              <Ring />
              <span>{desk.owed.count(owed.length)}</span>
            </span>
          )}
        </p>
        <div className="label-matter">
          <Matter appointment={appointment} isUnsent={isUnsent} />
        </div>
      </div>
    </li>
  )
}
