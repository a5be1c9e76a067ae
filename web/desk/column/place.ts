import type { CSSProperties } from 'react'
import { intoInch, type Tape } from '../tape/scale.ts'
import type { Stretch } from '../tape/stretch.ts'

/** Where a stretch lies beside the tape, in inches from its upper end; the style sheet knows how long an inch is. */
export function at(tape: Tape, { from, to }: Stretch, more: Record<string, number> = {}): CSSProperties {
  const inch = (minutes: number) => minutes / tape.inchMinutes
  return { '--at': inch(from - tape.from), '--long': inch(to - from), ...more } as CSSProperties
}

/** Where the whole of the tape lies, and how its lines do. */
export const whole = (tape: Tape) => at(tape, tape, { '--into': intoInch(tape) })
