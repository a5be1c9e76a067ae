import '../ui/choices.css'
import { Fragment, useId, useRef } from 'react'
import { deskHours as words } from '#copy/desk-hours.ts'
import { type Disorder, findDisorder, type Starts } from '../../../booking/opening-hours.ts'
import { formatTime, isTime, minutesToTime, timeToMinutes } from '../../../booking/time.ts'
import type { Stretch } from '../timeline/scale.ts'
import { InputField, TextButton } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { announce } from '../ui/notices.tsx'
import { breakWords, hoursWords, isLunch, weekdayLong, weekdayShort } from '../ui/words.ts'
import type { useTyped } from './typed.ts'
import {
  breakAfter,
  days,
  getSampleDate,
  isSame,
  nextBreak,
  openDuring,
  type Weekday,
  withBreak,
  withoutBreak,
} from './week.ts'

const breakText = (stretch: Stretch) => words.breaks[isLunch(stretch) ? 'lunch' : 'other']

interface StretchFieldsProps {
  day: string
  starts: Starts
  durationMinutes: number
  /** If stretches overlap, the first start is wrong; in one that runs backward, the last. */
  error: Disorder | undefined
  onChange: (starts: Starts) => void
}

function StretchFields({ day, starts, durationMinutes, error, onChange }: StretchFieldsProps) {
  const errorId = useId()
  const [first, last] = starts
  const [open] = openDuring([starts], durationMinutes)
  const marks = (isWrong: boolean) => ({
    type: 'time',
    required: true,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? errorId : undefined,
  })
  return (
    <fieldset className="stretch">
      <legend className="unseen">{open ? `${day}, ${hoursWords(open)}` : day}</legend>
      <InputField
        label={words.firstStart}
        value={first}
        {...marks(error?.why === 'overlap')}
        onType={(typed) => onChange([typed, last])}
      />
      <InputField
        label={words.lastStart}
        value={last}
        {...marks(error?.why === 'order')}
        onType={(typed) => onChange([first, typed])}
      />
      {isTime(last) && !error && (
        <p className="hint">
          {words.ends(formatTime(minutesToTime((timeToMinutes(last) + durationMinutes) % (24 * 60))))}
        </p>
      )}
      <p role="alert" className="error" id={errorId}>
        {error &&
          (error.why === 'order' ? words.order : words.overlap(formatTime(minutesToTime(error.free))))}
      </p>
    </fieldset>
  )
}

interface StretchesProps {
  /** The day's name, for screen readers. */
  long: string
  day: readonly Starts[]
  durationMinutes: number
  onDay: (day: readonly Starts[]) => void
}

/** The stretches of a day, with the breaks between them. */
export function Stretches({ long, day, durationMinutes, onDay }: StretchesProps) {
  const add = useRef<HTMLButtonElement>(null)
  const error = findDisorder(day, durationMinutes)
  const planned = nextBreak(day, durationMinutes)
  const hasBreak = day.length > 1
  function addBreak() {
    if (!planned) return
    onDay(withBreak(day, planned, durationMinutes))
    announce(breakText(planned).added(hoursWords(planned)))
  }

  function removeBreak(index: number, closed: Stretch) {
    onDay(withoutBreak(day, index))
    announce(breakText(closed).removed(hoursWords(closed)))
    add.current?.focus()
  }

  return (
    <>
      {day.map((starts, index) => {
        const closed = breakAfter(day, index, durationMinutes)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its index identifies a stretch, because typing changes its times.
          <Fragment key={index}>
            <StretchFields
              day={long}
              starts={starts}
              durationMinutes={durationMinutes}
              error={error?.index === index ? error : undefined}
              onChange={(changed) => onDay(day.with(index, changed))}
            />
            {closed && (
              <div className="lunch small apart">
                <span>{`${breakWords(closed)}, ${hoursWords(closed)}`}</span>
                <TextButton
                  aria-label={breakText(closed).remove(hoursWords(closed))}
                  onClick={() => removeBreak(index, closed)}
                >
                  {words.remove}
                </TextButton>
              </div>
            )}
          </Fragment>
        )
      })}
      {day.length > 0 && !error && (
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
    </>
  )
}

export function DayEditor({ name, hours }: { name: Weekday; hours: ReturnType<typeof useTyped> }) {
  const { durationMinutes, setDay, copy, restore } = hours
  const { week } = hours.typed
  const day = week[name]
  const others = days.filter((other) => other.name !== name)
  const long = weekdayLong(getSampleDate(name))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend above the first fieldset's.
    <div className="day-hours" role="group" aria-label={long}>
      <Stretches
        long={long}
        day={day}
        durationMinutes={durationMinutes}
        onDay={(changed) => setDay(name, changed)}
      />
      {day.length > 0 && (
        <fieldset className="open-on">
          <legend className="field-label">{words.sameOn}</legend>
          {others.map((other) => (
            <label key={other.name}>
              <input
                type="checkbox"
                aria-label={weekdayLong(other.date)}
                checked={isSame(week[other.name], day)}
                onChange={({ target }) => (target.checked ? copy(name, [other.name]) : restore(other.name))}
              />
              {weekdayShort(other.date)}
              <Icon name="check" />
            </label>
          ))}
          <TextButton
            onClick={() =>
              copy(
                name,
                days.slice(0, 5).map((weekday) => weekday.name),
              )
            }
          >
            {words.allWeekdays}
          </TextButton>
        </fieldset>
      )}
      <TextButton onClick={() => (day.length > 0 ? setDay(name, []) : restore(name))}>
        {day.length > 0 ? words.close(long) : words.open(long)}
      </TextButton>
    </div>
  )
}
