import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskAppointment, SimilarBookings } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { call } from '../api.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { showNotice } from '../ui/notices.tsx'
import { useAppointment, useCaps } from './use-appointment.tsx'

const words = desk.undoing

const likenesses = ['network', 'email', 'phone'] as const satisfies (keyof SimilarBookings)[]

/** How many hours back the owner can choose. */
const stretches = [1, 24, 72, 168]

function Asking({ appointment }: { appointment: DeskAppointment }) {
  const { back, finishWith } = useDay()
  const { id, appointment_date } = appointment
  const caps = useCaps(appointment)
  const [hours, setHours] = useState(24)
  const [by, setBy] = useState<keyof SimilarBookings>('network')
  const counts = useQuery({
    queryKey: ['similar_bookings', id, hours],
    queryFn: ({ signal }) => call('similar_bookings', { id, hours }, signal),
    gcTime: 0,
  })
  const change = useChange('undo_bookings', id, ({ undone }) => {
    showNotice({ title: words.undone(undone) })
    finishWith(dayRoute(appointment_date))
  })
  const count = counts.data?.[by] ?? 0
  return (
    <Dialog
      asks
      caps={caps}
      title={words.title}
      onBack={back}
      onSubmit={() => change.mutate({ id, by, hours })}
      verb={count > 0 && words.undo(count)}
      isBusy={change.isPending}
    >
      <p className="about">{words.text}</p>
      <Field label={words.which}>
        {(fieldId) => (
          <select
            id={fieldId}
            className="field-control"
            value={by}
            onChange={({ target }) => setBy(likenesses.find((one) => one === target.value) ?? by)}
          >
            {likenesses.map((one) => (
              <option key={one} value={one}>
                {words.by[one](counts.data?.[one])}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.within}>
        {(fieldId) => (
          <select
            id={fieldId}
            className="field-control"
            value={hours}
            onChange={({ target }) => setHours(Number(target.value))}
          >
            {stretches.map((one) => (
              <option key={one} value={one}>
                {words.hours(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ErrorMessage error={change.error ?? counts.error} />
    </Dialog>
  )
}

/** Cancels all bookings that look like one of them, after the owner saw how many. */
export function UndoDialog() {
  const appointment = useAppointment()
  return appointment ? <Asking key={appointment.id} appointment={appointment} /> : null
}
