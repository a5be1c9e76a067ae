import { dayWords } from '../../booking/date-words.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { TimeChoice } from './time-choice.tsx'
import { type OpenTimes as Open, useOpenTimes } from './use-open-times.ts'

const words = bookingForm.openTimes

interface OpenTimesProps {
  /** A day that could be booked, or null while there is none. */
  date: string | null
  chosen: string
  onChoose: (time: string) => void
}

function saidOf(open: Open, date: string): string {
  if (open.status !== 'known') return words[open.status]
  return open.times.length > 0 ? `${words.open} ${dayWords(date)}` : `${words.none} ${dayWords(date)}.`
}

/**
 * The times that are still open on the chosen day. Any other minute may be typed all the same. In place from the start,
 * so that it is read out what the day has.
 */
export function OpenTimes({ date, chosen, onChoose }: OpenTimesProps) {
  const open = useOpenTimes(date)
  return (
    <div className={open ? 'open-times' : 'times-awaited'}>
      <TimeChoice
        label={date && open ? saidOf(open, date) : ''}
        times={open?.status === 'known' ? open.times : []}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  )
}
