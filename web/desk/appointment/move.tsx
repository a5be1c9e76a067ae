import './appointment.css'
import type { ReactNode } from 'react'
import { desk } from '#copy/desk.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { useChange } from '../changes.ts'
import { appointmentRoute, LinkButton, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showNotice } from '../ui/notices.tsx'
import { type AppointmentDialogProps, Changed, getMinutes, useDecidedOn } from './use-appointment.tsx'
import { DateAndTime, errorAbout, InsteadOfTaken, useWhen, useWhenIs } from './when.tsx'

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
  const minutes = getMinutes(appointment)
  const whenIs = useWhenIs(when, minutes, id)
  const overbook = whenIs.booked !== null
  const error = errorAbout(when, change)
  const sequence = useDecidedOn(appointment.sequence, change.error)
  return (
    <Dialog
      caps={caps}
      title={words.title(full_name)}
      onSubmit={() =>
        change.mutate({
          ...{ id, sequence, appointment_date: when.date, appointment_time: when.time },
          ...(overbook && { overbook }),
        })
      }
      verb={overbook ? words.moveAnyway : desk.appointment.move}
      isBusy={change.isPending}
    >
      {email && <p className="about hint">{words.text}</p>}
      <DateAndTime when={when} whenIs={whenIs} onWhen={onWhen} minutes={minutes} error={error} />
      <Changed error={error} appointment={appointment}>
        <InsteadOfTaken error={error} when={when} whenIs={whenIs} onWhen={onWhen} />
      </Changed>
    </Dialog>
  )
}

interface StillBookedProps {
  id?: string
  className?: string
  title: string
  text: ReactNode
  appointments: readonly DeskAppointment[]
  /** The action for all of them. */
  verb?: ReactNode
  about: (appointment: DeskAppointment) => ReactNode
  label?: (name: string) => string
}

/** Lists who stays booked in a closing time, with a way to move them. */
export function StillBooked(props: StillBookedProps) {
  const { id, className = 'still-booked', title, text, appointments, verb, about, label } = props
  const isSome = appointments.length > 0
  return (
    <section className={isSome ? className : undefined} id={id}>
      {/* Rendered before its text, so screen readers announce it. */}
      <p role="status">
        {isSome && (
          <>
            <b>{title}</b> {text}
          </>
        )}
      </p>
      {isSome && verb}
      <ul>
        {appointments.map((appointment) => (
          <li key={appointment.id}>
            {about(appointment)}
            <LinkButton
              className="button"
              to={`${appointmentRoute(appointment)}/move`}
              label={label?.(appointment.full_name)}
            >
              {desk.appointment.move}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
