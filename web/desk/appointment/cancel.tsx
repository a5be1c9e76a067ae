import { useState } from 'react'
import { messageLengthMax } from '../../../booking/appointment.ts'
import { kindInSentence } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useAppointmentChange } from '../changes.ts'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { showNotice } from '../ui/notices.tsx'
import { startWords } from '../ui/words.ts'
import { Changed, useAppointment, useCaps, useDecidedOn } from './use-appointment.tsx'

const words = desk.cancelling

type MailPreviewProps = Pick<DeskAppointment, 'kind' | 'starts_at'> & { message: string }

function MailPreview({ kind, starts_at, message }: MailPreviewProps) {
  const what = kindInSentence(kind)
  return (
    <section className="mail-preview">
      <h3 className="caps">{words.mail}</h3>
      <p>
        <b>{words.mailTitle(what)}</b> {words.mailText(what, startWords(starts_at))}
      </p>
      <p>{message}</p>
    </section>
  )
}

function Asking({ appointment }: { appointment: DeskAppointment }) {
  const { back, finishWith } = useDay()
  const { id, full_name, email, ends_at, appointment_date, status } = appointment
  const isOver = Date.parse(ends_at) <= useNow().epochMs
  const caps = useCaps(appointment)
  const [message, setMessage] = useState('')
  function done() {
    showNotice({ title: words.cancelled(full_name) })
    finishWith(dayRoute(appointment_date))
  }
  const change = useAppointmentChange('cancel_appointment', id, done)
  const sequence = useDecidedOn(appointment.sequence, change.error)
  return (
    <Dialog
      asks
      caps={caps}
      title={words.title(full_name)}
      onBack={back}
      onSubmit={() => change.mutate({ id, sequence, message: message.trim() })}
      verb={status === 'confirmed' && desk.appointment.cancel}
      isBusy={change.isPending}
    >
      <p className="about">{isOver ? words.textOver : email ? words.text : words.textWithoutMail}</p>
      {email && !isOver && (
        <>
          <Field label={words.message} hint={words.messageHint}>
            {(fieldId) => (
              <TextArea
                id={fieldId}
                rows={3}
                maxLength={messageLengthMax}
                value={message}
                onChange={(event) => setMessage(event.target.value)}
              />
            )}
          </Field>
          <MailPreview {...appointment} message={message} />
        </>
      )}
      <Changed error={change.error} appointment={appointment} />
    </Dialog>
  )
}

export function CancelDialog() {
  const appointment = useAppointment()
  return appointment ? <Asking key={appointment.id} appointment={appointment} /> : null
}
