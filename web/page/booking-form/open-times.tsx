import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { bookingForm } from '#copy/booking-form.ts'
import { nearestTimes } from '../../../booking/availability.ts'
import { formatDay } from '../../../booking/time.ts'
import { Times } from '../../ui/times.tsx'
import { loadApi, queryClient } from '../load-api.ts'
import type { Nearest } from './use-booking.ts'

const copy = bookingForm.openTimes

/** Others book too, so older times are refetched when they show again. */
const staleTimeMs = 15_000
const nearestCount = 3

const openTimesQuery = (date: string) => ({
  queryKey: ['open-times', date],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await loadApi()).fetchOpenTimes(date, signal),
  // Offline it fails and says so, instead of waiting for the connection.
  networkMode: 'always' as const,
})

export function refreshOpenTimes(date: string): void {
  void queryClient.invalidateQueries({ queryKey: ['open-times', date] })
}

/** Returns the open times nearest to a taken one, or null if the server is unreachable. */
export async function nearestOpenTimes(date: string, wanted: string): Promise<string[] | null> {
  try {
    const open = await queryClient.fetchQuery({ ...openTimesQuery(date), staleTime: 0, retry: false })
    return nearestTimes(open, wanted, nearestCount)
  } catch {
    return null
  }
}

interface TimeChoiceProps {
  /** Introduces the times, or says that there are none. null until they're known. */
  label: string | null
  times?: readonly string[] | undefined
  className?: string
  chosen: string
  onChoose: (time: string) => void
}

/** Start times that fill in the time field. Rendered before they're known, so screen readers announce them. */
function TimeChoice({ label, times = [], className, chosen, onChoose }: TimeChoiceProps) {
  const labelId = useId()
  const hasTimes = times.length > 0
  return (
    <div className={label === null ? 'times-awaited' : className}>
      <div {...(hasTimes && { role: 'group', 'aria-labelledby': labelId })}>
        <p className="times-label" id={hasTimes ? labelId : undefined} aria-live="polite">
          {label}
        </p>
        {hasTimes && (
          <div className="times">
            <Times name={labelId} times={times} chosen={chosen} onChoose={onChoose} />
          </div>
        )}
      </div>
    </div>
  )
}

const labelFor = (lead: string, date: string, { length }: readonly string[]) =>
  length > 0 ? `${lead} ${formatDay(date)}` : `${copy.none} ${formatDay(date)}.`

type Choice = Pick<TimeChoiceProps, 'chosen' | 'onChoose'>

/** The open times of the chosen day; any other minute can be typed. @param date - a bookable day, or null */
export function OpenTimes({ date, ...choice }: Choice & { date: string | null }) {
  const query = { ...openTimesQuery(date ?? ''), enabled: date !== null, staleTime: staleTimeMs }
  const { data: times, isError } = useQuery(query, queryClient)
  const label = date && (times ? labelFor(copy.open, date, times) : isError ? copy.failed : copy.loading)
  return <TimeChoice label={label} times={times} className="open-times" {...choice} />
}

export function NearestTimes({ nearest, ...choice }: Choice & { nearest: Nearest | null }) {
  const label = nearest && labelFor(copy.nearest, nearest.date, nearest.times)
  return <TimeChoice label={label} times={nearest?.times} {...choice} />
}
