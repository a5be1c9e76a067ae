import { useState } from 'react'
import { addDays } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import type { Opening } from '../../../demo/types.ts'
import { useChange } from '../client/change.ts'
import { isChanged } from '../client/fault.ts'
import { queryClient } from '../client/query-client.ts'
import { Fault } from '../client/shown-fault.tsx'
import { useDay } from '../frame/use-day.ts'
import { InputField } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notice.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { weekdayShort } from '../ui/words.ts'
import { changesOf, fieldsOf, type TypedOpening, toTyped } from './typed-opening.ts'

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
export function OpeningSheet() {
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
    <Sheet
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
      <Fault error={change.error}>
        {isChanged(change.error) &&
          labels.map(
            ([name, label]) =>
              name in over &&
              String(over[name]) !== String(standing[name]) && (
                <p key={name}>{words.standing(label, shown(standing, name))}</p>
              ),
          )}
      </Fault>
    </Sheet>
  )
}
