import { useId } from 'react'
import { timeWords } from '../../booking/date-words.ts'

interface TimeChoiceProps {
  /** What these times are, in words. */
  label: string
  /** "HH:MM" each */
  times: readonly string[]
  /** What stands in the time field. */
  chosen: string
  onChoose: (time: string) => void
}

/** Start times to choose from; choosing one fills the time field. */
export function TimeChoice({ label, times, chosen, onChoose }: TimeChoiceProps) {
  const labelId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would say that these are fields of the form.
    <div role="group" aria-labelledby={labelId}>
      <p className="times-label" id={labelId}>
        {label}
      </p>
      <div className="times">
        {times.map((time) => (
          <button
            key={time}
            type="button"
            className="time"
            aria-pressed={time === chosen}
            onClick={() => onChoose(time)}
          >
            {timeWords(time)}
          </button>
        ))}
      </div>
    </div>
  )
}
