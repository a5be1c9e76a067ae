import type { CSSProperties } from 'react'
import { dialled } from '../../../booking/contact.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { useHasArrived } from '../agenda.ts'
import {
  AttendanceButtons,
  AttendanceMark,
  hasBegun,
  stateOf,
  UnsentAttendance,
  useUnsentAttendance,
} from '../appointment/attendance.tsx'
import { appointmentRoute, DeskLink } from '../navigation.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon, type IconName, Ring } from '../ui/icons.tsx'
import { bareTime, kindWords, otherKind, sourceWords, standing } from '../ui/words.ts'
import { kindClasses, LabelName, nameWithKind } from './label-kind.tsx'

/** The most urgent one: an unsent attendance, the attendance, a pending job, or the note. */
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

interface AppointmentLabelProps {
  appointment: DeskAppointment
  style?: CSSProperties
  isChosen: boolean
}

/** A client's label. Clicking anywhere on it opens the appointment; the name is the link. */
export function AppointmentLabel({ appointment, style, isChosen }: AppointmentLabelProps) {
  const { epochMs } = useNow()
  const isNew = useHasArrived(appointment.id)
  const isUnsent = useUnsentAttendance(appointment) !== undefined
  const { appointment_time, referral_source, attendance, owed, booked_by } = appointment
  const state = stateOf(appointment, epochMs)
  const isBegun = state !== 'ahead' && state !== 'cancelled'
  const owesBesides = owed.length > 0 && (isBegun || isUnsent)
  const kind = otherKind(appointment)
  const [isCancelled, isConsultation] = [state === 'cancelled', kind === null]
  const meta = [
    kind ?? sourceWords(referral_source),
    (isConsultation || isCancelled) && standing(appointment),
  ]
    .filter(Boolean)
    .join(' · ')
  const isCounted = !isCancelled && isConsultation && booked_by === 'client'
  const classes = [
    'label',
    `label-${state}`,
    ...kindClasses(appointment),
    isBegun && 'label-begun',
    attendance && 'label-noted',
    isNew && 'label-new',
    isChosen && 'label-chosen',
  ]
  return (
    <li className={classes.filter(Boolean).join(' ')} style={style}>
      <div className="label-cloth">
        <h2 className="label-name">
          <DeskLink
            to={appointmentRoute(appointment)}
            aria-current={isChosen || undefined}
            aria-label={nameWithKind(appointment)}
          >
            <LabelName appointment={appointment} />
          </DeskLink>
        </h2>
        {!isCancelled && <Contacts who={appointment} />}
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

type Reachable = Pick<DeskAppointment, 'full_name' | 'email' | 'phone'>

export function waysTo({ email, phone }: Reachable): { name: IconName; word: string; href: string }[] {
  const { call, text, mail } = desk.appointment
  const byPhone = phone
    ? [
        { name: 'call' as const, word: call, href: `tel:${dialled(phone)}` },
        { name: 'text' as const, word: text, href: `sms:${dialled(phone)}` },
      ]
    : []
  return email
    ? [
        ...byPhone,
        { name: 'mail', word: mail, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` },
      ]
    : byPhone
}

export function Contacts({ who }: { who: Reachable }) {
  return (
    <div className="contacts">
      {waysTo(who).map(({ name, word, href }) => (
        <a
          key={name}
          className={`contact contact-${name}`}
          href={href}
          aria-label={`${word} ${who.full_name}`}
        >
          <Icon name={name} />
        </a>
      ))}
    </div>
  )
}
