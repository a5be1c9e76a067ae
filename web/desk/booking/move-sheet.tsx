import { useState } from 'react'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { Changed, useDecidedOn } from '../appointment/changed.tsx'
import { useAppointment } from '../appointment/use-appointment.ts'
import { useCaps } from '../appointment/use-caps.ts'
import { useAppointmentChange } from '../client/change.ts'
import { cameFrom } from '../client/step-now.ts'
import { useDay } from '../frame/use-day.ts'
import { appointmentRoute } from '../navigation/paths.ts'
import { showNotice } from '../ui/notice.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { DateAndTime } from './date-and-time.tsx'

const words = desk.moving

function Moving({ appointment }: { appointment: DeskAppointment }) {
  const { back, finishWith } = useDay()
  const { id, full_name, email } = appointment
  const caps = useCaps(appointment)
  const [date, setDate] = useState(appointment.appointment_date)
  const [time, setTime] = useState(appointment.appointment_time)
  const title = words.title(full_name)
  function done(moved: DeskAppointment) {
    showNotice({ title: words.moved(full_name) })
    // Whoever stood in a time that is being closed is out of it, and the closing goes on.
    finishWith(cameFrom()?.endsWith('/close') ? undefined : appointmentRoute(moved))
  }
  const change = useAppointmentChange('move_appointment', id, done)
  const sequence = useDecidedOn(appointment.sequence, change.error)
  return (
    <Sheet
      caps={caps}
      title={title}
      onBack={back}
      onSubmit={() => change.mutate({ id, sequence, appointment_date: date, appointment_time: time })}
      verb={desk.appointment.move}
      isBusy={change.isPending}
    >
      {email && <p className="about">{words.text}</p>}
      <DateAndTime date={date} time={time} onDate={setDate} onTime={setTime} movingId={id} />
      <Changed error={change.error} appointment={appointment} />
    </Sheet>
  )
}

/** The upper half of a booking, for an appointment that is there already. */
export function MoveSheet() {
  const appointment = useAppointment()
  return appointment ? <Moving key={appointment.id} appointment={appointment} /> : null
}
