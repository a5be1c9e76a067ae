import './label.css'
import type { CSSProperties } from 'react'
import { desk } from '#copy/desk.ts'
import { toDialDigits } from '../../../booking/contact.ts'
import { consultation, getKind } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import { useHasArrived } from '../agenda.ts'
import {
  AttendanceButtons,
  AttendanceMark,
  getVisitState,
  hasBegun,
  UnsentAttendance,
  useUnsentAttendance,
} from '../appointment/attendance.tsx'
import { appointmentRoute, DeskLink } from '../navigation.tsx'
import { shortName, visitStretch } from '../timeline/scale.ts'
import { useNow } from '../ui/hooks.ts'
import { Icon, type IconName, Ring } from '../ui/icons.tsx'
import { bareTime, kindWords, otherKind, sourceWords, statusWords, withDots } from '../ui/words.ts'

/** The most urgent one: an unsent attendance, the attendance, a pending job, or the note. */
function Matter({ appointment, isUnsent }: { appointment: DeskAppointment; isUnsent: boolean }) {
  const { epochMs } = useNow()
  const { status, attendance, owed: pending, note } = appointment
  if (isUnsent) return <UnsentAttendance appointment={appointment} />
  if (status === 'cancelled') return null
  if (attendance) return <AttendanceMark noted={attendance} />
  if (hasBegun(appointment, epochMs)) return <AttendanceButtons appointment={appointment} />
  const [first] = pending
  if (first)
    return (
      <p className="pending-box">
        <Ring />
        {pending.length === 1 && (
          <span className="when-tall">{desk.owed.notDelivered(kindWords(first.kind))}</span>
        )}
        <span className={pending.length === 1 ? 'when-low' : undefined}>
          {desk.owed.count(pending.length)}
        </span>
      </p>
    )
  if (!note) return null
  return (
    <p className="label-note small row">
      <Icon name="note" /> <span>{note.split('\n')[0]}</span>
    </p>
  )
}

interface AppointmentLabelProps {
  appointment: DeskAppointment
  style?: CSSProperties
  isChosen?: boolean
}

export function AppointmentLabel({ appointment, style, isChosen }: AppointmentLabelProps) {
  const { epochMs } = useNow()
  const isNew = useHasArrived(appointment.id)
  const isUnsent = useUnsentAttendance(appointment) !== undefined
  const { appointment_time, referral_source, attendance, owed: pending, booked_by } = appointment
  const state = getVisitState(appointment, epochMs)
  const isBegun = state !== 'ahead' && state !== 'cancelled'
  const hasPendingBesides = pending.length > 0 && (isBegun || isUnsent)
  const kind = otherKind(appointment)
  const isCancelled = state === 'cancelled'
  const meta = withDots(
    kind ?? sourceWords(referral_source),
    (!kind || isCancelled) && statusWords(appointment),
  )
  const isCounted = !isCancelled && !kind && booked_by === 'client'
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
        <p className="label-meta hint">
          <span>
            <span className="label-time">
              {bareTime(appointment_time)}
              <span className="half">{formatTime(appointment_time).slice(-3)}</span> ·{' '}
            </span>
            {/* Each in one piece: an end by itself would move when the finer letters come. */}
            {isCounted && <span className="when-tall">{`${meta} ${desk.visit}`}</span>}
            <span className={isCounted ? 'when-low' : undefined}>{meta}</span>
          </span>
          {isNew && <b className="fresh">{desk.day.fresh}</b>}
          {hasPendingBesides && (
            <span className="pending-box">
              <Ring />
              <span>{desk.owed.count(pending.length)}</span>
            </span>
          )}
        </p>
        <div className="label-matter row">
          <Matter appointment={appointment} isUnsent={isUnsent} />
        </div>
      </div>
    </li>
  )
}

const shortMinutes = 30

export function kindClasses(appointment: DeskAppointment): string[] {
  const { kind, status } = appointment
  const { from, to } = visitStretch(appointment)
  const { label = 'sewn' } = getKind(kind)
  return [
    ...(status === 'cancelled' || label === 'sewn' ? [] : [label]),
    ...(kind === consultation ? [] : ['label-other']),
    ...(to - from < shortMinutes ? ['label-short'] : []),
  ]
}

/** "Omar Farouk, 1:45 PM, Pickup". A consultation has only its client's name, which is the link's text. */
export function nameWithKind(appointment: DeskAppointment): string | undefined {
  const kind = otherKind(appointment)
  return kind ? `${appointment.full_name}, ${formatTime(appointment.appointment_time)}, ${kind}` : undefined
}

/** The name, or its short form where the label is one narrow line. */
export function LabelName({ appointment }: { appointment: DeskAppointment }) {
  const { full_name } = appointment
  const short = shortName(full_name, visitStretch(appointment))
  if (!short) return <span>{full_name}</span>
  return (
    <span>
      <i className="full-name">{full_name}</i>
      <i className="short-name" aria-hidden="true">
        {short}
      </i>
    </span>
  )
}

type Reachable = Pick<DeskAppointment, 'full_name' | 'email' | 'phone'>

export function waysTo({ email, phone }: Reachable): { name: IconName; word: string; href: string }[] {
  const { call, text, mail } = desk.appointment
  const byPhone = phone && [
    { name: 'call' as const, word: call, href: `tel:${toDialDigits(phone)}` },
    { name: 'text' as const, word: text, href: `sms:${toDialDigits(phone)}` },
  ]
  const address = email && encodeURIComponent(email).replace('%40', '@')
  return [
    ...(byPhone || []),
    ...(address ? [{ name: 'mail' as const, word: mail, href: `mailto:${address}` }] : []),
  ]
}

function Contacts({ who }: { who: Reachable }) {
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
