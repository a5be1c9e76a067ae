import './appointment.css'
import './booking.css'
import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import { noteLengthMax } from '../../../booking/appointment.ts'
import { getKind } from '../../../booking/kinds.ts'
import type { DeskAppointment, OverdueJob } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import { useChange, useUnsent } from '../changes.ts'
import { waysTo } from '../day/appointment-label.tsx'
import { ErrorMessage, isChanged } from '../errors.tsx'
import { appointmentRoute, LinkButton } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitButton, TextButton, TextField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon, OpenMark, Ring } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import {
  capital,
  errorWords,
  kindWords,
  momentWords,
  monthDay,
  ordinal,
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
import { type AppointmentDialogProps, Changed, getMinutes } from './use-appointment.tsx'

const words = desk.appointment

function About({ appointment }: { appointment: DeskAppointment }) {
  const { kind, visit, referral_source, booked_by, created_at } = appointment
  const which = `${ordinal(visit)} ${desk.visit}`
  const heard =
    referral_source === 'friend'
      ? words.heardOfFriend
      : referral_source && words.heardOf(sourceWords(referral_source) ?? '')
  return (
    <p className="about hint">
      {desk.adding.kindOption(getKind(kind).name, getMinutes(appointment))}. {capital(which)}. {heard}
      <br />
      {words.bookedBy(booked_by, monthDay(toWallTime(created_at).date))}
    </p>
  )
}

function Ways({ appointment }: { appointment: DeskAppointment }) {
  const { phone, email } = appointment
  if (!phone && !email) return null
  return (
    <>
      <div className="ways">
        {waysTo(appointment).map(({ name, word, href }) => (
          <a key={name} href={href}>
            <Icon name={name} /> {word}
          </a>
        ))}
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
  return (
    <Dialog
      caps={caps}
      title={appointment.full_name}
      verbs={
        canChange &&
        verbs.map(([path, verb]) => (
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
      <Attendance appointment={appointment} />
      <Note appointment={appointment} />
      <Ledger appointment={appointment} />
      <History appointment={appointment} />
      {canChange && appointment.booked_by === 'client' && (
        <LinkButton className="text-button" to={`${route}/undo`}>
          {desk.undoing.open}
        </LinkButton>
      )}
    </Dialog>
  )
}

function History({ appointment: { history } }: { appointment: DeskAppointment }) {
  return (
    <ul className="history">
      {history.map(({ what, by, at, from }) => {
        const day = monthDay(toWallTime(at).date)
        const said =
          what === 'rescheduled' ? words.movedBy(by, day, startWords(from)) : words.cancelledBy(by, day)
        return <li key={at + what}>{said}</li>
      })}
    </ul>
  )
}

function OverdueLine({ job: { id, kind, since, fault: error } }: { job: OverdueJob }) {
  const again = useChange('deliver_owed', String(id), (left) => {
    const isError = left.some((one) => one.id === id)
    const said = isError ? desk.owed.stillNotDelivered : desk.owed.delivered
    showNotice({ title: said(kindWords(kind)), isError })
  })
  return (
    <li className="ledger-pending">
      <Ring />
      <p>
        <b>{desk.owed.notDelivered(kindWords(kind))}</b>
        {error && `${errorWords(error)}, `}
        {desk.owed.since(momentWords(since))}
        <ErrorMessage error={again.error} />
      </p>
      <SubmitButton className="button" isBusy={again.isPending} onPress={() => again.mutate({ id })}>
        {desk.again}
      </SubmitButton>
    </li>
  )
}

function Ledger({ appointment: { delivered, owed: pending } }: { appointment: DeskAppointment }) {
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
        {pending.map((one) => (
          <OverdueLine key={one.id} job={one} />
        ))}
      </ul>
    </section>
  )
}

/** The owner's note. Typed text stays until the server saved it, even if the dialog closes first. */
function Note({ appointment }: { appointment: DeskAppointment }) {
  const { id, note: before, sequence } = appointment
  const [typed, setTyped] = useState<{ note: string; over: string } | null>(null)
  const change = useChange('write_note', id)
  const unsent = useUnsent('write_note', id)
  const text = typed?.note ?? unsent?.note ?? before
  const over = typed?.over ?? unsent?.before ?? before

  function write(note: string, over: string, undoes = false) {
    if (change.isPending) return
    setTyped({ note, over })
    change.mutateAsync({ id, sequence, note, before: over }).then(
      () => {
        // Text typed since then stays, over the note that is now saved.
        setTyped((now) => (now && now.note !== note ? { note: now.note, over: note } : null))
        showNotice({ title: words.noteSaved, undo: undoes ? undefined : () => write(over, note, true) })
      },
      () => undefined,
    )
  }

  return (
    <div className="note">
      <TextField
        label={words.note}
        hint={words.noteHint}
        rows={2}
        maxLength={noteLengthMax}
        value={text}
        onType={(note) => setTyped({ note, over })}
      />
      <Changed error={change.error} appointment={appointment} />
      {isChanged(change.error) && before && <p role="status">{words.noteNow(before)}</p>}
      {text.trim() !== before && (
        <button
          type="button"
          className="button"
          aria-disabled={change.isPending || undefined}
          onClick={() => write(text.trim(), isChanged(change.error) ? before : over)}
        >
          {unsent ? desk.sendAgain : words.save}
        </button>
      )}
    </div>
  )
}
