import { timeOfMinutes } from '../../../booking/time.ts'
import { inches, type Tape } from '../tape/scale.ts'
import { bareTime } from '../ui/words.ts'
import { at, whole } from './place.ts'

/** An hour without minutes is said as a tailor's tape says an inch. */
const numeral = (minutes: number) => bareTime(timeOfMinutes(minutes)).replace(':00', '')

/** The measuring tape at the edge of a day. Its brass is the opening hours; linen is let out before and after them. */
export function HourTape({ tape, now }: { tape: Tape; now: number | null }) {
  const { hours } = tape
  return (
    <div className="tape" aria-hidden="true">
      {hours && <div className="brass" style={at(tape, hours)} />}
      <div className="ticks" style={whole(tape)} />
      {inches(tape)
        .filter((minutes) => minutes < tape.to)
        .map((minutes) => (
          <b key={minutes} style={at(tape, { from: minutes, to: minutes })}>
            {numeral(minutes)}
          </b>
        ))}
      {now !== null && (
        <span className="slider" style={at(tape, { from: now, to: now })}>
          {bareTime(timeOfMinutes(now))}
        </span>
      )}
    </div>
  )
}
