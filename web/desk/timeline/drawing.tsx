import './timeline.css'
import './closed.css'
import { type CSSProperties, useId } from 'react'
import { minutesToTime } from '../../../booking/time.ts'
import { bareTime, numeral } from '../ui/words.ts'
import { inches, inchMinutes, intoInch, type Stretch, type Timeline } from './scale.ts'

declare module 'react' {
  interface CSSProperties {
    [customProperty: `--${string}`]: number | string | null | undefined
  }
}

/** Position and length on the timeline in inches, which the style sheet scales. */
export function at(tape: Stretch, { from, to }: Stretch, more: Record<string, number> = {}): CSSProperties {
  const inch = (minutes: number) => minutes / inchMinutes
  return { '--at': inch(from - tape.from), '--long': inch(to - from), ...more }
}

export const whole = (tape: Stretch) => at(tape, tape, { '--into': intoInch(tape) })

interface HourTapeProps {
  tape: Timeline
  /** The paper under the day, as long as the longest day of its week. */
  paper: Timeline
  now: number | null
}

export function HourTape({ tape, paper, now }: HourTapeProps) {
  const { hours } = tape
  return (
    <div className="tape" style={at(paper, tape)} aria-hidden="true">
      {hours.map((stretch) => (
        <div key={stretch.from} className="brass" style={at(tape, stretch)} />
      ))}
      <div className="ticks" style={whole(tape)} />
      {inches(tape).map((minutes) => (
        <b key={minutes} style={at(tape, { from: minutes, to: minutes })}>
          {numeral(minutes)}
        </b>
      ))}
      {now !== null && (
        <span className="slider" style={at(tape, { from: now, to: now })}>
          {bareTime(minutesToTime(now))}
        </span>
      )}
    </div>
  )
}

/** Pencil strokes: position, bend, weight, and opacity of each. */
const strokes = [
  [5, 1.2, 1.6, 0.6],
  [20, -0.8, 2.2, 0.48],
  [33, 0.6, 1.4, 0.72],
  [48, -1.2, 1.9, 0.42],
  [61, 0.9, 1.7, 0.62],
] as const

export function Hatching() {
  const id = useId()
  return (
    <svg className="hatching" aria-hidden="true">
      <defs>
        <pattern
          id={`${id}s`}
          width="70"
          height="80"
          patternUnits="userSpaceOnUse"
          patternTransform="skewX(-32)"
        >
          {strokes.map(([x, bend, weight, strength]) => (
            <path
              key={x}
              d={`M${x} 0Q${x + 2 * bend} 20 ${x} 40T${x} 80`}
              strokeWidth={weight}
              opacity={strength}
              fill="none"
            />
          ))}
        </pattern>
        <pattern id={`${id}w`} width="120" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 3C20 1.5 35 2 60 3.2S100 4.5 120 3" strokeWidth="2.2" fill="none" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id}s)`} />
      <rect width="100%" height="6" fill={`url(#${id}w)`} />
      <svg y="100%" overflow="visible" aria-hidden="true">
        <rect y="-6" width="100%" height="6" fill={`url(#${id}w)`} />
      </svg>
    </svg>
  )
}
