import { dayWords } from '../../booking/date-words.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { TimeChoice } from './time-choice.tsx'
import type { Nearest } from './use-booking.ts'

const words = bookingForm.openTimes

interface NearestTimesProps {
  /** Null until they are known. */
  nearest: Nearest | null
  chosen: string
  onChoose: (time: string) => void
}

/** What can be had in place of a time that was taken a moment ago. In place before it is known, so that it is read out. */
export function NearestTimes({ nearest, chosen, onChoose }: NearestTimesProps) {
  const times = nearest?.times ?? []
  const day = nearest && dayWords(nearest.date)
  const label = times.length > 0 ? `${words.nearest} ${day}` : `${words.none} ${day}.`
  return (
    <div className={nearest ? undefined : 'times-awaited'}>
      <TimeChoice label={nearest ? label : ''} times={times} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}
