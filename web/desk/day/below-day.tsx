import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { VisitLabel } from './visit-label.tsx'

/** Who cancelled, where somebody else has the time now. */
export function BelowDay({ cancelled }: { cancelled: readonly DeskAppointment[] }) {
  if (cancelled.length === 0) return null
  return (
    <section className="below">
      <h2>{desk.day.below}</h2>
      <ul>
        {cancelled.map((one) => (
          <VisitLabel key={one.id} appointment={one} isChosen={false} />
        ))}
      </ul>
    </section>
  )
}
