import { useQuery } from '@tanstack/react-query'
import { addDays, dayWords, isCalendarDate, mondayOf } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { Times } from '../../ui/times.tsx'
import { agendaQuery } from '../client/agenda.ts'
import { useNow } from '../client/clock.ts'
import { useDay } from '../frame/use-day.ts'
import { freeTimes } from '../tape/free-times.ts'
import { InputField } from '../ui/field.tsx'

const words = desk.adding

interface DateAndTimeProps {
  date: string
  time: string
  onDate: (date: string) => void
  onTime: (time: string) => void
  /** The appointment that leaves its own time. */
  movingId?: string
}

/** The day and the time, and what is still open on it; any other free time can be typed. */
export function DateAndTime({ date, time, onDate, onTime, movingId }: DateAndTimeProps) {
  const { shop } = useDay()
  const { epochMs } = useNow()
  const isDay = isCalendarDate(date)
  const monday = mondayOf(isDay ? date : '2000-01-03')
  const week = useQuery({ ...agendaQuery(monday, addDays(monday, 6), date), enabled: isDay })
  const free = week.data && isDay ? freeTimes(date, week.data, shop, epochMs, movingId) : []
  return (
    <>
      <div className="fields">
        <InputField label={words.date} type="date" required value={date} onType={onDate} />
        <InputField label={words.time} type="time" required value={time} onType={onTime} />
      </div>
      {week.data && isDay && (
        <fieldset className="open-times">
          <legend className="hint" aria-live="polite">
            {free.length > 0 ? words.stillOpen(dayWords(date)) : words.noneOpen(dayWords(date))}
          </legend>
          <Times name="open-time" times={free} chosen={time} className="choice" onChoose={onTime} />
        </fieldset>
      )}
    </>
  )
}
