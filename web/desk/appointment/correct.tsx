import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import { getDuration, longestMinutes, shortestMinutes } from '../../../booking/kinds.ts'
import { useChange } from '../changes.ts'
import { useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InputField } from '../ui/field.tsx'
import { showNotice } from '../ui/notices.tsx'
import { type AppointmentDialogProps, Changed, getMinutes, useDecidedOn } from './use-appointment.tsx'
import { KindChoice } from './when.tsx'

const words = desk.appointment

export function CorrectDialog({ appointment }: AppointmentDialogProps) {
  const { finishWith, shop } = useDay()
  const { id, full_name } = appointment
  const [kind, setKind] = useState(appointment.kind)
  const [length, setLength] = useState(String(getMinutes(appointment)))
  const change = useChange('correct_appointment', id, () => {
    showNotice({ title: words.corrected(full_name) })
    finishWith()
  })
  const sequence = useDecidedOn(appointment.sequence, change.error)
  return (
    <Dialog
      caps={[full_name]}
      title={words.correct}
      onSubmit={() => change.mutate({ id, sequence, kind, durationMinutes: Number(length) })}
      verb={words.save}
      isBusy={change.isPending}
    >
      {appointment.email && <p className="about hint">{words.correctText}</p>}
      <KindChoice
        kind={kind}
        onKind={(chosen) => {
          setKind(chosen)
          setLength(String(getDuration(chosen, shop)))
        }}
      />
      <InputField
        label={desk.adding.length}
        unit={desk.adding.minutesUnit}
        type="number"
        inputMode="numeric"
        required
        min={shortestMinutes}
        max={longestMinutes}
        value={length}
        onType={setLength}
      />
      <Changed error={change.error} appointment={appointment} />
    </Dialog>
  )
}
