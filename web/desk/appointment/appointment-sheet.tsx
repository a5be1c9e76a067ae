import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { useNow } from '../client/clock.ts'
import { useDay } from '../frame/use-day.ts'
import { Go } from '../navigation/go.tsx'
import { appointmentRoute } from '../navigation/paths.ts'
import { Icon } from '../ui/icons.tsx'
import { OpenMark } from '../ui/marks.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { capital, monthDay, ordinal, sourceWords, wallTimeOf } from '../ui/words.ts'
import { AttendanceButtons, AttendanceMark, UnsentAttendance, useAttendance } from '../visit/attendance.tsx'
import { waysTo } from '../visit/contacts.tsx'
import { hasBegun } from '../visit/visit-state.ts'
import { History } from './history.tsx'
import { Ledger } from './ledger.tsx'
import { Note } from './note.tsx'
import { useAppointment } from './use-appointment.ts'
import { useCaps } from './use-caps.ts'

const words = desk.appointment

/** What is known of where they come from and who booked. */
function About({ visit, referral_source, booked_by, created_at }: DeskAppointment) {
  const which = `${ordinal(visit)} ${desk.visit}`
  const heard =
    referral_source === 'friend'
      ? words.heardOfFriend
      : referral_source && words.heardOf(sourceWords(referral_source) ?? '')
  return (
    <p className="about">
      {capital(which)}. {heard}
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

/** Came and Did not come, once the visit has begun; what is noted, with the way back. */
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

/** One appointment: who, how to reach them, whether they came, the note, what was mailed, what happened to it. */
export function AppointmentSheet() {
  const appointment = useAppointment()
  const { back } = useDay()
  const caps = useCaps(appointment)
  if (appointment === undefined) return null
  if (appointment === null)
    return (
      <Sheet caps={[]} title={desk.name} onBack={back}>
        <p>{words.gone}</p>
      </Sheet>
    )
  const route = appointmentRoute(appointment)
  const canChange = appointment.status === 'confirmed'
  return (
    <Sheet
      key={appointment.id}
      caps={caps}
      title={appointment.full_name}
      onBack={back}
      verbs={
        canChange && (
          <>
            <Go className="bar-button" to={`${route}/move`}>
              {words.move}
            </Go>
            <Go className="bar-button" to={`${route}/cancel`}>
              {words.cancel}
            </Go>
          </>
        )
      }
    >
      <About {...appointment} />
      <Ways appointment={appointment} />
      <Attendance appointment={appointment} />
      <Note key={appointment.id} appointment={appointment} />
      <Ledger appointment={appointment} />
      <History appointment={appointment} />
    </Sheet>
  )
}
