import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { bookingForm } from '#copy/booking-form.ts'
import { pickSpreadTimes } from '../../../booking/availability.ts'
import { formatDay, formatTapeDay, formatTime } from '../../../booking/time.ts'
import { useOneTabStop } from '../../ui/one-tab-stop.ts'
import { queryClient } from '../load-api.ts'
import { openDaysQuery } from './open-times.tsx'

const copy = bookingForm.soonest

/** Next to the first form, wide windows show five days. Elsewhere, the style hides the last two. */
const daysInSheet = 3
const daysBeside = 5
const isBeside = () => matchMedia('(width >= 980px)').matches

interface SoonestProps {
  placement: 'book' | 'closing'
  /** The first bookable day; null until hydration. */
  earliest: string | null
  chosen: { date: string | null; time: string }
  onChoose: (date: string, time: string) => void
  onShowAll: () => void
}

/** The next days with open times, each a length of tape. One click or tap fills in date and time, and moves nothing. */
export function Soonest({ placement, earliest, chosen, onChoose, onShowAll }: SoonestProps) {
  const titleId = useId()
  const [first, setFirst] = useState(0)
  const { data, isError } = useQuery(openDaysQuery(earliest), queryClient)
  const shown = data && placement === 'book' && isBeside() ? daysBeside : daysInSheet
  const days = data?.slice(first, first + daysBeside) ?? []
  const canMove = data !== undefined && first + shown < data.length
  const chosenDay = chosen.date && data?.some(({ date }) => date === chosen.date) ? chosen.date : null
  const moments = days
    .slice(0, shown)
    .flatMap(({ date, times }) => pickSpreadTimes(times).map((time) => `${date} ${time}`))
  const stop = useOneTabStop(moments, `${chosen.date} ${chosen.time}`)
  return (
    <div className="soonest" {...{ role: 'group', 'aria-labelledby': titleId }}>
      <p className="soonest-title" id={titleId}>
        {copy.title}
      </p>
      {isError && <p className="field-hint soonest-failed">{copy.failed}</p>}
      <ul className="tape-lengths" onKeyDown={stop.onKeyDown}>
        {days.map(({ date, times }) => (
          <li key={date} className="tape-length">
            <span className="tape-day">{formatTapeDay(date).join(', ')}</span>
            {pickSpreadTimes(times).map((time) => (
              <button
                key={time}
                className="tape-time"
                aria-label={copy.moment(formatDay(date), formatTime(time))}
                {...stop.button(`${date} ${time}`)}
                onClick={() => onChoose(date, time)}
              >
                {formatTime(time)}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <div className="soonest-more">
        {chosenDay && (
          <button
            type="button"
            className="quiet"
            aria-label={copy.allTimesOn(formatDay(chosenDay))}
            onClick={onShowAll}
          >
            {copy.allTimes}
          </button>
        )}
        {/* Both stay in place, so neither loses the focus at an end. Tab skips the one that leads nowhere. */}
        {(first > 0 || canMove) && (
          <>
            <button
              type="button"
              className="quiet"
              aria-disabled={first === 0}
              tabIndex={first === 0 ? -1 : 0}
              onClick={() => setFirst(Math.max(0, first - shown))}
            >
              {copy.sooner}
            </button>
            <button
              type="button"
              className="quiet"
              aria-disabled={!canMove}
              tabIndex={canMove ? 0 : -1}
              onClick={() => canMove && setFirst(first + shown)}
            >
              {copy.later}
            </button>
          </>
        )}
      </div>
    </div>
  )
}
