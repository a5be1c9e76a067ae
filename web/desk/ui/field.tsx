import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { desk } from '../../../copy/desk.ts'
import { markWhileEmpty } from '../../ui/times.tsx'

interface FieldProps {
  label: string
  /** Shown next to the label. */
  hint?: string | undefined
  /** Shown in the field after the value. */
  unit?: string | undefined
  isWide?: boolean | undefined
  children: (id: string) => ReactNode
}

const unitId = (id: string) => `${id}-unit`

export function Field({ label, hint, unit, isWide, children }: FieldProps) {
  const id = useId()
  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
        {hint && ' '}
        {hint && <span className="hint">{hint}</span>}
      </label>
      <div className="field-box">
        {children(id)}
        {unit && (
          <span className="unit" id={unitId(id)}>
            {unit}
          </span>
        )}
      </div>
    </div>
  )
}

type InputFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> & {
    value: string
    onType: (typed: string) => void
  }

export function InputField({ label, hint, unit, isWide, onType, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} unit={unit} isWide={isWide}>
      {(id) => (
        <input
          // Chromium reports an empty time field as invalid.
          aria-invalid={false}
          aria-describedby={unit ? unitId(id) : undefined}
          {...input}
          ref={(input) => markWhileEmpty(input)}
          id={id}
          className="field-control"
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Lines of text; the field grows with them. Safari before 26.2 and Firefox before 152 lack `field-sizing`. */
export function TextArea(props: ComponentProps<'textarea'> & { value: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from what is typed.
  useLayoutEffect(() => {
    if (!area.current || CSS.supports('field-sizing', 'content')) return
    const { style, offsetHeight, clientHeight } = area.current
    style.height = ''
    style.height = `${area.current.scrollHeight + offsetHeight - clientHeight}px`
  }, [props.value])
  return <textarea ref={area} className="field-control" {...props} />
}

interface SubmitButtonProps {
  className?: string
  isBusy?: boolean | undefined
  /** Called instead of submitting the form around it. */
  onPress?: () => void
  children: ReactNode
}

/** A button that says while it is busy, and ignores presses until then. */
export function SubmitButton({ className = 'verb', isBusy, onPress, children }: SubmitButtonProps) {
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={className}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        // Enter in a field of the form also clicks it.
        if (isBusy) event.preventDefault()
        else onPress?.()
      }}
    >
      {isBusy ? desk.working : children}
    </button>
  )
}
