import { Fragment, useId, useRef } from 'react'
import type { Starts } from '../../../booking/opening-hours.ts'
import { isTime, minutesOfDay, timeOfMinutes, timeWords } from '../../../booking/time.ts'
import { deskHours as words } from '../../../copy/desk-hours.ts'
import type { Stretch } from '../timeline/scale.ts'
import { InputField } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { announce } from '../ui/notices.tsx'
import { breakWords, hoursWords, weekdayLong, weekdayShort } from '../ui/words.ts'
import {
  breakAfter,
  dateOf,
  days,
  faultIn,
  isSame,
  nextBreak,
  openDuring,
  type TypedWeek,
  type Weekday,
  withBreak,
  withoutBreak,
} from './week.ts'

interface StretchFieldsProps {
  day: string
  starts: Starts
  durationMinutes: number
  /** Says why these hours aren't possible. */
  fault: string | undefined
  /** Whether it is the last start that is wrong, rather than the first. */
  isLastWrong: boolean
  onChange: (starts: Starts) => void
}

function StretchFields({
  day,
  starts: [first, last],
  durationMinutes,
  fault,
  isLastWrong,
  onChange,
}: StretchFieldsProps) {
  const faultId = useId()
  const [open] = openDuring([[first, last]], durationMinutes)
  const marks = (isWrong: boolean) => ({
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? faultId : undefined,
  })
  return (
    <fieldset className="stretch">
      <legend className="unseen">{open ? `${day}, ${hoursWords(open)}` : day}</legend>
      <InputField
        label={words.firstStart}
        type="time"
        required
        value={first}
        {...marks(fault !== undefined && !isLastWrong)}
        onType={(typed) => onChange([typed, last])}
      />
      <InputField
        label={words.lastStart}
        type="time"
        required
        value={last}
        {...marks(fault !== undefined && isLastWrong)}
        onType={(typed) => onChange([first, typed])}
      />
      {isTime(last) && !fault && (
        <p className="hint">
          {words.ends(timeWords(timeOfMinutes((minutesOfDay(last) + durationMinutes) % (24 * 60))))}
        </p>
      )}
      <p role="alert" className="fault" id={faultId}>
        {fault}
      </p>
    </fieldset>
  )
}

interface DayEditorProps {
  name: Weekday
  week: TypedWeek
  durationMinutes: number
  onChange: (name: Weekday, day: readonly Starts[]) => void
  /** Gives another day the hours of this one, or its own hours back. */
  onCopy: (to: readonly Weekday[]) => void
  onRestore: (name: Weekday) => void
}

/** The hours of one weekday: its stretches, the breaks between them, and the days that share them. */
export function DayEditor({ name, week, durationMinutes, onChange, onCopy, onRestore }: DayEditorProps) {
  const add = useRef<HTMLButtonElement>(null)
  const day = week[name]
  const fault = faultIn(day, durationMinutes)
  const planned = nextBreak(day, durationMinutes)
  const hasBreak = day.length > 1
  const others = days.filter((other) => other.name !== name)
  const long = weekdayLong(dateOf(name))
  const faultWords = (index: number) => {
    if (fault?.index !== index) return undefined
    return fault.why === 'order' ? words.order : words.overlap(timeWords(timeOfMinutes(fault.free)))
  }

  function addBreak() {
    if (!planned) return
    onChange(name, withBreak(day, planned, durationMinutes))
    announce(words.added(breakWords(planned), hoursWords(planned)))
  }

  function removeBreak(index: number, closed: Stretch) {
    onChange(name, withoutBreak(day, index))
    announce(words.removed(breakWords(closed), hoursWords(closed)))
    add.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend above the first fieldset's.
    <div className="day-hours" role="group" aria-label={long}>
      {day.map((starts, index) => {
        const closed = breakAfter(day, index, durationMinutes)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place in the day; its times change as they are typed.
          <Fragment key={index}>
            <StretchFields
              day={long}
              starts={starts}
              durationMinutes={durationMinutes}
              fault={faultWords(index)}
              isLastWrong={fault?.why === 'order'}
              onChange={(changed) => onChange(name, day.with(index, changed))}
            />
            {closed && (
              <div className="lunch">
                <span>{`${breakWords(closed)}, ${hoursWords(closed)}`}</span>
                <button
                  type="button"
                  className="text-button"
                  aria-label={words.removeLabel(breakWords(closed).toLowerCase(), hoursWords(closed))}
                  onClick={() => removeBreak(index, closed)}
                >
                  {words.remove}
                </button>
              </div>
            )}
          </Fragment>
        )
      })}
      {day.length > 0 && !fault && (
        <button
          ref={add}
          type="button"
          className="button add-break"
          aria-disabled={!planned}
          onClick={addBreak}
        >
          <Icon name="plus" />
          {hasBreak ? words.addBreak : words.addLunch}
          <span className="hint">{planned && !hasBreak ? hoursWords(planned) : null}</span>
        </button>
      )}
      {day.length > 0 && (
        <fieldset className="open-on">
          <legend className="field-label">{words.sameOn}</legend>
          {others.map((other) => (
            <label key={other.name}>
              <input
                type="checkbox"
                aria-label={weekdayLong(other.date)}
                checked={isSame(week[other.name], day)}
                onChange={({ target }) => (target.checked ? onCopy([other.name]) : onRestore(other.name))}
              />
              {weekdayShort(other.date)}
              <Icon name="check" />
            </label>
          ))}
          <button
            type="button"
            className="text-button"
            onClick={() => onCopy(days.slice(0, 5).map((one) => one.name))}
          >
            {words.allWeekdays}
          </button>
        </fieldset>
      )}
      <button
        type="button"
        className="text-button"
        onClick={() => (day.length > 0 ? onChange(name, []) : onRestore(name))}
      >
        {day.length > 0 ? words.close(long) : words.open(long)}
      </button>
    </div>
  )
}
