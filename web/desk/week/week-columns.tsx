import type { CSSProperties, ReactNode } from 'react'
import { desk } from '../../../copy/desk.ts'
import { Go } from '../navigation/go.tsx'
import { dayRoute } from '../navigation/paths.ts'
import type { DayOnTape } from '../tape/day-on-tape.ts'
import type { Tape } from '../tape/scale.ts'
import { dayOfMonth, weekdayLong, weekdayShort } from '../ui/words.ts'
import { isShut, SideDay } from './side-day.tsx'

/** Three clients at a time stand in sight beside the tape, more as far as its paper is wide and the others leave room. */
function openWidth({ visits }: DayOnTape): string {
  const most = Math.max(1, ...visits.map(({ lanes }) => lanes))
  const wanted = most > 2 ? Math.min(most * 156 + 52, 618) : 0
  return `minmax(clamp(300px, 100% - 6 * 112px, ${wanted}px), 2.4fr)`
}

function widthOf(day: DayOnTape, openDate: string): string {
  if (day.date === openDate) return openWidth(day)
  if (!isShut(day)) return 'minmax(112px, 1fr)'
  return day.isClosedWhole ? '74px' : '64px'
}

/** One tape for all columns, from the earliest to the latest of them. */
export function weekTape(days: readonly DayOnTape[]): Tape | null {
  const tapes = days.flatMap(({ tape }) => tape ?? [])
  const [first] = tapes
  if (!first) return null
  return {
    ...first,
    from: Math.min(...tapes.map(({ from }) => from)),
    to: Math.max(...tapes.map(({ to }) => to)),
  }
}

interface WeekColumnsProps {
  days: readonly DayOnTape[]
  tape: Tape
  /** How long it is, and how finely it is drawn. */
  scale: object | null
  openDate: string
  today: string
  /** The column of the open day. */
  children: ReactNode
}

/** Seven columns, of which the open day's has the room. */
export function WeekColumns({ days, tape, scale, openDate, today, children }: WeekColumnsProps) {
  const columns = days.map((day) => widthOf(day, openDate))
  const style = { gridTemplateColumns: columns.join(' '), ...scale } as CSSProperties
  return (
    <div className="week" style={style}>
      {days.map(({ date }) => (
        <h2 key={date} className={date === openDate ? 'column-head is-open' : 'column-head'}>
          {date === openDate ? (
            <>
              {weekdayLong(date)} {dayOfMonth(date)}
              {date === today && <span> {desk.day.today}</span>}
            </>
          ) : (
            <Go to={dayRoute(date)}>
              {weekdayShort(date)} {dayOfMonth(date)}
            </Go>
          )}
        </h2>
      ))}
      {days.map((day) =>
        day.date === openDate ? (
          <div key={day.date} className="open-day">
            {children}
          </div>
        ) : (
          <SideDay key={day.date} day={day} tape={tape} />
        ),
      )}
    </div>
  )
}
