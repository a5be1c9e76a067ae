import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { bookingForm } from '#copy/booking-form.ts'
import { nearestTimes, pickSpreadTimes } from '../../../booking/availability.ts'
import { addDays, formatDayFrom, formatTime } from '../../../booking/time.ts'
import { useOneTabStop } from '../../ui/one-tab-stop.ts'
import { Times } from '../../ui/times.tsx'
import { loadApi, queryClient } from '../load-api.ts'
import { shopHours } from '../shop-hours.ts'
import type { Nearest } from './use-booking.ts'

const copy = bookingForm.openTimes

/** Others book too, so older times are refetched when they show again. */
const staleTimeMs = 15_000
const nearestCount = 3

const openTimesQuery = (date: string) => ({
  queryKey: ['open-times', date],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await loadApi()).fetchOpenTimes(date, signal),
  // Offline, it fails and says so, instead of waiting for the connection.
  networkMode: 'always' as const,
})

/** Three weeks, in one small call, when a form comes near. */
const daysAhead = 21

export const openDaysQuery = (from: string | null) => ({
  queryKey: ['open-days', from],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await loadApi()).fetchOpenDays(from ?? '', daysAhead, signal),
  enabled: from !== null,
  staleTime: staleTimeMs,
  networkMode: 'always' as const,
})

export function refreshOpenTimes(date: string): void {
  void queryClient.invalidateQueries({ queryKey: ['open-days'] })
  void queryClient.invalidateQueries({ queryKey: ['open-times', date] })
}

/** Returns the open times nearest to a taken one, or null if the server is unreachable. */
export async function nearestOpenTimes(date: string, wanted: string): Promise<string[] | null> {
  try {
    const open = await queryClient.fetchQuery({ ...openTimesQuery(date), staleTime: 0, retry: false })
    return nearestTimes(open, wanted, nearestCount).sort()
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

const words = (date: string) => formatDayFrom(shopHours().earliest, date)

const labelFor = (open: (day: string) => string, date: string, { length }: readonly string[]) =>
  (length > 0 ? open : copy.none)(words(date))

interface Choice extends Pick<TimeChoiceProps, 'chosen' | 'onChoose'> {
  /** Fills in date and time. */
  onChooseDay: (date: string, time: string) => void
}

type NextDayProps = { after: string } & Pick<Choice, 'onChooseDay'>

/** After a full or closed day: the next one with open times, each a button. */
function NextDay({ after, onChooseDay }: NextDayProps) {
  const { data } = useQuery(openDaysQuery(addDays(after, 1)), queryClient)
  const labelId = useId()
  const [next] = data ?? []
  const times = next ? pickSpreadTimes(next.times) : []
  const stop = useOneTabStop(times, undefined)
  return (
    <div className="open-times" {...{ role: next && 'group', 'aria-labelledby': labelId }}>
      <p className={next ? 'times-label' : 'times-label times-awaited'} id={labelId} aria-live="polite">
        {next && <span key={next.date}>{copy.next(words(next.date))}</span>}
      </p>
      {next && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys move among its buttons.
        <div className="times" onKeyDown={stop.onKeyDown}>
          {times.map((time) => (
            <button
              key={time}
              className="choice"
              {...stop.button(time)}
              onClick={() => onChooseDay(next.date, time)}
            >
              {formatTime(time)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

interface OpenTimesProps extends Choice {
  /** A bookable day, or null. */
  date: string | null
  /** A day that would be bookable if the shop were open, or null. */
  closedDate: string | null
}

/** The open times of the chosen day. Visitors can type any other minute. */
export function OpenTimes({ date, closedDate, onChooseDay, ...choice }: OpenTimesProps) {
  const query = { ...openTimesQuery(date ?? ''), enabled: date !== null, staleTime: staleTimeMs }
  const { data: times, isError } = useQuery(query, queryClient)
  const label = date && (times ? labelFor(copy.open, date, times) : isError ? copy.failed : copy.loading)
  const after = date && times?.length === 0 ? date : closedDate
  return (
    <>
      <TimeChoice label={label} times={times} className="open-times" {...choice} />
      {after && <NextDay after={after} onChooseDay={onChooseDay} />}
    </>
  )
}

export function NearestTimes({ nearest, onChooseDay, ...choice }: Choice & { nearest: Nearest | null }) {
  const label = nearest && labelFor(copy.nearest, nearest.date, nearest.times)
  return (
    <>
      <TimeChoice label={label} times={nearest?.times} {...choice} />
      {nearest?.times.length === 0 && <NextDay after={nearest.date} onChooseDay={onChooseDay} />}
    </>
  )
}
