import { consultation, kindOf } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { timeWords } from '../../../booking/time.ts'
import { shortName, visitStretch } from '../timeline/scale.ts'
import { otherKind } from '../ui/words.ts'

const shortMinutes = 30

/** How a label's end is made, and how much paper lies below it. */
export function kindClasses(appointment: DeskAppointment): string[] {
  const { kind, status } = appointment
  const { from, to } = visitStretch(appointment)
  const end = status === 'cancelled' ? 'sewn' : (kindOf(kind).label ?? 'sewn')
  const classes = [
    end !== 'sewn' && end,
    kind !== consultation && 'label-other',
    to - from < shortMinutes && 'label-short',
  ]
  return classes.filter((one) => one !== false)
}

/** "Omar Farouk, 1:45 PM, Pick-up"; a consultation goes by its client's name, which is the link's text. */
export function nameWithKind(appointment: DeskAppointment): string | undefined {
  const kind = otherKind(appointment)
  return kind ? `${appointment.full_name}, ${timeWords(appointment.appointment_time)}, ${kind}` : undefined
}

/** The name, or its short form where the label is one narrow line. */
export function LabelName({ appointment }: { appointment: DeskAppointment }) {
  const { full_name } = appointment
  const short = shortName(full_name, visitStretch(appointment))
  if (!short) return <span>{full_name}</span>
  return (
    <span>
      <i className="full-name">{full_name}</i>
      <i className="short-name" aria-hidden="true">
        {short}
      </i>
    </span>
  )
}
