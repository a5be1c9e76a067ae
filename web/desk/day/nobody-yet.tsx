import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { addDays, dayWords, timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { agendaQuery, seldomMs } from '../client/agenda.ts'
import { DeskLink } from '../navigation/go.tsx'
import { appointmentRoute } from '../navigation/paths.ts'
import type { DayOnTape } from '../tape/day-on-tape.ts'

const lookedAheadDays = 60

interface NobodyYetProps {
  day: DayOnTape
  free: readonly string[]
  isOver: boolean
  /** Where it lies on the paper; without, it stands by itself. */
  style?: CSSProperties | undefined
}

/** A day without clients: what is open, and who comes next. */
export function NobodyYet({ day, free, isOver, style }: NobodyYetProps) {
  const ahead = useQuery({
    ...agendaQuery(day.date, addDays(day.date, lookedAheadDays)),
    refetchInterval: seldomMs,
  })
  const next = ahead.data?.appointments.find(
    ({ status, appointment_date }) => status === 'confirmed' && appointment_date > day.date,
  )
  const words = desk.day
  const hasHours = Boolean(day.tape?.hours)
  const [first = ''] = free
  return (
    <div className={style ? 'nobody nobody-on-tape' : 'nobody'} style={style}>
      <h2>{isOver ? words.nobodyTitle : hasHours ? words.noneTitle : words.noHoursTitle}</h2>
      {!isOver && (
        <p>
          {hasHours
            ? words.noneText(free.length, timeWords(first || '00:00'), timeWords(free.at(-1) ?? '00:00'))
            : words.noHoursText}
        </p>
      )}
      {next && (
        <p>
          <DeskLink to={appointmentRoute(next)}>
            {words.next} {dayWords(next.appointment_date)}, {timeWords(next.appointment_time)},{' '}
            {next.full_name}
          </DeskLink>
        </p>
      )}
    </div>
  )
}
