import { dayWords } from '../../booking/date-words.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { TimeChoice } from './time-choice.tsx'
import type { Nearest } from './use-booking.ts'

const words = bookingForm.openTimes

interface NearestTimesProps {
  nearest: Nearest
  chosen: string
  onChoose: (time: string) => void
}

/** What can be had in place of a time that was taken a moment ago. */
export function NearestTimes({ nearest: { date, times }, chosen, onChoose }: NearestTimesProps) {
  if (times.length === 0) return <p>{`${words.none} ${dayWords(date)}.`}</p>
  return (
    <TimeChoice
      label={`${words.nearest} ${dayWords(date)}`}
      times={times}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
