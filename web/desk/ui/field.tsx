import { type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  /** Stands beside the label in plain letters. */
  hint?: string
  /** Stands in the field behind what is typed. */
  unit?: string
  isWide?: boolean
  children: (id: string) => ReactNode
}

/** Label above, control below; tied together. */
export function Field({ label, hint, unit, isWide, children }: FieldProps) {
  const id = useId()
  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
        {hint && <span className="hint"> {hint}</span>}
      </label>
      <div className="field-box">
        {children(id)}
        {unit && (
          <span className="unit" aria-hidden="true">
            {unit}
          </span>
        )}
      </div>
    </div>
  )
}
