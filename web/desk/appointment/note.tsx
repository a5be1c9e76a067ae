import { useId, useState } from 'react'
import { noteLengthMax } from '../../../booking/appointment.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { useAppointmentChange, useUnsent } from '../client/change.ts'
import { isChanged } from '../client/fault.ts'
import { TextArea } from '../ui/field.tsx'
import { showNotice } from '../ui/notice.tsx'
import { Changed } from './changed.tsx'

const words = desk.appointment

/** The owner's own note. What is typed stays until the server has it, when the sheet was left meanwhile, too. */
export function Note({ appointment }: { appointment: DeskAppointment }) {
  const { id, note: before, sequence } = appointment
  const fieldId = useId()
  const [typed, setTyped] = useState<{ note: string; over: string } | null>(null)
  const change = useAppointmentChange('write_note', id)
  const unsent = useUnsent('write_note', id)
  const text = typed?.note ?? unsent?.note ?? before
  const over = typed?.over ?? unsent?.before ?? before

  function write(note: string, over: string, undoes = false) {
    if (change.isPending) return
    setTyped({ note, over })
    change.mutateAsync({ id, sequence, note, before: over }).then(
      () => {
        // What was typed on meanwhile stays, over what is saved by now.
        setTyped((now) => (now && now.note !== note ? { note: now.note, over: note } : null))
        showNotice({ title: words.noteSaved, undo: undoes ? undefined : () => write(over, note, true) })
      },
      () => undefined,
    )
  }

  return (
    <div className="note">
      <label className="field-label" htmlFor={fieldId}>
        {words.note} <span className="hint">{words.noteHint}</span>
      </label>
      <TextArea
        id={fieldId}
        rows={2}
        maxLength={noteLengthMax}
        value={text}
        onChange={(event) => setTyped({ note: event.target.value, over })}
      />
      <Changed error={change.error} appointment={appointment} />
      {isChanged(change.error) && before && <p role="status">{words.noteNow(before)}</p>}
      {text.trim() !== before && (
        <button
          type="button"
          className="button"
          aria-disabled={change.isPending || undefined}
          onClick={() => write(text.trim(), isChanged(change.error) ? before : over)}
        >
          {unsent ? desk.sendAgain : words.save}
        </button>
      )}
    </div>
  )
}
