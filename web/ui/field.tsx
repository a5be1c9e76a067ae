import type { ReactNode } from 'react'

/** What a control needs to be tied to its label, hint and fault. */
export interface FieldControlProps {
  id: string
  name: string
  className: string
  'aria-required': true
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  defaultValue: string | undefined
}

interface FieldProps {
  id: string
  name: string
  label: string
  hint?: string | undefined
  /** What it holds at first. */
  typed?: string | undefined
  /** One sentence about what is wrong with the value. */
  fault?: string | undefined
  /** Asked in the place of a fault, about a value that nothing is wrong with. */
  question?: ReactNode
  /** Marks the field for assistive technology without a sentence. */
  isInvalid?: boolean
  /** Over both columns of the form. */
  isWide?: boolean
  children: (control: FieldControlProps) => ReactNode
}

/** Label above, control, hint and fault below: tied together, so that each is read out with the control. */
export function Field({
  id,
  name,
  label,
  hint,
  typed,
  fault,
  question,
  isInvalid = false,
  isWide = false,
  children,
}: FieldProps) {
  const hintId = `${id}-hint`
  const faultId = `${id}-fault`
  const describedBy = [(fault || question) && faultId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        className: 'field-control',
        'aria-required': true,
        'aria-invalid': fault || isInvalid ? true : undefined,
        'aria-describedby': describedBy || undefined,
        defaultValue: typed,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {/* In place from the start: a live region that arrives with its text is not read out. */}
      <p className="field-fault" id={faultId} aria-live="polite">
        {fault || question}
      </p>
    </div>
  )
}
