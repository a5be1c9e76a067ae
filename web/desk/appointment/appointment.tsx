import './appointment.css'
import './booking.css'
import { dates } from '#copy/dates.ts'
import { desk } from '#copy/desk.ts'
import { getKind } from '../../../booking/kinds.ts'
import type { DeskAppointment, OverdueJob } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import { useChange } from '../changes.ts'
import { AppointmentNote, ClientNote } from '../client/note-field.tsx'
import { opensWords, waysTo } from '../day/appointment-label.tsx'
import { ErrorMessage } from '../errors.tsx'
import { appointmentRoute, clientRoute, DeskLink, LinkButton } from '../navigation.tsx'
import { Ready } from '../telling/tell.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitButton, TextButton } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon, OpenMark, Ring } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import {
  errorWords,
  kindWords,
  momentWords,
  monthDay,
  sourceWords,
  startWords,
  toWallTime,
} from '../ui/words.ts'
import {
  AttendanceButtons,
  AttendanceMark,
  hasBegun,
  UnsentAttendance,
  useAttendance,
} from './attendance.tsx'
import { type AppointmentDialogProps, getMinutes } from './use-appointment.tsx'

const words = desk.appointment

function About({ appointment }: { appointment: DeskAppointment }) {
  const { kind, visit, referral_source, booked_by, created_at } = appointment
  const heard =
    referral_source === 'friend'
      ? words.heardOfFriend
      : referral_source && words.heardOf(sourceWords(referral_source) ?? '')
  return (
    <p className="about hint">
      {words.about(
        desk.adding.kindOption(getKind(kind).name, getMinutes(appointment)),
        desk.visitNumber(visit),
      )}{' '}
      {heard}
      <br />
      {words.bookedBy(booked_by, monthDay(toWallTime(created_at).date))}
    </p>
  )
}

export function Ways({ appointment }: { appointment: DeskAppointment }) {
  const { phone, email } = appointment
  const { epochMs } = useNow()
  const hasWords = opensWords(appointment, epochMs)
  if (!phone && !email) return null
  return (
    <>
      <div className="ways">
        {waysTo(appointment).map(({ name, word, href }) =>
          name === 'text' && hasWords ? (
            <DeskLink key={name} to={`${appointmentRoute(appointment)}/text`}>
              <Icon name={name} /> {word}
            </DeskLink>
          ) : (
            <a key={name} href={href}>
              <Icon name={name} /> {word}
            </a>
          ),
        )}
      </div>
      <p className="reached small">
        <span>{phone}</span> <span>{email}</span>
      </p>
    </>
  )
}

function Attendance({ appointment }: { appointment: DeskAppointment }) {
  const { epochMs } = useNow()
  const { note } = useAttendance(appointment)
  if (appointment.status === 'cancelled') return null
  if (!hasBegun(appointment, epochMs))
    return (
      <p className="attendance-later hint row">
        <OpenMark /> {words.opens(formatTime(appointment.appointment_time))}
      </p>
    )
  return (
    <div className="attendance-part">
      {appointment.attendance ? (
        <div className="attendance-noted apart">
          <AttendanceMark noted={appointment.attendance} />
          <TextButton onClick={() => note(null)}>{desk.undo}</TextButton>
        </div>
      ) : (
        <AttendanceButtons appointment={appointment} />
      )}
      <UnsentAttendance appointment={appointment} />
    </div>
  )
}

const verbs = [
  ['move', words.move],
  ['next', desk.bookNext],
  ['cancel', words.cancel],
] as const

export function AppointmentDialog({ appointment, caps }: AppointmentDialogProps) {
  const { epochMs } = useNow()
  const route = appointmentRoute(appointment)
  const canChange = appointment.status === 'confirmed'
  // Someone who didn't come gets another appointment, so this one still counts in the figures.
  const offered = verbs.filter(([path]) => path !== 'move' || appointment.attendance !== 'did_not_come')
  return (
    <Dialog
      caps={caps}
      title={appointment.full_name}
      verbs={
        canChange &&
        offered.map(([path, verb]) => (
          <LinkButton
            key={path}
            className={path === 'next' && hasBegun(appointment, epochMs) ? 'verb' : 'bar-button'}
            to={`${route}/${path}`}
          >
            {verb}
          </LinkButton>
        ))
      }
    >
      <About appointment={appointment} />
      <Ways appointment={appointment} />
      <DeskLink
        className="client-link text-button"
        to={clientRoute(appointment.appointment_date, appointment.id)}
      >
        {desk.client.visitsAnd(appointment.visit)} <Icon name="right" />
      </DeskLink>
      <Ready appointment={appointment} />
      <Attendance appointment={appointment} />
      <ClientNote appointment={appointment} isFolded />
      <AppointmentNote appointment={appointment} />
      <Ledger appointment={appointment} />
      <History appointment={appointment} />
      {canChange && (
        <LinkButton className="text-button" to={`${route}/correct`}>
          {words.correct}
        </LinkButton>
      )}
      {canChange && appointment.booked_by === 'client' && (
        <LinkButton className="text-button" to={`${route}/undo`}>
          {desk.undoing.open}
        </LinkButton>
      )}
    </Dialog>
  )
}

function History({ appointment }: { appointment: DeskAppointment }) {
  const { history, corrections, confirmed_at } = appointment
  const changes = history.map(({ what, by, at, from }) => {
    const day = monthDay(toWallTime(at).date)
    const said =
      what === 'rescheduled' ? words.movedBy(by, day, startWords(from)) : words.cancelledBy(by, day)
    return { at, said }
  })
  const corrected = [...new Set(corrections.map(({ at }) => at))].map((at) => ({
    at,
    said: words.correctedBy(
      monthDay(toWallTime(at).date),
      dates.several(
        corrections.filter((correction) => correction.at === at).map(({ what }) => words.details[what]),
      ),
    ),
  }))
  const confirmed = confirmed_at
    ? [{ at: confirmed_at, said: words.confirmedOn(momentWords(confirmed_at)) }]
    : []
  return (
    <ul className="history">
      {[...changes, ...corrected, ...confirmed]
        .sort((a, b) => a.at.localeCompare(b.at))
        .map(({ at, said }) => (
          <li key={at + said}>{said}</li>
        ))}
    </ul>
  )
}

function OverdueLine({ job: { id, kind, since, error } }: { job: OverdueJob }) {
  const again = useChange('deliver_owed', String(id), (left) => {
    const isError = left.some((note) => note.id === id)
    const said = isError ? desk.pending.stillNotDelivered : desk.pending.delivered
    showNotice({ title: said(kindWords(kind)), isError })
  })
  return (
    <li className="ledger-pending">
      <Ring />
      <p>
        <b>{desk.pending.notDelivered(kindWords(kind))}</b>
        {error && `${errorWords(error)}, `}
        {desk.pending.since(momentWords(since))}
        <ErrorMessage error={again.error} />
      </p>
      <SubmitButton className="button" isBusy={again.isPending} onPress={() => again.mutate({ id })}>
        {desk.again}
      </SubmitButton>
    </li>
  )
}

function Ledger({ appointment: { delivered, pending } }: { appointment: DeskAppointment }) {
  if (delivered.length + pending.length === 0) return null
  return (
    <section>
      <h3 className="sheet-heading">{words.ledger}</h3>
      <ul className="ledger">
        {delivered.map(({ kind, at }) => (
          <li key={kind + at}>
            <Icon name="check" />
            <p>{kindWords(kind)}</p>
            <time dateTime={at}>{momentWords(at)}</time>
          </li>
        ))}
        {pending.map((job) => (
          <OverdueLine key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}
