import type { CSSProperties } from 'react'
import type { Figures } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { sourceWords } from '../ui/words.ts'
import { roundStep, widthInUnits } from './scale.ts'

/** Six cloths for six sources; which is which is settled, so that a source is known by its cloth. */
const cloths = {
  google: 'navy',
  friend: 'glen',
  instagram: 'herringbone',
  facebook: 'chalk-stripe',
  tiktok: 'burgundy',
  linkedin: 'tobacco',
} as const

interface SourceClothsProps {
  sources: Figures['by_source']
  booked: number
}

/** Lengths of cloth, the longest first, on a brass tape that is their axis. The table below says the same. */
export function SourceCloths({ sources, booked }: SourceClothsProps) {
  const words = desk.charts
  const longest = Math.max(...sources.map((one) => one.booked))
  const units = widthInUnits(longest)
  const step = roundStep(longest)
  const numerals = Array.from({ length: Math.ceil(units / step) - 1 }, (_, index) => (index + 1) * step)
  return (
    <section className="cloths-part">
      <h2>{words.sources}</h2>
      <p className="hint">{words.sourcesText(booked)}</p>
      <div
        className="cloths"
        aria-hidden="true"
        style={{ '--units': units, '--step': step } as CSSProperties}
      >
        {[...sources]
          .sort((a, b) => b.booked - a.booked)
          .map(({ referral_source: source, ...one }) => (
            <div key={source} className="cloth-row">
              <b>{sourceWords(source) ?? words.notAsked}</b>
              <div className="cloth-place">
                <div
                  className={`cloth-length cloth-${source ? cloths[source] : 'plain'}`}
                  style={
                    { '--booked': one.booked, '--came': one.came / Math.max(1, one.booked) } as CSSProperties
                  }
                />
                <p>
                  <span className="number">{one.booked}</span>{' '}
                  <span className="came-of">{words.cameOf(one.came)}</span>
                </p>
              </div>
            </div>
          ))}
        <div className="axis">
          {numerals.map((numeral) => (
            <b key={numeral} style={{ '--booked': numeral } as CSSProperties}>
              {numeral}
            </b>
          ))}
        </div>
      </div>
    </section>
  )
}
