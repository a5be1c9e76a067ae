import { useState } from 'react'
import type { Opening } from '#shop/types.ts'
import type { DeskCalls } from '../../booking/owner-api.ts'
import { addDays, numericDate, toIsoDate } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { queryClient } from './api.ts'
import { useChange } from './changes.ts'
import { ErrorMessage, isChanged } from './errors.tsx'
import { useDay } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { Icon } from './ui/icons.tsx'
import { showNotice } from './ui/notices.tsx'
import { weekdayShort } from './ui/words.ts'

const words = desk.hours

/** A Monday; from it the weekdays have their names. */
const someMonday = '2026-11-23'

const weekdays = Array.from({ length: 7 }, (_, index) => ({
  number: index + 1,
  name: weekdayShort(addDays(someMonday, index)),
}))

interface OpenOnProps {
  closed: readonly number[]
  onChange: (closed: number[]) => void
}

function OpenOn({ closed, onChange }: OpenOnProps) {
  return (
    <fieldset className="open-on">
      <legend className="field-label">{words.openOn}</legend>
      {weekdays.map(({ number, name }) => (
        <label key={number}>
          <input
            type="checkbox"
            checked={!closed.includes(number)}
            onChange={({ target }) =>
              onChange(target.checked ? closed.filter((one) => one !== number) : [...closed, number].sort())
            }
          />
          {name}
          <Icon name="check" />
        </label>
      ))}
    </fieldset>
  )
}

const numbers = [
  ['durationMinutes', words.duration, words.minutes, undefined],
  ['bufferMinutes', words.buffer, words.minutes, undefined],
  ['capacity', words.capacity, '', undefined],
  ['offeredEveryMinutes', words.every, words.minutes, undefined],
  ['changesUntilHoursBefore', words.changes, words.hoursBefore, undefined],
  ['reminderHoursBefore', words.reminder, words.hoursBefore, words.reminderHint],
  ['latestDaysAhead', words.latest, words.daysAhead, words.latestHint],
] as const

const labels: readonly (readonly [keyof TypedOpening, string])[] = [
  ['closedWeekdays', words.openOn],
  ['firstStart', words.firstStart],
  ['lastStart', words.lastStart],
  ...numbers.map(([name, label]) => [name, label] as const),
  ['closedDates', words.closedDates],
]

function shown(opening: TypedOpening, name: keyof TypedOpening): string {
  if (name !== 'closedWeekdays') return opening[name] || words.none
  const open = weekdays.filter(({ number }) => !opening.closedWeekdays.includes(number))
  return open.map((weekday) => weekday.name).join(', ')
}

/** When clients can come; in force at once. */
export function OpeningHoursDialog() {
  const { shop, back, finishWith } = useDay()
  const standing = toTyped(shop.opening)
  const [touched, setTouched] = useState<Partial<TypedOpening>>({})
  const [over, setOver] = useState<Partial<TypedOpening>>({})
  const typed = { ...standing, ...touched }
  function done(opening: Opening) {
    queryClient.setQueryData(['opening'], opening)
    showNotice({ title: words.saved })
    finishWith()
  }
  const change = useChange('set_opening', 'opening', done)
  const type =
    <Name extends keyof TypedOpening>(name: Name) =>
    (value: TypedOpening[Name]) => {
      setTouched((all) => ({ ...all, [name]: value }))
      setOver((all) => ({ [name]: standing[name], ...all }))
    }

  function save() {
    // Decided on as each field was when it was touched, or as it was said to be by now.
    const seen = isChanged(change.error) ? fieldsOf(standing, over) : over
    setOver(seen)
    change.mutate(changesOf({ ...standing, ...seen }, typed))
  }

  return (
    <Dialog
      isView
      caps={[words.caps]}
      title={desk.opening}
      onBack={back}
      onSubmit={save}
      verb={words.save}
      isBusy={change.isPending}
    >
      <OpenOn closed={typed.closedWeekdays} onChange={type('closedWeekdays')} />
      <div className="fields">
        {(['firstStart', 'lastStart'] as const).map((name) => (
          <InputField
            key={name}
            label={words[name]}
            type="time"
            required
            value={typed[name]}
            onType={type(name)}
          />
        ))}
        {numbers.map(([name, label, unit, hint]) => (
          <InputField
            key={name}
            label={label}
            unit={unit}
            hint={hint}
            type="number"
            min="0"
            required={!hint}
            value={typed[name]}
            onType={type(name)}
          />
        ))}
        <InputField
          label={words.closedDates}
          hint={words.closedDatesHint}
          isWide
          value={typed.closedDates}
          onType={type('closedDates')}
        />
      </div>
      <ErrorMessage error={change.error}>
        {isChanged(change.error) &&
          labels.map(
            ([name, label]) =>
              name in over &&
              String(over[name]) !== String(standing[name]) && (
                <p key={name}>{words.standing(label, shown(standing, name))}</p>
              ),
          )}
      </ErrorMessage>
    </Dialog>
  )
}

/** The opening as it stands in the fields: numbers as digits, empty for none, dates with commas between them. */
export type TypedOpening = Pick<Opening, 'closedWeekdays'> &
  Record<Exclude<keyof Opening, 'closedWeekdays'>, string>

const digits = (value: number | null) => (value === null ? '' : String(value))

const orNone = (typed: string) => (typed.trim() === '' ? null : Number(typed))

export function toTyped(opening: Opening): TypedOpening {
  return {
    firstStart: opening.firstStart,
    lastStart: opening.lastStart,
    durationMinutes: digits(opening.durationMinutes),
    bufferMinutes: digits(opening.bufferMinutes),
    capacity: digits(opening.capacity),
    offeredEveryMinutes: digits(opening.offeredEveryMinutes),
    changesUntilHoursBefore: digits(opening.changesUntilHoursBefore),
    reminderHoursBefore: digits(opening.reminderHoursBefore),
    latestDaysAhead: digits(opening.latestDaysAhead),
    closedWeekdays: opening.closedWeekdays,
    closedDates: opening.closedDates.map(numericDate).join(', '),
  }
}

/** The fields that another one has, too. */
export const fieldsOf = (opening: TypedOpening, like: Partial<TypedOpening>): Partial<TypedOpening> =>
  Object.fromEntries(Object.entries(opening).filter(([name]) => name in like))

/**
 * What was changed in the fields, and on what it was decided: what was not stays as another desk may have set it
 * meanwhile. Whether it makes sense together is the server's to say.
 */
export function changesOf(seen: TypedOpening, typed: TypedOpening): DeskCalls['set_opening']['takes'] {
  const isChanged = ([name]: [string, unknown]) =>
    String(typed[name as keyof TypedOpening]) !== String(seen[name as keyof TypedOpening])
  const changed = (opening: TypedOpening) =>
    Object.fromEntries(Object.entries(toOpening(opening)).filter(isChanged))
  return { ...changed(typed), before: changed(seen) }
}

function toOpening(typed: TypedOpening): Opening {
  return {
    firstStart: typed.firstStart,
    lastStart: typed.lastStart,
    durationMinutes: Number(typed.durationMinutes),
    bufferMinutes: Number(typed.bufferMinutes),
    capacity: Number(typed.capacity),
    offeredEveryMinutes: Number(typed.offeredEveryMinutes),
    changesUntilHoursBefore: Number(typed.changesUntilHoursBefore),
    reminderHoursBefore: orNone(typed.reminderHoursBefore),
    latestDaysAhead: orNone(typed.latestDaysAhead),
    closedWeekdays: typed.closedWeekdays,
    closedDates: typed.closedDates
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(toIsoDate),
  }
}
