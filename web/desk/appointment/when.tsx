import { useQuery } from '@tanstack/react-query'
import {
  durationOf,
  isDuration,
  kindIds,
  kindOf,
  longestMinutes,
  shortestMinutes,
} from '../../../booking/kinds.ts'
import { addDays, dayWords, isCalendarDate, mondayOf } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { Times } from '../../ui/times.tsx'
import { agendaQuery } from '../agenda.ts'
import { useDay } from '../navigation.tsx'
import { freeTimes } from '../timeline/day-timeline.ts'
import { InputField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'

const words = desk.adding

/** The shop's kinds, each with the end of its label. */
export function KindChoice({ kind, onKind }: { kind: string; onKind: (kind: string) => void }) {
  const { shop } = useDay()
  return (
    <fieldset className="kinds">
      <legend className="field-label">{words.kind}</legend>
      {kindIds.map((id) => {
        const { name, label = 'sewn' } = kindOf(id)
        const minutes = durationOf(id, shop)
        return (
          <label key={id} className={`choice kind ${label}`}>
            <input
              type="radio"
              name="kind"
              aria-label={words.kindOption(name, minutes)}
              checked={id === kind}
              onChange={() => onKind(id)}
            />
            <b>{name}</b>
            <span>
              {minutes} {words.minutesUnit}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

interface DateAndTimeProps {
  date: string
  time: string
  onDate: (date: string) => void
  onTime: (time: string) => void
  /** How long the open times last. */
  minutes: number
  /** As typed in the Length field; null while it says `minutes`. */
  length?: string | null
  /** Without it there's no Length field. */
  onLength?: (length: string) => void
  /** The appointment whose own time counts as open. */
  movingId?: string
}

/** Date, time, and the open times of that date; any other time can be typed. */
export function DateAndTime(props: DateAndTimeProps) {
  const { date, time, onDate, onTime, minutes, length = null, onLength, movingId } = props
  const { shop } = useDay()
  const typed = Number(length)
  const durationMinutes = length !== null && isDuration(typed) ? typed : minutes
  const lasting = { ...shop, opening: { ...shop.opening, durationMinutes } }
  const { epochMs } = useNow()
  const isDay = isCalendarDate(date)
  const monday = mondayOf(isDay ? date : '2000-01-03')
  const week = useQuery({ ...agendaQuery(monday, addDays(monday, 6), date), enabled: isDay })
  const free = week.data && isDay ? freeTimes(date, week.data, lasting, epochMs, movingId) : []
  const say = free.length > 0 ? words.open : words.noneOpen
  return (
    <>
      <div className={onLength ? 'when-fields' : 'fields'}>
        <InputField label={words.date} type="date" required value={date} onType={onDate} />
        <InputField label={words.time} type="time" required value={time} onType={onTime} />
        {onLength && (
          <InputField
            label={words.length}
            unit={words.minutesUnit}
            type="number"
            inputMode="numeric"
            required
            min={shortestMinutes}
            max={longestMinutes}
            value={length ?? String(minutes)}
            onType={onLength}
          />
        )}
      </div>
      {week.data && isDay && (
        <fieldset className="open-times">
          <legend className="hint" aria-live="polite">
            {say(durationMinutes, dayWords(date))}
          </legend>
          <Times name="open-time" times={free} chosen={time} onChoose={onTime} />
        </fieldset>
      )}
    </>
  )
}
