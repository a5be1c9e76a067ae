import { timeWords } from '../../booking/time.ts'

interface TimesProps {
  /** By it the browser knows which belong together. */
  name: string
  /** "HH:MM" each */
  times: readonly string[]
  /** What stands in the time field. */
  chosen: string
  className: string
  onChoose: (time: string) => void
}

/**
 * Times of which one is chosen, one stop of the Tab key for all of them: a day has seventeen. They belong to no form,
 * because it is the time field that is sent.
 */
export function Times({ name, times, chosen, className, onChoose }: TimesProps) {
  return times.map((time) => (
    <label key={time} className={className}>
      <input type="radio" name={name} form="" checked={time === chosen} onChange={() => onChoose(time)} />
      {timeWords(time)}
    </label>
  ))
}
