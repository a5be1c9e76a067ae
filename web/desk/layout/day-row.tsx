import './day-row.css'
import { memo, useLayoutEffect, useRef } from 'react'
import { desk } from '#copy/desk.ts'
import { isClosedOn, type Shop } from '../../../booking/opening-hours.ts'
import type { Agenda } from '../../../booking/owner-api.ts'
import { addDays, startOfWeek } from '../../../booking/time.ts'
import { dayRoute, LinkButton } from '../navigation.tsx'
import { useMarkedDays } from '../new-bookings.ts'
import { dayTimeline } from '../timeline/day-timeline.ts'
import { dayOfMonth, fullDate, weekdayShort } from '../ui/words.ts'

export function Tally({ count }: { count: number }) {
  const groups = Array.from({ length: Math.ceil(count / 5) }, (_, index) => ({
    before: index * 5,
    strokes: Math.min(5, count - index * 5),
  }))
  return (
    <span className="tally" aria-hidden="true">
      {groups.map(({ before, strokes }) => (
        <svg
          key={before}
          viewBox={`0 0 ${strokes === 5 ? 20 : strokes * 4 + 2} 14`}
          height="14"
          aria-hidden="true"
        >
          <path
            d={'M4 1l-1 12M8 1l-1 12M12 1l-1 12M16 1l-1 12'.split('M', 1 + Math.min(4, strokes)).join('M')}
          />
          {strokes === 5 && <path className="slash" d="M0 11L20 3.5" />}
        </svg>
      ))}
    </span>
  )
}

interface DayRowProps {
  from: string
  to: string
  openDate: string
  today: string
  showsWeek: boolean
  /** Both undefined while they load. The row is already there, so nothing below it moves. */
  agenda: Agenda | undefined
  shop: Shop | undefined
}

export const DayRow = memo(function DayRow(props: DayRowProps) {
  const { from, to, openDate, today, showsWeek, agenda, shop } = props
  const row = useRef<HTMLOListElement>(null)
  const markedDays = [...useMarkedDays().values()]
  const openMonday = startOfWeek(openDate)
  // Scrolls to the open day's week in the first frame that shows it, after its layout.
  useLayoutEffect(() => {
    // A month can begin within it.
    if (openMonday < from) return
    const frame = requestAnimationFrame(() => {
      const monday = row.current?.querySelector<HTMLElement>(`[data-date="${openMonday}"]`)
      if (row.current && monday) row.current.scrollLeft = monday.offsetLeft
    })
    return () => cancelAnimationFrame(frame)
  }, [openMonday, from])
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return (
    <nav aria-label={desk.days}>
      <ol className="day-row" ref={row}>
        {dates.map((date) => {
          const known = agenda && shop && dayTimeline(date, agenda, shop, null)
          const clients = known?.visits.length ?? 0
          const fresh = markedDays.filter((marked) => marked === date).length
          const isOpen = date === openDate
          const marks = [
            isOpen && 'is-open',
            date === today && 'is-today',
            fresh > 0 && 'is-fresh',
            known?.isClosedWhole && 'is-struck',
            shop && isClosedOn(date, shop) && 'is-without-hours',
            showsWeek && startOfWeek(date) === openMonday && 'is-in-week',
          ]
          const booked = clients > 0 && desk.day.clients(clients)
          const about = [
            fullDate(date),
            known?.isClosedWhole && desk.day.closedShort,
            booked,
            fresh > 0 && desk.news.onDay(fresh),
          ]
          return (
            <li key={date} className={marks.filter(Boolean).join(' ')} data-date={date}>
              <LinkButton to={dayRoute(date)} current={isOpen ? 'page' : date === today ? 'date' : undefined}>
                <span className="unseen">{about.filter(Boolean).join(', ')}</span>
                <span className="weekday" aria-hidden="true">
                  {weekdayShort(date)}
                </span>{' '}
                <span className="date" aria-hidden="true">
                  {dayOfMonth(date)}
                </span>
                <Tally count={clients} />
              </LinkButton>
            </li>
          )
        })}
      </ol>
    </nav>
  )
})
