import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minutesOf } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays, dayWords, isCalendarDate, mondayOf } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { Times } from '../../ui/times.tsx'
import { agendaQuery } from '../agenda.ts'
import { useAppointmentChange } from '../changes.ts'
import { appointmentRoute, useDay } from '../navigation.tsx'
import { freeTimes } from '../timeline/day-timeline.ts'
import { Dialog } from '../ui/dialog.tsx'
import { InputField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { showNotice } from '../ui/notices.tsx'
import { Changed, useAppointment, useCaps, useDecidedOn } from './use-appointment.tsx'

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
      <DateAndTime date={date} time={time} onDate={setDate} onTime={setTime} moving={appointment} />
      <Changed error={change.error} appointment={appointment} />
    </Dialog>
  )
}

export function MoveDialog() {
  const appointment = useAppointment()
  return appointment ? <Moving key={appointment.id} appointment={appointment} /> : null
}

const intervalOf = ({ starts_at, ends_at }: DeskAppointment) => ({
  startEpochMs: Date.parse(starts_at),
  endEpochMs: Date.parse(ends_at),
})

interface DateAndTimeProps {
  date: string
  time: string
  onDate: (date: string) => void
  onTime: (time: string) => void
  /** The appointment whose own time counts as open. */
  moving?: DeskAppointment
  /** How long the open times last; without it, as long as the appointment or a consultation. */
  durationMinutes?: number
}

/** Date, time, and the open times of that date; any other time can be typed. */
export function DateAndTime({ date, time, onDate, onTime, moving, durationMinutes }: DateAndTimeProps) {
  const { shop } = useDay()
  const minutes = durationMinutes ?? (moving ? minutesOf(intervalOf(moving)) : shop.opening.durationMinutes)
  const lasting = { ...shop, opening: { ...shop.opening, durationMinutes: minutes } }
  const { epochMs } = useNow()
  const isDay = isCalendarDate(date)
  const monday = mondayOf(isDay ? date : '2000-01-03')
  const week = useQuery({ ...agendaQuery(monday, addDays(monday, 6), date), enabled: isDay })
  const free = week.data && isDay ? freeTimes(date, week.data, lasting, epochMs, moving?.id) : []
  return (
    <>
      <div className="fields">
        <InputField label={desk.adding.date} type="date" required value={date} onType={onDate} />
        <InputField label={desk.adding.time} type="time" required value={time} onType={onTime} />
      </div>
      {week.data && isDay && (
        <fieldset className="open-times">
          <legend className="hint" aria-live="polite">
            {free.length > 0 ? desk.adding.stillOpen(dayWords(date)) : desk.adding.noneOpen(dayWords(date))}
          </legend>
          <Times name="open-time" times={free} chosen={time} className="choice" onChoose={onTime} />
        </fieldset>
      )}
    </>
  )
}
