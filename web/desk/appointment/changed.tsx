import { useState } from 'react'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { isChanged } from '../client/fault.ts'
import { Fault } from '../client/shown-fault.tsx'
import { standing, startWords } from '../ui/words.ts'

/** The sequence that is decided on: as it was when the sheet was opened, until it is said what has changed since. */
export function useDecidedOn(sequence: number, error: unknown): number {
  const [seen, setSeen] = useState(sequence)
  if (isChanged(error) && seen !== sequence) setSeen(sequence)
  return seen
}

/** Why a change of an appointment was not done; when somebody was faster, what has become of it. */
export function Changed({ error, appointment }: { error: unknown; appointment: DeskAppointment }) {
  const { starts_at, status } = appointment
  return (
    <Fault error={error}>
      {isChanged(error) && (
        <p>
          {desk.faults.stands(
            startWords(starts_at),
            status === 'cancelled' ? standing(appointment) : desk.faults.expected,
          )}
        </p>
      )}
    </Fault>
  )
}
