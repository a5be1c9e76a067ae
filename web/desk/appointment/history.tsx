import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { monthDay, startWords, wallTimeOf } from '../ui/words.ts'

/** Who moved or cancelled it, and when. */
export function History({ appointment: { history } }: { appointment: DeskAppointment }) {
  const { movedBy, cancelledBy } = desk.appointment
  return (
    <ul className="history">
      {history.map(({ what, by, at, from }) => {
        const day = monthDay(wallTimeOf(at).date)
        return (
          <li key={at + what}>
            {what === 'rescheduled' ? movedBy(by, day, startWords(from)) : cancelledBy(by, day)}
          </li>
        )
      })}
    </ul>
  )
}
