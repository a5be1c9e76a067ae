import './appointment.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import { messageLengthMax } from '../../../booking/appointment.ts'
import { kindInSentence } from '../../../booking/kinds.ts'
import type { SimilarBookings } from '../../../booking/owner-api.ts'
import { call } from '../api.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { showNotice } from '../ui/notices.tsx'
import { startWords } from '../ui/words.ts'
import { type AppointmentDialogProps, Changed, useDecidedOn } from './use-appointment.tsx'

const { cancelling: words, undoing } = desk

export function CancelDialog({ appointment, caps }: AppointmentDialogProps) {
  const { finishWith } = useDay()
  const { id, full_name, email, kind, starts_at, ends_at, appointment_date, status } = appointment
  const isOver = Date.parse(ends_at) <= useNow().epochMs
  const [message, setMessage] = useState('')
  const change = useChange('cancel_appointment', id, () => {
    showNotice({ title: words.cancelled(full_name) })
    finishWith(dayRoute(appointment_date))
  })
  const sequence = useDecidedOn(appointment.sequence, change.error)
  const what = kindInSentence(kind)
  return (
    <Dialog
      asks
      caps={caps}
      title={words.title(full_name)}
      onSubmit={() => change.mutate({ id, sequence, message: message.trim() })}
      verb={status === 'confirmed' && desk.appointment.cancel}
      isBusy={change.isPending}
    >
      <p className="about hint">{isOver ? words.textOver : email ? words.text : words.textWithoutMail}</p>
      {email && !isOver && (
        <>
          <TextField
            label={words.message}
            hint={words.messageHint}
            rows={3}
            maxLength={messageLengthMax}
            value={message}
            onType={setMessage}
          />
          <section className="mail-preview small">
            <h3 className="caps">{words.mail}</h3>
            <p>
              <b>{words.mailTitle(what)}</b> {words.mailText(what, startWords(starts_at))}
            </p>
            <p>{message}</p>
          </section>
        </>
      )}
      <Changed error={change.error} appointment={appointment} />
    </Dialog>
  )
}

const likenesses: readonly (keyof SimilarBookings)[] = ['network', 'email', 'phone']
const stretches = [1, 24, 72, 168]

/** Cancels all bookings that look like one of them, after the owner saw how many. */
export function UndoDialog({ appointment: { id, appointment_date }, caps }: AppointmentDialogProps) {
  const { finishWith } = useDay()
  const [hours, setHours] = useState(24)
  const [by, setBy] = useState<keyof SimilarBookings>('network')
  const counts = useQuery({
    queryKey: ['similar_bookings', id, hours],
    queryFn: ({ signal }) => call('similar_bookings', { id, hours }, signal),
    gcTime: 0,
  })
  const change = useChange('undo_bookings', id, ({ undone }) => {
    showNotice({ title: undoing.undone(undone) })
    finishWith(dayRoute(appointment_date))
  })
  const count = counts.data?.[by] ?? 0
  return (
    <Dialog
      asks
      caps={caps}
      title={undoing.title}
      onSubmit={() => change.mutate({ id, by, hours })}
      verb={count > 0 && undoing.undo(count)}
      isBusy={change.isPending}
    >
      <p className="about hint">{undoing.text}</p>
      <SelectField
        label={undoing.which}
        value={by}
        options={likenesses.map((one) => [one, undoing.by[one](counts.data?.[one])])}
        onSelect={setBy}
      />
      <SelectField
        label={undoing.within}
        value={hours}
        options={stretches.map((one) => [one, undoing.hours(one)])}
        onSelect={setHours}
      />
      <ErrorMessage error={change.error ?? counts.error} />
    </Dialog>
  )
}
