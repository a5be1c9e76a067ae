import { useId } from 'react'
import { Times } from '../ui/times.tsx'

interface TimeChoiceProps {
  /** What these times are, in words, or that there are none. */
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
    <div {...(times.length > 0 && { role: 'group', 'aria-labelledby': labelId })}>
      <p className="times-label" id={labelId} aria-live="polite">
        {label}
      </p>
      {times.length > 0 && (
        <div className="times">
          <Times name={labelId} times={times} chosen={chosen} className="time" onChoose={onChoose} />
        </div>
      )}
    </div>
  )
}
