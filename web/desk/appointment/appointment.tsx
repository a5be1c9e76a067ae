import './booking.css'
import { useId, useState } from 'react'
import { noteLengthMax } from '../../../booking/appointment.ts'
import { kindOf } from '../../../booking/kinds.ts'
import type { DeskAppointment, OverdueJob } from '../../../booking/owner-api.ts'
import { timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { useAppointmentChange, useChange, useUnsent } from '../changes.ts'
import { waysTo } from '../day/appointment-label.tsx'
import { ErrorMessage, isChanged } from '../errors.tsx'
import { appointmentRoute, LinkButton, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitButton, TextArea } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon, OpenMark, Ring } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import {
  capital,
  faultWords,
  kindWords,
  momentWords,
  monthDay,
  ordinal,
  sourceWords,
  startWords,
  wallTimeOf,
} from '../ui/words.ts'
import {
  AttendanceButtons,
  AttendanceMark,
  hasBegun,
  UnsentAttendance,
  useAttendance,
} from './attendance.tsx'
import { Changed, lengthOf, useAppointment, useCaps } from './use-appointment.tsx'

const words = desk.appointment

function About({ appointment }: { appointment: DeskAppointment }) {
  const { kind, visit, referral_source, booked_by, created_at } = appointment
  const which = `${ordinal(visit)} ${desk.visit}`
  const heard =
    referral_source === 'friend'
      ? words.heardOfFriend
      : referral_source && words.heardOf(sourceWords(referral_source) ?? '')
  return (
    <p className="about">
      {desk.adding.kindOption(kindOf(kind).name, lengthOf(appointment))}. {capital(which)}. {heard}
      <br />
      {words.bookedBy(booked_by, monthDay(wallTimeOf(created_at).date))}
    </p>
  )
}

function Ways({ appointment }: { appointment: DeskAppointment }) {
  const { phone, email } = appointment
  const ways = waysTo(appointment)
  if (ways.length === 0) return null
  return (
    <>
      <div className="ways">
        {ways.map(({ name, word, href }) => (
          <a key={name} href={href}>
            <Icon name={name} /> {word}
          </a>
        ))}
      </div>
      <p className="reached">
        <span>{phone}</span> <span>{email}</span>
      </p>
    </>
  )
}

/** The attendance buttons, once the appointment has started, or the recorded attendance with 'Undo'. */
function Attendance({ appointment }: { appointment: DeskAppointment }) {
  const { epochMs } = useNow()
  const { note } = useAttendance(appointment)
  if (appointment.status === 'cancelled') return null
  if (!hasBegun(appointment, epochMs))
    return (
      <p className="attendance-later">
        <OpenMark /> {words.opens(timeWords(appointment.appointment_time))}
      </p>
    )
  return (
    <div className="attendance-part">
      {appointment.attendance ? (
        <div className="attendance-noted">
          <AttendanceMark noted={appointment.attendance} />
          <button type="button" className="text-button" onClick={() => note(null)}>
            {desk.undo}
          </button>
        </div>
      ) : (
        <AttendanceButtons appointment={appointment} />
      )}
      <UnsentAttendance appointment={appointment} />
    </div>
  )
}

export function AppointmentDialog() {
  const appointment = useAppointment()
  const { back } = useDay()
  const { epochMs } = useNow()
  const caps = useCaps(appointment)
  if (appointment === undefined) return null
  if (appointment === null)
    return (
      <Dialog caps={[]} title={desk.name} onBack={back}>
        <p>{words.gone}</p>
      </Dialog>
    )
  const route = appointmentRoute(appointment)
  const canChange = appointment.status === 'confirmed'
  return (
    <Dialog
      key={appointment.id}
      caps={caps}
      title={appointment.full_name}
      onBack={back}
      verbs={
        canChange && (
          <>
            <LinkButton className="bar-button" to={`${route}/move`}>
              {words.move}
            </LinkButton>
            <LinkButton
              className={hasBegun(appointment, epochMs) ? 'verb' : 'bar-button'}
              to={`${route}/next`}
            >
              {desk.bookNext}
            </LinkButton>
            <LinkButton className="bar-button" to={`${route}/cancel`}>
              {words.cancel}
            </LinkButton>
          </>
        )
      }
    >
      <About appointment={appointment} />
      <Ways appointment={appointment} />
      <Attendance appointment={appointment} />
      <Note key={appointment.id} appointment={appointment} />
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

/** Who moved or canceled it, and when. */
export function History({ appointment: { history } }: { appointment: DeskAppointment }) {
  const { movedBy, cancelledBy } = desk.appointment
  return (
    <ul className="history">
      {history.map(({ what, by, at, from }) => {
        const day = monthDay(wallTimeOf(at).date)
        return (
          <li key={at + what}>
            {what === 'rescheduled' ? movedBy(by, day, startWords(from)) : cancelledBy(by, day)}
          </li>
        )
      })}
    </ul>
  )
}

function OverdueLine({ owed: { id, kind, since, fault } }: { owed: OverdueJob }) {
  const again = useChange('deliver_owed', String(id), (left) => {
    const isError = left.some((one) => one.id === id)
    const { stillNotDelivered, delivered } = desk.owed
    showNotice({ title: (isError ? stillNotDelivered : delivered)(kindWords(kind)), isError })
  })
  return (
    <li className="ledger-owed">
      <Ring />
      <p>
        <b>{desk.owed.notDelivered(kindWords(kind))}</b>
        {fault && `${faultWords(fault)}, `}
        {desk.owed.since(momentWords(since))}
        <ErrorMessage error={again.error} />
      </p>
      <SubmitButton className="button" isBusy={again.isPending} onPress={() => again.mutate({ id })}>
        {desk.again}
      </SubmitButton>
    </li>
  )
}

/** The emails and calendar events of this appointment, sent or not. */
export function Ledger({ appointment: { delivered, owed } }: { appointment: DeskAppointment }) {
  if (delivered.length + owed.length === 0) return null
  return (
    <section>
      <h3 className="sheet-heading">{desk.appointment.ledger}</h3>
      <ul className="ledger">
        {delivered.map(({ kind, at }) => (
          <li key={kind + at}>
            <Icon name="check" />
            <p>{kindWords(kind)}</p>
            <time dateTime={at}>{momentWords(at)}</time>
          </li>
        ))}
        {owed.map((one) => (
          <OverdueLine key={one.id} owed={one} />
        ))}
      </ul>
    </section>
  )
}

/** The owner's note. Typed text stays until the server saved it, even if the dialog closes first. */
export function Note({ appointment }: { appointment: DeskAppointment }) {
  const { id, note: before, sequence } = appointment
  const fieldId = useId()
  const [typed, setTyped] = useState<{ note: string; over: string } | null>(null)
  const change = useAppointmentChange('write_note', id)
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
      <label className="field-label" htmlFor={fieldId}>
        {words.note} <span className="hint">{words.noteHint}</span>
      </label>
      <TextArea
        id={fieldId}
        rows={2}
        maxLength={noteLengthMax}
        value={text}
        onChange={(event) => setTyped({ note: event.target.value, over })}
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
