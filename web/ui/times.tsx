import { timeWords } from '../../booking/time.ts'

interface TimesProps {
  /** Groups the radio buttons. */
  name: string
  /** "HH:MM" each */
  times: readonly string[]
  /** The value of the time field. */
  chosen: string
  className: string
  onChoose: (time: string) => void
}

/**
 * Start times as radio buttons, so the Tab key stops once for all seventeen of a day. They belong to no form: the time
 * field is what is sent.
 */
export function Times({ name, times, chosen, className, onChoose }: TimesProps) {
  return times.map((time) => (
    <label key={time} className={className}>
      <input type="radio" name={name} form="" checked={time === chosen} onChange={() => onChoose(time)} />
      {timeWords(time)}
    </label>
  ))
}
