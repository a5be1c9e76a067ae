import { useId } from 'react'
import { dayWords } from '../../booking/time.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { Times } from '../ui/times.tsx'
import type { Nearest } from './use-booking.ts'
import { useOpenTimes } from './use-open-times.ts'

const words = bookingForm.openTimes

interface TimeChoiceProps {
  /** What these times are, in words, or that there are none; null until it is known. */
  label: string | null
  /** "HH:MM" each */
  times?: readonly string[] | undefined
  className?: string
  /** What stands in the time field. */
  chosen: string
  onChoose: (time: string) => void
}

/**
 * Start times to choose from; choosing one fills the time field. In place before they are known, so that it is read out
 * what there is.
 */
function TimeChoice({ label, times = [], className, chosen, onChoose }: TimeChoiceProps) {
  const labelId = useId()
  return (
    <div className={label === null ? 'times-awaited' : className}>
      <div {...(times.length > 0 && { role: 'group', 'aria-labelledby': labelId })}>
        <p className="times-label" id={labelId} aria-live="polite">
          {label}
        </p>
        {times.length > 0 && (
          <div className="times">
            <Times name={labelId} times={times} chosen={chosen} className="time" onChoose={onChoose} />
          </div>
        )}
      </div>
    </div>
  )
}

/** How the times of a day are announced, or that it has none. */
const announced = (some: string, date: string, { length }: readonly string[]) =>
  length > 0 ? `${some} ${dayWords(date)}` : `${words.none} ${dayWords(date)}.`

type Choice = Pick<TimeChoiceProps, 'chosen' | 'onChoose'>

/**
 * The times that are still open on the chosen day. Any other minute may be typed all the same.
 * @param date - a day that could be booked, or null while there is none
 */
export function OpenTimes({ date, ...choice }: Choice & { date: string | null }) {
  const { data: times, isError } = useOpenTimes(date)
  const awaited = isError ? words.failed : words.loading
  const label = date && (times ? announced(words.open, date, times) : awaited)
  return <TimeChoice label={label} times={times} className="open-times" {...choice} />
}

/**
 * What can be had in place of a time that was taken a moment ago.
 * @param nearest - null until they are known
 */
export function NearestTimes({ nearest, ...choice }: Choice & { nearest: Nearest | null }) {
  const label = nearest && announced(words.nearest, nearest.date, nearest.times)
  return <TimeChoice label={label} times={nearest?.times} {...choice} />
}
