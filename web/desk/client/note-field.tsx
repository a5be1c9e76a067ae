import './client.css'
import { useEffect, useRef, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { clientNoteLengthMax, noteLengthMax } from '../../../booking/appointment.ts'
import { kindInSentence } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { type KeptNote, keepNote, type NoteCall, saveLeft, saveNote, useKeptNote } from '../kept-notes.ts'
import { TextButton, TextField } from '../ui/field.tsx'
import { KeptState } from './kept-note.tsx'

const words = desk.appointment

interface NoteFieldProps {
  call: NoteCall
  appointment: DeskAppointment
  label: string
  before: string
  maxLength: number
  className?: string
}

/** An owner's note, saved on this device as it's typed. Leaving the field sends it. */
function NoteField({ call, appointment, label, before, maxLength, className }: NoteFieldProps) {
  const { id, email, phone } = appointment
  const kept = useKeptNote(call, appointment)
  const text = kept?.note ?? before
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(appointment)
  useEffect(() => {
    latest.current = appointment
  }, [appointment])
  useEffect(() => () => saveLeft(call, latest.current), [call])

  function type(note: string) {
    const base: Omit<KeptNote, 'note'> = kept ?? { call, id, email, phone, before, waits: false }
    keepNote({
      ...base,
      note,
      error: undefined,
      waits: base.waits || (!navigator.onLine && base.other === undefined),
    })
  }

  async function press(note: KeptNote) {
    if (isBusy) return
    setBusy(true)
    await saveNote(note)
    setBusy(false)
  }

  const canSave = kept && kept.other === undefined && kept.note.trim() !== kept.before
  return (
    <div className="note">
      <TextField
        label={label}
        hint={words.noteHint}
        rows={2}
        maxLength={maxLength}
        value={text}
        extraClass={className}
        onType={type}
      />
      <KeptState kept={kept} />
      {canSave && (!kept.waits || kept.isOnlyHere) && (
        <button
          type="button"
          className="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void press(kept)}
        >
          {kept.error ? desk.sendAgain : words.save}
        </button>
      )}
    </div>
  )
}

/** The note of one appointment. */
export function AppointmentNote({ appointment }: { appointment: DeskAppointment }) {
  const label = words.thisOne(kindInSentence(appointment.kind))
  return (
    <NoteField
      call="write_note"
      appointment={appointment}
      label={label}
      before={appointment.note}
      maxLength={noteLengthMax}
    />
  )
}

/** About three lines of the field. */
const firstLetters = 120
const isLong = (note: string) => note.length > firstLetters || note.split('\n').length > 3

/**
 * The lasting note about the client.
 * @param isFolded - whether to show only its first lines
 */
export function ClientNote({
  appointment,
  isFolded = false,
}: {
  appointment: DeskAppointment
  isFolded?: boolean
}) {
  const [isWhole, setWhole] = useState(!isFolded)
  const note = appointment.client_note
  const isCut = !isWhole && isLong(note)
  return (
    <div className="about-client">
      <NoteField
        call="write_client_note"
        appointment={appointment}
        label={desk.client.note}
        before={note}
        maxLength={Math.max(clientNoteLengthMax, note.length)}
        className={isCut ? 'pattern pattern-first' : 'pattern'}
      />
      {isCut && <TextButton onClick={() => setWhole(true)}>{desk.client.wholeNote}</TextButton>}
    </div>
  )
}
