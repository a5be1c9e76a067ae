import { formatTime } from '../../booking/time.ts'

interface TimesProps {
  name: string
  times: readonly string[]
  chosen: string
  onChoose: (time: string) => void
}

/** Radio buttons, so the Tab key stops once for a whole day. They belong to no form: the time field is submitted. */
export function Times({ name, times, chosen, onChoose }: TimesProps) {
  return times.map((time) => (
    <label key={time} className="choice">
      <input type="radio" name={name} form="" checked={time === chosen} onChange={() => onChoose(time)} />
      {formatTime(time)}
    </label>
  ))
}

/**
 * WebKit on a Mac shows today in an empty date or time field. The style hides it until the field has the focus. Takes a
 * ref on every render. WebKit fires no `focusin` here.
 */
export function markWhileEmpty(input: HTMLInputElement | null) {
  if (input?.type !== 'date' && input?.type !== 'time') return
  const mark = () => {
    // Only the browser knows about a half-entered date.
    const isEmpty = input.value === '' && !input.validity.badInput
    if (!isEmpty) input.removeAttribute('data-empty')
    else input.dataset.empty = input === document.activeElement ? 'focused' : ''
  }
  mark()
  const listeners = new AbortController()
  input.addEventListener('focus', mark, listeners)
  // In its own blur event it still has the focus.
  input.addEventListener('blur', () => setTimeout(mark), listeners)
  return () => listeners.abort()
}
