import './seam.css'
import { useId } from 'react'
import { desk } from '#copy/desk.ts'
import { getKind } from '../../../booking/kinds.ts'
import type { Figures } from '../../../booking/owner-api.ts'
import { strokesMax } from './charts.tsx'

const words = desk.seam

/** How much of its space a stitch takes, and how crooked it may be, in tenths of that space. */
const [place, stitch, slope] = [10, 6.4, 0.8]

/** Hand-sewn: no two stitches are alike, and each looks the same in every drawing. */
const handOf = (index: number) => Math.sin(index * 12.9898)

const sewnPath = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const hand = handOf(index + 1)
    return `M${index * place + 1.8} ${32 + hand}l${stitch + hand * 0.4} ${hand * slope}`
  }).join('')

const openPath = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `M${(from + index + 0.5) * place} 27v10`).join('')

interface SeamProps {
  consultations: number
  cameBack: number
  kinds: Figures['by_kind']
}

export function Seam({ consultations, cameBack, kinds }: SeamProps) {
  const id = useId()
  const byFive = consultations > strokesMax
  const places = byFive ? Math.ceil(consultations / 5) : consultations
  const sewn = byFive ? Math.round(cameBack / 5) : cameBack
  const share = { '--share': cameBack / consultations }
  return (
    <section className="seam-part">
      {consultations > 0 && (
        <div>
          <h2>{words.title}</h2>
          <p className="came-text">{words.text(consultations, cameBack)}</p>
          <div aria-hidden="true" style={share}>
            <div className="seam">
              <div className="cloth-length cloth-muslin" />
              <svg
                className="stitches"
                viewBox={`0 0 ${places * place} 64`}
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path className="sewn" d={sewnPath(sewn)} />
                <path className="open" d={openPath(sewn, places)} />
              </svg>
              {cameBack > 0 && (
                <svg className="seam-needle" viewBox="0 0 52 24" width="52" height="24" aria-hidden="true">
                  <path className="thread" d="M-4 12.5C2 12 5 15.5 9.5 14" />
                  <path className="steel" d="M8 14.2L49 5.5" />
                  <path className="eye" d="M9.5 13.9l4-.85" />
                </svg>
              )}
            </div>
            <div className="seam-marks hint">
              {cameBack < consultations && (
                <p>
                  <span className="number">{cameBack}</span> {words.back}
                </p>
              )}
              <p>
                <span className="number">{consultations}</span> {words.all}
              </p>
            </div>
          </div>
          {byFive && <p className="hint">{words.byFive}</p>}
        </div>
      )}
      <div className="by-kind">
        <h3 id={id}>{words.kinds}</h3>
        <dl aria-labelledby={id}>
          {kinds.map(({ kind, booked }) => (
            <div key={kind}>
              <dt>{getKind(kind).plural}</dt>
              <dd className="number">{booked}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
