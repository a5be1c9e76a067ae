import { useState } from 'react'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useAppointmentChange } from '../changes.ts'
import { appointmentRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showNotice } from '../ui/notices.tsx'
import { Changed, lengthOf, useAppointment, useCaps, useDecidedOn } from './use-appointment.tsx'
import { DateAndTime } from './when.tsx'

const words = desk.moving

function Moving({ appointment }: { appointment: DeskAppointment }) {
  const { from, back, finishWith } = useDay()
  const { id, full_name, email } = appointment
  const caps = useCaps(appointment)
  const [date, setDate] = useState(appointment.appointment_date)
  const [time, setTime] = useState(appointment.appointment_time)
  const title = words.title(full_name)
  function done(moved: DeskAppointment) {
    showNotice({ title: words.moved(full_name) })
    // From 'Block time', the owner returns there.
    finishWith(from?.endsWith('/close') ? undefined : appointmentRoute(moved))
  }
  const change = useAppointmentChange('move_appointment', id, done)
  const sequence = useDecidedOn(appointment.sequence, change.error)
  return (
    <Dialog
      caps={caps}
      title={title}
      onBack={back}
      onSubmit={() => change.mutate({ id, sequence, appointment_date: date, appointment_time: time })}
      verb={desk.appointment.move}
      isBusy={change.isPending}
    >
      {email && <p className="about">{words.text}</p>}
      <DateAndTime
        date={date}
        time={time}
        onDate={setDate}
        onTime={setTime}
        minutes={lengthOf(appointment)}
        movingId={id}
      />
      <Changed error={change.error} appointment={appointment} />
    </Dialog>
  )
}

export function MoveDialog() {
  const appointment = useAppointment()
  return appointment ? <Moving key={appointment.id} appointment={appointment} /> : null
}
