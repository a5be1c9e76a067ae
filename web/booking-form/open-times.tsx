import { dayWords } from '../../booking/date-words.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { TimeChoice } from './time-choice.tsx'
import { useOpenTimes } from './use-open-times.ts'

const words = bookingForm.openTimes

interface OpenTimesProps {
  /** A day that could be booked, or null while there is none. */
  date: string | null
  chosen: string
  onChoose: (time: string) => void
}

/** The times that are still open on the chosen day. Any other minute may be typed all the same. */
export function OpenTimes({ date, chosen, onChoose }: OpenTimesProps) {
  const open = useOpenTimes(date)
  if (!date || !open) return null
  return (
    <div className="open-times">
      {open.status === 'known' && open.times.length > 0 ? (
        <TimeChoice
          label={`${words.open} ${dayWords(date)}`}
          times={open.times}
          chosen={chosen}
          onChoose={onChoose}
        />
      ) : (
        <p className="times-label">
          {open.status === 'loading' && words.loading}
          {open.status === 'failed' && words.failed}
          {open.status === 'known' && `${words.none} ${dayWords(date)}.`}
        </p>
      )}
    </div>
  )
}
