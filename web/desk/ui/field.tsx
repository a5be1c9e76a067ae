import './field.css'
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { desk } from '#copy/desk.ts'
import { markWhileEmpty } from '../../ui/times.tsx'

interface FieldProps {
  label: string
  hint?: string | undefined
  unit?: string | undefined
  children: (id: string) => ReactNode
}

const unitId = (id: string) => `${id}-unit`

function Field({ label, hint, unit, children }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {hint && ' '}
        {hint && <span className="hint">{hint}</span>}
      </label>
      <div className="field-box">
        {children(id)}
        {unit && (
          <span className="unit hint" id={unitId(id)}>
            {unit}
          </span>
        )}
      </div>
    </div>
  )
}

type TypedFieldProps<Tag extends 'input' | 'textarea'> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<Tag>, 'id' | 'className' | 'onChange'> & {
    value: string
    extraClass?: string | undefined
    onType: (typed: string) => void
  }

export function InputField({ label, hint, unit, onType, ...input }: TypedFieldProps<'input'>) {
  return (
    <Field label={label} hint={hint} unit={unit}>
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

/** Lines of text. The field grows with them. Safari before 26.2 and Firefox before 152 lack `field-sizing`. */
export function TextField({ label, hint, extraClass = '', onType, ...area }: TypedFieldProps<'textarea'>) {
  const element = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text determines the height.
  useLayoutEffect(() => {
    if (!element.current || CSS.supports('field-sizing', 'content')) return
    const { style, offsetHeight, clientHeight } = element.current
    style.height = ''
    style.height = `${element.current.scrollHeight + offsetHeight - clientHeight}px`
  }, [area.value])
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <textarea
          {...area}
          ref={element}
          id={id}
          className={`field-control ${extraClass}`.trim()}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<Value> {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onSelect: (value: Value) => void
}

export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { label, value, options, onSelect } = props
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          className="field-control"
          value={value}
          onChange={({ target }) => onSelect(options[target.selectedIndex]?.[0] ?? value)}
        >
          {options.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface SubmitButtonProps {
  className?: string
  isBusy?: boolean | undefined
  onPress?: () => void
  children: ReactNode
}

/** A button that shows while it's busy, and ignores clicks until then. */
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

export const TextButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="text-button" {...props} />
)
