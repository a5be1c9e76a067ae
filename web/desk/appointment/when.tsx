import '../ui/choices.css'
import './when.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { nearestTimes, pickSpreadTimes } from '../../../booking/availability.ts'
import {
  getDuration,
  getKind,
  isDuration,
  kindIds,
  kindInSentence,
  longestMinutes,
  shortestMinutes,
} from '../../../booking/kinds.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Agenda } from '../../../booking/owner-api.ts'
import { addDays, formatDay, formatTime, isCalendarDate, startOfWeek } from '../../../booking/time.ts'
import { Times } from '../../ui/times.tsx'
import { agendaQuery } from '../agenda.ts'
import { isTaken } from '../errors.tsx'
import { holidaysFrom } from '../hours/holidays.ts'
import { useDay } from '../navigation.tsx'
import { closedAt, findBookedAt, freeTimes } from '../timeline/day-timeline.ts'
import { InputField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { fullDate, weekdayLong, withDots } from '../ui/words.ts'

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

/** How far ahead to search for the first open day. */
const searchedDays = 92

/**
 * Whether clients could have this time, and why not.
 * @param minutes - the length of the open times
 * @param movingId - the appointment whose own time counts as open
 */
export function useWhenIs({ date, time, length }: When, minutes: number, movingId?: string) {
  const { shop } = useDay()
  const typed = Number(length)
  const durationMinutes = length && isDuration(typed) ? typed : minutes
  const lasting = { ...shop, opening: { ...shop.opening, durationMinutes } }
  const { today, epochMs } = useNow()
  const isDay = isCalendarDate(date)
  const first = startOfWeek(isDay ? date : '2000-01-03')
  const week = useQuery({ ...agendaQuery(first, addDays(first, 6), date), enabled: isDay })
  const agenda = isDay ? week.data : undefined
  const free = agenda ? freeTimes(date, agenda, lasting, epochMs, movingId) : []
  const closed = agenda ? closedAt({ date, time }, agenda, lasting) : null
  const isSearched = agenda !== undefined && free.length === 0 && date >= today
  const ahead = useQuery({ ...agendaQuery(date, addDays(date, searchedDays)), enabled: isSearched })
  const next = isSearched && ahead.data && firstOpenDay(date, ahead.data, lasting, epochMs, movingId)
  const booked = agenda ? findBookedAt({ date, time }, agenda, lasting, movingId) : null
  return { agenda, durationMinutes, free, closed, next: next || null, booked }
}

type WhenIs = ReturnType<typeof useWhenIs>

function firstOpenDay(after: string, agenda: Agenda, shop: Shop, nowEpochMs: number, movingId?: string) {
  for (let ahead = 1; ahead <= searchedDays; ahead += 1) {
    const date = addDays(after, ahead)
    const times = freeTimes(date, agenda, shop, nowEpochMs, movingId)
    if (times.length > 0) return { date, times }
  }
  return null
}

/** How many times to offer in place of a taken one. */
const closestCount = 3

interface OtherTimesProps {
  when: When
  whenIs: WhenIs
  onWhen: (part: Partial<When>) => void
}

/** The open times closest to the chosen one, or the next day with any. One click takes one. */
function OtherTimes({ when: { date, time }, whenIs: { free, next }, onWhen }: OtherTimesProps) {
  const labelId = useId()
  const offered = free.length > 0 ? { date, times: nearestTimes(free, time, closestCount).sort() } : next
  if (!offered) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers don't announce a legend that appears.
    <div className="open-times" role="group" aria-labelledby={labelId}>
      <p id={labelId}>{offered === next ? words.next(fullDate(next.date)) : words.closest}</p>
      {pickSpreadTimes(offered.times).map((time) => (
        <button
          key={time}
          type="button"
          className="choice"
          onClick={({ currentTarget }) => {
            // The clicked button disappears with the rejection.
            currentTarget.form?.querySelector<HTMLElement>('[type=time]')?.focus()
            onWhen({ date: offered.date, time })
          }}
        >
          {formatTime(time)}
        </button>
      ))}
    </div>
  )
}

interface SentWhen {
  appointment_date: string
  appointment_time: string
}

/** Why the change failed. A message about a taken time shows until the owner chooses another. */
export function errorAbout(
  { date, time }: When,
  change: { error: unknown; variables?: SentWhen | undefined },
) {
  const { error, variables: sent } = change
  const isOfAnother = sent?.appointment_date !== date || sent.appointment_time !== time
  return isTaken(error) && isOfAnother ? null : error
}

/** For the answer about a taken time. */
export const InsteadOfTaken = ({ error, ...props }: OtherTimesProps & { error: unknown }) =>
  isTaken(error) && <OtherTimes {...props} />

function closedSentence(closed: NonNullable<WhenIs['closed']>, date: string): string {
  if (closed === 'weekday') return words.closedOn(weekdayLong(date))
  if (closed === 'hours') return words.outside
  if (closed === 'busy') return words.busy
  if (closed !== 'date') return words.closed(closed.blockedTime.reason)
  return words.closed(holidaysFrom(date).find((holiday) => holiday.date === date)?.name ?? '')
}

interface DateAndTimeProps {
  when: When
  whenIs: WhenIs
  onWhen: (part: Partial<When>) => void
  /** Its length unless the owner sets another. */
  minutes: number
  /** Its answer about a taken time includes other times. */
  error: unknown
}

export function DateAndTime({ when, whenIs, onWhen, minutes, error }: DateAndTimeProps) {
  const { date, time, length } = when
  const { agenda, durationMinutes, free, closed, booked } = whenIs
  const { shop } = useDay()
  const { capacity } = shop.opening
  const isShown = agenda !== undefined && (free.length > 0 || closed === null)
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
      {isShown && (
        <fieldset className="open-times">
          <legend className="hint" aria-live="polite">
            {say(durationMinutes, formatDay(date))}
          </legend>
          <Times name="open-time" times={free} chosen={time} onChoose={onTime} />
        </fieldset>
      )}
      <div role="status">
        {closed && (
          <p className="says-closed">
            <b>{closedSentence(closed, date)}</b>
            <span>{words.canBook}</span>
          </p>
        )}
        {booked && (
          <div className="full">
            <b>{words.full(booked.length, capacity, formatTime(time))}</b>
            <ul>
              {booked.map((appointment) => (
                <li key={appointment.id}>
                  {withDots(
                    `${appointment.full_name}, ${formatTime(appointment.appointment_time)}`,
                    kindInSentence(appointment.kind),
                  )}
                </li>
              ))}
            </ul>
            {words.withThisOne(booked.length + 1)}
          </div>
        )}
        {free.length === 0 && !isTaken(error) && <OtherTimes when={when} whenIs={whenIs} onWhen={onWhen} />}
      </div>
    </>
  )
}
