import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { nearestTimes } from '../../../booking/availability.ts'
import { dayWords } from '../../../booking/time.ts'
import { bookingForm } from '../../../copy/booking-form.ts'
import { Times } from '../../ui/times.tsx'
import { loadCalls, queryClient } from '../load-api.ts'
import type { Nearest } from './use-booking.ts'

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

/** Others book meanwhile: what was asked this long ago is asked again when it is shown again. */
const freshMs = 15_000

const nearestCount = 3

function openTimesOf(date: string) {
  return {
    queryKey: ['open-times', date],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await loadCalls()).fetchOpenTimes(date, signal),
    // Without a connection it is to fail and say so, not to wait for better times.
    networkMode: 'always' as const,
  }
}

/** The open start times of a day; nothing is asked while no day is chosen that could have any. */
export const useOpenTimes = (date: string | null) =>
  useQuery({ ...openTimesOf(date ?? ''), enabled: date !== null, staleTime: freshMs }, queryClient)

/** The day's open times have changed, or may have: wherever they are shown they are asked for again. */
export function refreshOpenTimes(date: string): void {
  void queryClient.invalidateQueries({ queryKey: ['open-times', date] })
}

/** The open times nearest to one that was taken; null when they cannot be had. */
export async function nearestOpenTimes(date: string, wanted: string): Promise<string[] | null> {
  try {
    const open = await queryClient.fetchQuery({ ...openTimesOf(date), staleTime: 0, retry: false })
    return nearestTimes(open, wanted, nearestCount)
  } catch {
    return null
  }
}
