import './attendance.css'
import { desk } from '#copy/desk.ts'
import type { Attendance as Noted } from '../../../booking/appointment.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import { forgetUnsent, useChange, useUnsent } from '../changes.ts'
import { type DeskError, isChanged } from '../errors.tsx'
import { TextButton } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { CameMark, MissedMark, OpenMark, Ring } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'

export type VisitState = 'ahead' | 'here' | 'over' | 'came' | 'did_not_come' | 'cancelled'

export const hasBegun = ({ starts_at }: DeskAppointment, nowEpochMs: number) =>
  Date.parse(starts_at) <= nowEpochMs

export function getVisitState(appointment: DeskAppointment, nowEpochMs: number): VisitState {
  const { status, attendance, ends_at } = appointment
  if (status === 'cancelled') return 'cancelled'
  const isHere = hasBegun(appointment, nowEpochMs) && nowEpochMs < Date.parse(ends_at)
  // Clients who came keep the style of the current appointment until it ends.
  if (isHere && attendance !== 'did_not_come') return 'here'
  if (attendance) return attendance
  return hasBegun(appointment, nowEpochMs) ? 'over' : 'ahead'
}

const words = desk.appointment
export const attendanceWords: Record<Noted, string> = { came: words.came, did_not_come: words.didNotCome }

/** The attendance that couldn't be recorded. If only the response was lost, the agenda shows it as recorded. */
export function useUnsentAttendance({ id, attendance, status }: DeskAppointment) {
  const unsent = useUnsent('note_attendance', id)
  return status === 'cancelled' || unsent?.attendance === attendance ? undefined : unsent
}

/** Reports a rejection once. Without a connection, the unsent mark shows it. */
function sayWhy(id: string, error: DeskError): void {
  if (isChanged(error)) forgetUnsent('note_attendance', id)
  else if (error.kind !== 'refused') return
  showNotice({ title: error.message, isError: true })
}

export function useAttendance(appointment: DeskAppointment) {
  const { id, full_name, attendance: before, sequence } = appointment
  const { time } = useNow()
  const change = useChange('note_attendance', id)
  const unsent = useUnsentAttendance(appointment)

  function note(attendance: Noted | null, undoes = false) {
    if (change.isPending) return
    change.mutateAsync({ id, sequence, attendance }).then(
      () => {
        const title = attendance ? words.marked[attendance](full_name) : words.unnoted(full_name)
        const undo = undoes ? undefined : () => note(before, true)
        showNotice({ title, text: words.noted(formatTime(time)), undo })
      },
      (error) => sayWhy(id, error),
    )
  }
  return { note, unsent, isPending: change.isPending }
}

export function AttendanceButtons({ appointment }: { appointment: DeskAppointment }) {
  const { note, isPending } = useAttendance(appointment)
  return (
    <div className="attendance">
      {(['came', 'did_not_come'] as const).map((choice) => (
        <button
          key={choice}
          type="button"
          className={`note-${choice}`}
          aria-disabled={isPending || undefined}
          onClick={() => note(choice)}
        >
          {choice === 'came' ? <OpenMark /> : <MissedMark />}
          {attendanceWords[choice]}
        </button>
      ))}
    </div>
  )
}

export function AttendanceMark({ noted }: { noted: Noted }) {
  return (
    <p className={`noted small row noted-${noted}`}>
      {noted === 'came' ? <CameMark /> : <MissedMark />}
      <span>{attendanceWords[noted]}</span>
    </p>
  )
}

export function UnsentAttendance({ appointment }: { appointment: DeskAppointment }) {
  const { note, unsent } = useAttendance(appointment)
  if (!unsent) return null
  const { attendance } = unsent
  return (
    <div className="unsent apart">
      <p className="pending-box">
        <Ring /> {words.notSent(attendance ? attendanceWords[attendance] : desk.undo)}
      </p>
      <TextButton onClick={() => note(attendance)}>{desk.sendAgain}</TextButton>
    </div>
  )
}
