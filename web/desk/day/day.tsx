import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useMatch, useParams } from 'react-router'
import { addDays, mondayOf, timeOfMinutes, timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { whenIdle } from '../../page/hydration/when-idle.ts'
import { agendaEveryMs, agendaQuery, useShop } from '../agenda.ts'
import { ErrorMessage, lazily, useLastError } from '../errors.tsx'
import { AlertsBand } from '../layout/alerts.tsx'
import { DayRow } from '../layout/day-row.tsx'
import { Head, ThumbBar, ViewHead } from '../layout/head.tsx'
import { useFullView } from '../navigation.tsx'
import { dayTimeline, freeTimes, roomForWords } from '../timeline/day-timeline.ts'
import { at } from '../timeline/drawing.tsx'
import { lengthInInches, shortestOf } from '../timeline/scale.ts'
import { useIsWide, useNow } from '../ui/hooks.ts'
import { sinceWords } from '../ui/words.ts'
import { BelowDay, DayColumn, NobodyYet } from './day-column.tsx'
import { useDayKeys, useScrollToNow, useSwipe, useTurnOfDay } from './gestures.ts'
import { PrintView } from './print-view.tsx'
import { WeekColumns, weekTape } from './week.tsx'

function monthOf(date: string): [string, string] {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return [`${date.slice(0, 7)}-01`, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)]
}

const earlier = (a: string, b: string) => (a < b ? a : b)

const later = (a: string, b: string) => (a < b ? b : a)

const loadDialogs = () => import('../dialogs.tsx').then(({ Dialogs }) => Dialogs)

const Dialogs = lazily(loadDialogs)

/** The titles of the views that take the week's place. */
const fullViews = { opening: desk.opening, 'opening/dates': desk.closedDates }

/** One day, and from 900 px its week, with its dialogs. */
export function DayPage({ date }: { date: string }) {
  const isWide = useIsWide()
  const { today, minutes, epochMs } = useNow()
  const monday = mondayOf(date)
  const [from, to] = isWide ? monthOf(date) : [addDays(monday, -7), addDays(monday, 20)]
  const week = useQuery({
    ...agendaQuery(earlier(from, monday), later(to, addDays(monday, 6)), date),
    refetchInterval: agendaEveryMs,
  })
  const { shop, ...opening } = useShop()
  const fault = useLastError(monday, week, opening)
  // The day stays, and stays scrolled, while it can't be loaded again.
  const isKnown = week.data !== undefined && shop !== undefined
  const asOf = sinceWords(week.dataUpdatedAt, today)
  const bench = useRef<HTMLDivElement>(null)
  const [table, setTable] = useState<HTMLElement | null>(null)
  const fullView = useFullView()
  const view = isWide ? fullView : undefined
  useEffect(() => {
    // The first click doesn't wait for the script.
    if (isKnown)
      whenIdle()
        .then(loadDialogs)
        .catch(() => undefined)
  }, [isKnown])
  const hasDialog = useParams()['*'] !== ''
  const chosen = useMatch('/day/:date/appointment/:id/*')
  useTurnOfDay(date, today, hasDialog)
  useDayKeys(view ? null : date)
  useSwipe(bench, date, !isWide)
  useScrollToNow(bench, !isWide && date === today && isKnown)

  let body: ReactNode = <ErrorMessage error={fault} />
  if (!fault && (week.isPending || opening.isPending)) body = <p className="loading">{desk.loading}</p>
  else if (week.data && shop) {
    const every = shop.opening.offeredEveryMinutes
    const nextStart = Math.ceil(minutes / every) * every
    const dates = isWide ? Array.from({ length: 7 }, (_, index) => addDays(monday, index)) : [date]
    const days = dates.map((one) => {
      const notBefore = one < today ? null : one === today ? nextStart : 0
      return dayTimeline(one, week.data, shop, notBefore)
    })
    const day = days.find((one) => one.date === date)
    const tape = isWide ? weekTape(days) : (day?.tape ?? null)
    const isOver = date < today
    const firstHours = day?.tape?.hours[0]
    const room = day && tape && roomForWords(day, tape)
    const empty = day && day.visits.length === 0 && !day.isClosedWhole && (
      <NobodyYet
        day={day}
        free={freeTimes(date, week.data, shop, epochMs)}
        isOver={isOver}
        style={room ? at(tape, room) : undefined}
      />
    )
    const column = day && tape && (
      <DayColumn day={day} tape={tape} now={date === today ? minutes : null} chosenId={chosen?.params.id}>
        {room && empty}
      </DayColumn>
    )
    const stretches = days.flatMap((one) => [...one.visits, ...one.cancelled].map(({ stretch }) => stretch))
    const scale = tape && {
      '--inches': lengthInInches(tape),
      '--shortest': shortestOf(stretches),
    }
    body = (
      <>
        {isWide && tape ? (
          <WeekColumns days={days} tape={tape} scale={scale} openDate={date} today={today}>
            {column}
            {!room && empty}
          </WeekColumns>
        ) : (
          <div className="one-day" style={scale as CSSProperties}>
            {empty && !isOver && firstHours && (
              <p className="opens-at">{desk.day.opensAt(timeWords(timeOfMinutes(firstHours.from)))}</p>
            )}
            {column}
            {!room && empty}
          </div>
        )}
        {day && <BelowDay cancelled={day.below} />}
        {day && <PrintView day={day} asOf={asOf} />}
      </>
    )
  }

  return (
    <div className={isWide ? 'desk desk-wide' : 'desk'}>
      {view ? (
        <ViewHead date={date} title={fullViews[view]} />
      ) : (
        <Head date={date} today={today} isWide={isWide} />
      )}
      {!view && (
        <DayRow
          from={from}
          to={to}
          openDate={date}
          today={today}
          showsWeek={isWide}
          agenda={week.data}
          shop={shop}
        />
      )}
      <AlertsBand week={week} since={asOf} />
      <div className="bench">
        <main className="bench-day" ref={bench} tabIndex={-1}>
          {view && isKnown ? <div className="full-view" ref={setTable} /> : body}
        </main>
        <Suspense>
          {hasDialog && week.data && shop && (
            <Dialogs date={date} table={table} agenda={week.data} shop={shop} />
          )}
        </Suspense>
      </div>
      {!isWide && <ThumbBar date={date} />}
    </div>
  )
}
