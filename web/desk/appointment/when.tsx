import '../ui/choices.css'
import './when.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import {
  getDuration,
  getKind,
  isDuration,
  kindIds,
  longestMinutes,
  shortestMinutes,
} from '../../../booking/kinds.ts'
import { addDays, formatDay, isCalendarDate, mondayOf } from '../../../booking/time.ts'
import { Times } from '../../ui/times.tsx'
import { agendaQuery } from '../agenda.ts'
import { useDay } from '../navigation.tsx'
import { freeTimes } from '../timeline/day-timeline.ts'
import { InputField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'

const words = desk.adding

export function KindChoice({ kind, onKind }: { kind: string; onKind: (kind: string) => void }) {
  const { shop } = useDay()
  return (
    <fieldset className="kinds">
      <legend className="field-label">{words.kind}</legend>
      {kindIds.map((id) => {
        const { name, label = 'sewn' } = getKind(id)
        const minutes = getDuration(id, shop)
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

export interface When {
  date: string
  time: string
  /** As typed; null while it's the kind's own, and undefined where it can't change. */
  length?: string | null
}

export function useWhen<Chosen extends When>(initial: Chosen) {
  const [when, setWhen] = useState(initial)
  return [when, (part: Partial<Chosen>) => setWhen((before) => ({ ...before, ...part }))] as const
}

interface DateAndTimeProps {
  when: When
  onWhen: (part: Partial<When>) => void
  /** How long the open times last. */
  minutes: number
  /** The appointment whose own time counts as open. */
  movingId?: string
}

export function DateAndTime({ when, onWhen, minutes, movingId }: DateAndTimeProps) {
  const { date, time, length } = when
  const { shop } = useDay()
  const typed = Number(length)
  const durationMinutes = length && isDuration(typed) ? typed : minutes
  const lasting = { ...shop, opening: { ...shop.opening, durationMinutes } }
  const { epochMs } = useNow()
  const isDay = isCalendarDate(date)
  const monday = mondayOf(isDay ? date : '2000-01-03')
  const week = useQuery({ ...agendaQuery(monday, addDays(monday, 6), date), enabled: isDay })
  const free = week.data && isDay ? freeTimes(date, week.data, lasting, epochMs, movingId) : []
  const say = free.length > 0 ? words.open : words.noneOpen
  const onTime = (time: string) => onWhen({ time })
  return (
    <>
      <div className={length === undefined ? 'fields' : 'when-fields'}>
        <InputField
          label={words.date}
          type="date"
          required
          value={date}
          onType={(date) => onWhen({ date })}
        />
        <InputField label={words.time} type="time" required value={time} onType={onTime} />
        {length !== undefined && (
          <InputField
            label={words.length}
            unit={words.minutesUnit}
            type="number"
            inputMode="numeric"
            required
            min={shortestMinutes}
            max={longestMinutes}
            value={length ?? String(minutes)}
            onType={(length) => onWhen({ length })}
          />
        )}
      </div>
      {week.data && isDay && (
        <fieldset className="open-times">
          <legend className="hint" aria-live="polite">
            {say(durationMinutes, formatDay(date))}
          </legend>
          <Times name="open-time" times={free} chosen={time} onChoose={onTime} />
        </fieldset>
      )}
    </>
  )
}
