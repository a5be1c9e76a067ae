import './figures.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Counts, Figures } from '../../../booking/owner-api.ts'
import { addDays, isCalendarDate, mondayOf } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { call } from '../api.ts'
import { DeskError, ErrorMessage } from '../errors.tsx'
import { Commands, ThumbBar } from '../layout/head.tsx'
import { dayRoute, LinkButton } from '../navigation.tsx'
import { InputField } from '../ui/field.tsx'
import { useIsWide, useNow, useTitle } from '../ui/hooks.ts'
import { DeskLabel } from '../ui/icons.tsx'
import { AheadTape, CameButtons, SourceCloths, WeekTallies } from './charts.tsx'
import { Seam } from './seam.tsx'
import { FigureTables } from './tables.tsx'

/** A season: thirteen weeks, including the current one. */
const weeksShown = 13

/** The consultations, and how many led to a fitting, for the seam and the table. */
const totalBySource = (sources: Figures['by_source']) => ({
  ...total(sources),
  came_back: sources.reduce((sum, one) => sum + one.came_back, 0),
})

const total = (counts: readonly Counts[]): Counts => ({
  booked: counts.reduce((sum, one) => sum + one.booked, 0),
  came: counts.reduce((sum, one) => sum + one.came, 0),
  did_not_come: counts.reduce((sum, one) => sum + one.did_not_come, 0),
  cancelled: counts.reduce((sum, one) => sum + one.cancelled, 0),
})

export function FiguresPage() {
  useTitle(desk.figures)
  const isWide = useIsWide()
  const { today } = useNow()
  const [search] = useSearchParams()
  const day = search.get('day') ?? today
  const [from, setFrom] = useState(() => addDays(mondayOf(today), -7 * (weeksShown - 1)))
  const [to, setTo] = useState(() => addDays(mondayOf(today), 6))
  const areDays = isCalendarDate(from) && isCalendarDate(to)
  const isBackwards = areDays && from > to
  const counted = useQuery({
    queryKey: ['figures', from, to],
    queryFn: ({ signal }) => call('figures', { from, to }, signal),
    enabled: areDays && !isBackwards,
    placeholderData: (before) => before,
  })
  // The last report stays while the next one loads, but not for invalid dates.
  const data = areDays && !isBackwards ? counted.data : undefined
  const all = data && total(data.by_week)
  const consultations = data && totalBySource(data.by_source)
  return (
    <div className={isWide ? 'desk desk-wide' : 'desk'}>
      <header className="head head-figures">
        <DeskLabel />
        {isWide && <Commands date={day} current="figures" />}
        <h1 tabIndex={-1}>{desk.figures}</h1>
        <div className="head-dates">
          <InputField label={desk.charts.from} type="date" value={from} onType={setFrom} />
          <InputField label={desk.charts.to} type="date" value={to} onType={setTo} />
        </div>
        <LinkButton className="button" to={dayRoute(today)}>
          {desk.today}
        </LinkButton>
      </header>
      <main className="figures">
        <ErrorMessage
          error={isBackwards ? new DeskError('refused', desk.closing.backwards) : counted.error}
        />
        {all?.booked === 0 && <p className="figures-none">{desk.charts.none}</p>}
        {data && all && consultations && all.booked > 0 && (
          <>
            {consultations.booked > 0 && (
              <SourceCloths sources={data.by_source} booked={consultations.booked} />
            )}
            <Seam
              consultations={consultations.booked}
              cameBack={consultations.came_back}
              kinds={data.by_kind}
            />
            <div className="figures-navy pinked">
              <WeekTallies weeks={data.by_week} />
              <div>
                <AheadTape ahead={data.days_ahead} />
                <CameButtons counts={all} />
              </div>
            </div>
            <FigureTables figures={data} from={from} to={to} all={consultations} />
          </>
        )}
      </main>
      {!isWide && <ThumbBar date={day} />}
    </div>
  )
}
