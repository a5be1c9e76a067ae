import './appointment.css'
import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import { messageLengthMax } from '../../../booking/appointment.ts'
import { kindInSentence } from '../../../booking/kinds.ts'
import { useChange } from '../changes.ts'
import { useKeepEditing } from '../keep-editing.ts'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { showNotice } from '../ui/notices.tsx'
import { startWords } from '../ui/words.ts'
import { type AppointmentDialogProps, Changed, useDecidedOn } from './use-appointment.tsx'

const words = desk.cancelling

export function CancelDialog({ appointment, caps }: AppointmentDialogProps) {
  const { finishWith } = useDay()
  const { id, full_name, email, kind, starts_at, ends_at, appointment_date, status } = appointment
  const isOver = Date.parse(ends_at) <= useNow().epochMs
  const [message, setMessage] = useState('')
  const change = useChange('cancel_appointment', id, () => {
    showNotice({ title: words.cancelled(full_name) })
    finishWith(dayRoute(appointment_date))
  })
  useKeepEditing(message, message.trim() !== '' && !change.isPending && !change.isSuccess, setMessage)
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
