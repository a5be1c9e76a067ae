import './day.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useMatch, useParams } from 'react-router'
import { desk } from '#copy/desk.ts'
import {
  addDays,
  addMonths,
  firstOfMonth,
  formatTime,
  minutesToTime,
  startOfWeek,
} from '../../../booking/time.ts'
import { agendaEveryMs, agendaQuery, openingQuery } from '../agenda.ts'
import { ErrorMessage, lazily, useLastError } from '../errors.tsx'
import { AlertsBand } from '../layout/alerts.tsx'
import { DayRow } from '../layout/day-row.tsx'
import { Head, ThumbBar, ViewHead } from '../layout/head.tsx'
import { NewBookings } from '../layout/new-bookings.tsx'
import { useFullView } from '../navigation.tsx'
import { dayTimeline, findTextSpace, freeTimes } from '../timeline/day-timeline.ts'
import { at } from '../timeline/drawing.tsx'
import { findShortest, lengthInInches } from '../timeline/scale.ts'
import { useIsWide, useLoadedWhenIdle, useNow } from '../ui/hooks.ts'
import { sinceWords } from '../ui/words.ts'
import { BelowDay, DayColumn, NobodyYet } from './day-column.tsx'
import { useDayKeys, useScrollToNow, useSwipe, useTurnOfDay } from './gestures.ts'
import { PrintView } from './print-view.tsx'
import { WeekColumns, weekTape } from './week.tsx'

function monthOf(date: string): [string, string] {
  const first = firstOfMonth(date)
  return [first, addDays(addMonths(first, 1), -1)]
}

const loadDialogs = () => import('../dialogs.tsx').then(({ Dialogs }) => Dialogs)
const Dialogs = lazily(loadDialogs)
const showDeviceNotice = () => import('../dialogs.tsx').then(({ showNoticeIfEnded }) => showNoticeIfEnded())

export function DayPage({ date }: { date: string }) {
  const isWide = useIsWide()
  const { today, minutes, epochMs } = useNow()
  const monday = startOfWeek(date)
  const [from, to] = isWide ? monthOf(date) : [addDays(monday, -7), addDays(monday, 20)]
  // The first and the last week of a month can extend beyond it.
  const [first = from] = [from, monday].sort()
  const [, last = to] = [to, addDays(monday, 6)].sort()
  const week = useQuery({ ...agendaQuery(first, last, date), refetchInterval: agendaEveryMs })
  const opening = useQuery(openingQuery)
  const shop = opening.data
  const error = useLastError(monday, week, opening)
  // If reloading fails, the day stays, at the same scroll position.
  const isKnown = week.data !== undefined && shop !== undefined
  const asOf = sinceWords(week.dataUpdatedAt, today)
  const bench = useRef<HTMLDivElement>(null)
  const [table, setTable] = useState<HTMLElement | null>(null)
  const fullView = useFullView()
  const view = isWide ? fullView : undefined
  useLoadedWhenIdle(showDeviceNotice, isKnown)
  const hasDialog = useParams()['*'] !== ''
  const chosen = useMatch('/day/:date/appointment/:id/*')
  useTurnOfDay(date, today, hasDialog)
  useDayKeys(view ? null : date)
  useSwipe(bench, date, !isWide)
  useScrollToNow(bench, date === today && isKnown, isWide)

  let body: ReactNode = <ErrorMessage error={error} />
  if (!error && (week.isPending || opening.isPending)) body = <p className="loading">{desk.loading}</p>
  else if (week.data && shop) {
    const every = shop.opening.offeredEveryMinutes
    const nextStart = Math.ceil(minutes / every) * every
    const dates = isWide ? Array.from({ length: 7 }, (_, index) => addDays(monday, index)) : [date]
    const timelineOf = (ofDate: string) =>
      dayTimeline(ofDate, week.data, shop, ofDate < today ? null : ofDate === today ? nextStart : 0)
    const day = timelineOf(date)
    const days = dates.map(timelineOf)
    const tape = isWide ? weekTape(days) : day.tape
    const isOver = date < today
    const firstHours = day.tape?.hours[0]
    const room = tape && findTextSpace(day, tape)
    const empty = day.visits.length === 0 && !day.isClosedWhole && (
      <NobodyYet
        day={day}
        free={freeTimes(date, week.data, shop, epochMs)}
        isOver={isOver}
        style={room ? at(tape, room) : undefined}
      />
    )
    const column = tape && (
      <DayColumn
        day={day}
        tape={tape}
        now={date === today ? minutes : null}
        chosenId={chosen?.params.id}
        capacity={shop.opening.capacity}
      >
        {room && empty}
      </DayColumn>
    )
    const stretches = days.flatMap((timeline) =>
      [...timeline.visits, ...timeline.cancelled].map(({ stretch }) => stretch),
    )
    const scale = tape
      ? { '--inches': lengthInInches(tape), '--shortest': findShortest(stretches) }
      : undefined
    body = (
      <>
        {isWide && tape ? (
          <WeekColumns days={days} tape={tape} scale={scale} openDate={date} today={today}>
            {column}
            {!room && empty}
          </WeekColumns>
        ) : (
          <div className="one-day" style={scale}>
            {empty && !isOver && firstHours && (
              <p className="opens-at hint">{desk.day.opensAt(formatTime(minutesToTime(firstHours.from)))}</p>
            )}
            {column}
            {!room && empty}
          </div>
        )}
        <BelowDay cancelled={day.below} />
        <PrintView day={day} asOf={asOf} />
      </>
    )
  }

  return (
    <div className={isWide ? 'desk desk-wide' : 'desk'}>
      {view ? <ViewHead date={date} view={view} /> : <Head date={date} today={today} isWide={isWide} />}
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
      <NewBookings agenda={week.data} isWide={isWide} />
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
