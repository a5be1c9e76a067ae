import type { DeskAppointment } from '../../../booking/desk.ts'
import { desk } from '../../../site/copy/desk.ts'
import { DeskFault } from '../client/fault.ts'
import { Fault } from '../ui/fault.tsx'
import { standing, startWords } from '../ui/words.ts'

/** Why a change of an appointment was not done; when somebody was faster, what has become of it. */
export function Changed({ error, appointment }: { error: unknown; appointment: DeskAppointment }) {
  const isChanged = error instanceof DeskFault && error.kind === 'changed'
  const { starts_at, status } = appointment
  return (
    <Fault error={error}>
      {isChanged && (
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
