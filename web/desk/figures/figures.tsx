import './figures.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { desk } from '#copy/desk.ts'
import { addDays, isCalendarDate, startOfWeek } from '../../../booking/time.ts'
import { call } from '../api.ts'
import { DeskError, ErrorMessage } from '../errors.tsx'
import { Commands, ThumbBar } from '../layout/head.tsx'
import { dayRoute, LinkButton } from '../navigation.tsx'
import { InputField } from '../ui/field.tsx'
import { useIsWide, useNow, useTitle } from '../ui/hooks.ts'
import { DeskLabel } from '../ui/icons.tsx'
import { AheadTape, AttendanceChart, SourceCloths, WeekTallies } from './charts.tsx'
import { Seam } from './seam.tsx'
import { columns, FigureTables } from './tables.tsx'

/** A season: thirteen weeks, including the current one. */
const weeksShown = 13

function sumOf<Name extends string>(rows: readonly Record<Name, number>[], names: readonly Name[]) {
  const sums = names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])
  return Object.fromEntries(sums) as Record<Name, number>
}

export function FiguresPage() {
  useTitle(desk.figures)
  const isWide = useIsWide()
  const { today } = useNow()
  const [search] = useSearchParams()
  const day = search.get('day') ?? today
  const [from, setFrom] = useState(() => addDays(startOfWeek(today), -7 * (weeksShown - 1)))
  const [to, setTo] = useState(() => addDays(startOfWeek(today), 6))
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
  const sources = data?.by_source.toSorted((a, b) => b.booked - a.booked) ?? []
  const weeks = data?.by_week.toSorted((a, b) => b.week.localeCompare(a.week)) ?? []
  const all = data && sumOf(data.by_week, columns)
  const consultations = data && sumOf(data.by_source, [...columns, 'came_back'])
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
            {consultations.booked > 0 && <SourceCloths sources={sources} booked={consultations.booked} />}
            <Seam
              consultations={consultations.booked}
              cameBack={consultations.came_back}
              kinds={data.by_kind}
            />
            <div className="figures-navy pinked">
              <WeekTallies weeks={weeks} />
              <div>
                <AheadTape ahead={data.days_ahead} />
                <AttendanceChart counts={all} />
              </div>
            </div>
            <FigureTables sources={sources} weeks={weeks} from={from} to={to} all={consultations} />
          </>
        )}
      </main>
      {!isWide && <ThumbBar date={day} />}
    </div>
  )
}
