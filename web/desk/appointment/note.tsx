import { useId, useState } from 'react'
import { type DeskAppointment, noteLengthMax } from '../../../booking/desk.ts'
import { desk } from '../../../site/copy/desk.ts'
import { useAppointmentChange, useUnsent } from '../client/change.ts'
import { showNotice } from '../ui/notice.tsx'
import { Changed } from './changed.tsx'

const words = desk.appointment

/** The owner's own note. What is typed stays until the server has it, when the sheet was left meanwhile, too. */
export function Note({ appointment }: { appointment: DeskAppointment }) {
  const { id, note: before, sequence } = appointment
  const fieldId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const change = useAppointmentChange('write_note', id)
  const unsent = useUnsent('write_note', id)
  const text = typed ?? unsent?.note ?? before

  function write(note: string, undo: string | null) {
    if (change.isPending) return
    setTyped(note)
    change.mutateAsync({ id, sequence, note }).then(
      () => {
        setTyped(null)
        showNotice({ title: words.noteSaved, undo: undo === null ? undefined : () => write(undo, null) })
      },
      () => undefined,
    )
  }

  return (
    <div className="note">
      <label className="field-label" htmlFor={fieldId}>
        {words.note} <span className="hint">{words.noteHint}</span>
      </label>
      <textarea
        id={fieldId}
        className="field-control"
        rows={2}
        maxLength={noteLengthMax}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Changed error={change.error} appointment={appointment} />
      {text.trim() !== before && (
        <button
          type="button"
          className="button"
          aria-disabled={change.isPending || undefined}
          onClick={() => write(text.trim(), before)}
        >
          {unsent ? desk.sendAgain : words.save}
        </button>
      )}
    </div>
  )
}
