import './choices.css'
import { useId } from 'react'

interface ChoicesProps<Value extends string> {
  legend: string
  isLegendShown?: boolean
  options: readonly (readonly [Value, string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, isLegendShown, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className="choices-set">
      <legend className={isLegendShown ? 'field-label' : 'unseen'}>{legend}</legend>
      <div className="choices" style={{ gridTemplateColumns: `repeat(${options.length}, 1fr)` }}>
        {options.map(([value, label]) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
