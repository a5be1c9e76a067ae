import type { CSSProperties } from 'react'
import type { Figures } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { cardinal } from '../ui/words.ts'

const words = desk.charts

/** Days from booking to visit, as two marks on a tape of whole weeks. */
export function AheadTape({ ahead: { median, nine_tenths } }: { ahead: Figures['days_ahead'] }) {
  if (median === null || nine_tenths === null) return null
  const weeks = Math.max(1, Math.ceil((nine_tenths + 1) / 7))
  const everyWeeks = Math.ceil(weeks / 6)
  const numerals = Array.from(
    { length: Math.ceil(weeks / everyWeeks) - 1 },
    (_, index) => (index + 1) * everyWeeks * 7,
  )
  const share = (days: number) => days / (weeks * 7)
  const at = (days: number) => ({ '--share': share(days) }) as CSSProperties
  const mark = (days: number, what: string, name: string) => (
    <p className={`ahead-mark ${name} ${share(days) > 0.5 ? 'ahead-before' : ''}`} style={at(days)}>
      <b>{words.days(Math.round(days))}</b> <span>{what}</span>
    </p>
  )
  return (
    <section className="ahead">
      <h2>{words.ahead}</h2>
      <div className="ahead-marks">
        {mark(median, words.aheadHalf, 'ahead-half')}
        {mark(nine_tenths, words.aheadNine, 'ahead-nine')}
      </div>
      <div className="axis" aria-hidden="true" style={{ '--weeks': weeks } as CSSProperties}>
        {numerals.map((days) => (
          <b key={days} style={at(days)}>
            {days}
          </b>
        ))}
      </div>
      <p className="ahead-ends" aria-hidden="true">
        <span>{words.booked}</span>
        <span>{words.weeksOn(weeks, cardinal(weeks))}</span>
      </p>
    </section>
  )
}
