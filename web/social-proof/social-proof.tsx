import { useState } from 'react'
import { socialProofWords } from '../../copy/booking-form.ts'
import { socialProof } from '../../demo/social-proof.ts'
import type { Lines } from './lines.ts'
import { useLiveLines } from './use-live-lines.ts'
import { useSimulatedLines } from './use-simulated-lines.ts'

const listId = 'social-proof'
const strokes = [5, 3, 1] as const

/** Nothing to say yet; the lines take their room all the same, so that nothing moves when they come. */
const silent: Lines = [null, null, null]

/** Four strokes and a slash, as counted in chalk on a board; each line of the tally is one count further. */
function TallyMark({ strokes }: { strokes: 1 | 3 | 5 }) {
  const upright = Math.min(strokes, 4)
  return (
    <svg viewBox="0 0 34 20" width="34" height="20" aria-hidden="true">
      {Array.from({ length: upright }, (_, at) => `M${5 + 6 * at} 3l-1 14`).map((line) => (
        <path key={line} d={line} />
      ))}
      {strokes === 5 && <path d="M1 14L28 6" />}
    </svg>
  )
}

/** Three lines in a box of fixed size, and a way to be rid of them (WCAG 2.2.2). Nothing is read out as it changes. */
function Tally({ useLines }: { useLines: (isShown: boolean) => Lines | null }) {
  const [isShown, setShown] = useState(true)
  const lines = useLines(isShown) ?? silent
  return (
    <div className="tally">
      <ul id={listId} className="tally-lines">
        {strokes.map((count, at) => (
          <li key={count} className={isShown && lines[at] ? '' : 'veiled'}>
            <TallyMark strokes={count} />
            {/* In an element: a bare text that the browser has translated is not there any more for React to take away. */}
            {lines[at] && <span>{lines[at]}</span>}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={lines.some(Boolean) ? 'tally-hide' : 'tally-hide veiled'}
        aria-expanded={isShown}
        aria-controls={listId}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? socialProofWords.hide : socialProofWords.show}
      </button>
    </div>
  )
}

/** How many look, how many slots are left, when somebody last booked: simulated, live or off, as the owner chose. */
export function SocialProof() {
  switch (socialProof.mode) {
    case 'simulated':
      return <Tally useLines={useSimulatedLines} />
    case 'live':
      return <Tally useLines={useLiveLines} />
    case 'off':
      return null
  }
}
