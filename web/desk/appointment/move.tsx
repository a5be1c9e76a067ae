import './appointment.css'
import type { ReactNode } from 'react'
import { desk } from '#copy/desk.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { useChange } from '../changes.ts'
import { appointmentRoute, LinkButton, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showNotice } from '../ui/notices.tsx'
import { type AppointmentDialogProps, Changed, getMinutes, useDecidedOn } from './use-appointment.tsx'
import { DateAndTime, useWhen } from './when.tsx'

const words = desk.moving

export function MoveDialog({ appointment, caps }: AppointmentDialogProps) {
  const { from, finishWith } = useDay()
  const { id, full_name, email } = appointment
  const [when, onWhen] = useWhen({ date: appointment.appointment_date, time: appointment.appointment_time })
  const change = useChange('move_appointment', id, (moved) => {
    showNotice({ title: words.moved(full_name) })
    // From 'Close a time', the owner returns there.
    finishWith(from?.endsWith('/close') ? undefined : appointmentRoute(moved))
  })
  const sequence = useDecidedOn(appointment.sequence, change.error)
  return (
    <Dialog
      caps={caps}
      title={words.title(full_name)}
      onSubmit={() =>
        change.mutate({ id, sequence, appointment_date: when.date, appointment_time: when.time })
      }
      verb={desk.appointment.move}
      isBusy={change.isPending}
    >
      {email && <p className="about hint">{words.text}</p>}
      <DateAndTime when={when} onWhen={onWhen} minutes={getMinutes(appointment)} movingId={id} />
      <Changed error={change.error} appointment={appointment} />
    </Dialog>
  )
}

interface StillBookedProps {
  id?: string
  className?: string
  title: string
  text: ReactNode
  appointments: readonly DeskAppointment[]
  about: (appointment: DeskAppointment) => ReactNode
  label?: (name: string) => string
}

/** Lists who stays booked in a closing time, with a way to move them. */
export function StillBooked(props: StillBookedProps) {
  const { id, className = 'still-booked', title, text, appointments, about, label } = props
  const isSome = appointments.length > 0
  return (
    <section className={isSome ? className : undefined} id={id}>
      {/* In place before its words are, so screen readers announce them. */}
      <p role="status">
        {isSome && (
          <>
            <b>{title}</b> {text}
          </>
        )}
      </p>
      <ul>
        {appointments.map((one) => (
          <li key={one.id}>
            {about(one)}
            <LinkButton
              className="button"
              to={`${appointmentRoute(one)}/move`}
              label={label?.(one.full_name)}
            >
              {desk.appointment.move}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
