import './label.css'
import type { CSSProperties } from 'react'
import { desk } from '#copy/desk.ts'
import { toDialDigits } from '../../../booking/contact.ts'
import { consultation, getKind } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import {
  AttendanceButtons,
  AttendanceMark,
  getVisitState,
  hasBegun,
  UnsentAttendance,
  useUnsentAttendance,
} from '../appointment/attendance.tsx'
import { KeptLine, keptWords } from '../client/kept-note.tsx'
import { type KeptNote, useMarkedNote } from '../kept-notes.ts'
import { appointmentRoute, DeskLink } from '../navigation.tsx'
import { useIsMarked } from '../new-bookings.ts'
import { checkedClients } from '../telling/checked.ts'
import { shortName, visitStretch } from '../timeline/scale.ts'
import { useNow } from '../ui/hooks.ts'
import { GrainArrow, Icon, type IconName, Needle, Ring, Tack, Tag } from '../ui/icons.tsx'
import {
  bareTime,
  kindWords,
  otherKind,
  sourceWords,
  statusWords,
  timeHalf,
  toldWords,
  withDots,
} from '../ui/words.ts'

interface MatterProps {
  appointment: DeskAppointment
  isUnsent: boolean
  kept: KeptNote | undefined
}

/** The most urgent one: an unsent attendance, the attendance, a pending job, or the note. */
function Matter({ appointment, isUnsent, kept }: MatterProps) {
  const { epochMs } = useNow()
  const { status, attendance, pending, note, client_note } = appointment
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
          <span className="when-tall">{desk.pending.notDelivered(kindWords(first.kind))}</span>
        )}
        <span className={pending.length === 1 ? 'when-low' : undefined}>
          {desk.pending.count(pending.length)}
        </span>
      </p>
    )
  if (kept) return <KeptLine kept={kept} />
  return (
    <>
      {client_note && (
        <p className="label-note small row">
          <GrainArrow /> <span>{client_note.split('\n')[0]}</span>
        </p>
      )}
      {note && (
        <p className={`label-note small row ${client_note && 'when-tall'}`}>
          <Icon name="note" /> <span>{note.split('\n')[0]}</span>
        </p>
      )}
    </>
  )
}

/** The client's confirmation or message, until they came. */
function Marks({ appointment }: { appointment: DeskAppointment }) {
  const { attendance, status, confirmed_at } = appointment
  const told = toldWords(appointment)
  if (attendance || status === 'cancelled' || !(told || confirmed_at)) return null
  return (
    <span className="marks">
      {told && (
        <span className="told">
          <Tag />
          <span className="told-when">{told}</span>
          <span className="told-short" aria-hidden="true">
            {desk.telling.toldShort}
          </span>
        </span>
      )}
      {confirmed_at && (
        <span className="confirmed">
          <Tack />
          <span className="confirmed-word">{desk.day.confirmed}</span>
        </span>
      )}
    </span>
  )
}

interface AppointmentLabelProps {
  appointment: DeskAppointment
  style?: CSSProperties
  isChosen?: boolean
}

export function AppointmentLabel({ appointment, style, isChosen }: AppointmentLabelProps) {
  const { epochMs } = useNow()
  const isNew = useIsMarked(appointment.id)
  const isChecked = checkedClients.use((ids) => ids.has(appointment.id))
  const isUnsent = useUnsentAttendance(appointment) !== undefined
  const { appointment_time, referral_source, attendance, pending, booked_by } = appointment
  const state = getVisitState(appointment, epochMs)
  const kept = useMarkedNote(appointment)
  const isBegun = state !== 'ahead' && state !== 'cancelled'
  const hasPendingBesides = pending.length > 0 && (isBegun || isUnsent)
  const isMatterFree = state === 'ahead' && !attendance && !isUnsent && pending.length === 0
  const kind = otherKind(appointment)
  const isCancelled = state === 'cancelled'
  const meta = (isLong: boolean) =>
    withDots(kind ?? sourceWords(referral_source), (!kind || isCancelled) && statusWords(appointment, isLong))
  const isCounted = !isCancelled && !kind && booked_by === 'client'
  const classes = [
    'label',
    `label-${state}`,
    ...kindClasses(appointment),
    isBegun && 'label-begun',
    attendance && 'label-noted',
    isNew && 'label-new',
    toldWords(appointment) && 'label-told',
    (isChosen || isChecked) && 'label-chosen',
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
              <span className="half">{timeHalf(appointment_time)}</span> ·{' '}
            </span>
            {/* Each in one piece: a separate end would move when the web fonts load. */}
            {isCounted && <span className="when-tall">{meta(true)}</span>}
            <span className={isCounted ? 'when-low' : undefined}>{meta(false)}</span>
          </span>
          {isNew && <b className="fresh">{desk.day.fresh}</b>}
          <Marks appointment={appointment} />
          {kept && (
            <span className={isMatterFree ? 'kept-mark when-low' : 'kept-mark'}>
              <Needle />
              <span className="unseen">{keptWords(kept)}</span>
            </span>
          )}
          {hasPendingBesides && (
            <span className="pending-box">
              <Ring />
              <span>{desk.pending.count(pending.length)}</span>
            </span>
          )}
        </p>
        <div className="label-matter row">
          <Matter appointment={appointment} isUnsent={isUnsent} kept={kept} />
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
  if (!kind) return undefined
  const { full_name, appointment_time, confirmed_at } = appointment
  const marks = [toldWords(appointment), confirmed_at && desk.day.confirmed]
  return [full_name, formatTime(appointment_time), kind, ...marks].filter(Boolean).join(', ')
}

interface LabelNameProps {
  appointment: DeskAppointment
  /** The length of the part of the label that no other covers. */
  minutes?: number | undefined
}

/** The name, or its short form if the label is one narrow line. */
export function LabelName({ appointment, minutes }: LabelNameProps) {
  const { full_name } = appointment
  const { from, to } = visitStretch(appointment)
  const short = shortName(full_name, minutes ?? to - from)
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

/** The owner chooses a text's message in a dialog, while the appointment is upcoming. */
export const opensWords = (appointment: DeskAppointment, nowEpochMs: number) =>
  appointment.status === 'confirmed' && !hasBegun(appointment, nowEpochMs)

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

function Contacts({ who }: { who: DeskAppointment }) {
  const { epochMs } = useNow()
  const hasWords = opensWords(who, epochMs)
  return (
    <div className="contacts">
      {waysTo(who).map(({ name, word, href }) => {
        const link = { className: `contact contact-${name}`, 'aria-label': `${word} ${who.full_name}` }
        return name === 'text' && hasWords ? (
          <DeskLink key={name} to={`${appointmentRoute(who)}/text`} {...link}>
            <Icon name={name} />
          </DeskLink>
        ) : (
          <a key={name} href={href} {...link}>
            <Icon name={name} />
          </a>
        )
      })}
    </div>
  )
}
