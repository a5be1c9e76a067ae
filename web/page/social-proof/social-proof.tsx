import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { socialProofWords } from '../../../copy/booking-form.ts'
import { socialProof } from '../../../demo/social-proof.ts'
import { usePageIsShown } from '../../ui/toast.tsx'
import { loadCalls } from '../load-api.ts'
import {
  type Lines,
  liveLines,
  nextDelayMs,
  nextFigures,
  type SimulatedFigures,
  simulatedLines,
  startFigures,
} from './figures.ts'

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

/** Invented figures that change every 5 to 15 s while somebody can see them; null until hydration. */
export function useSimulatedLines(isShown: boolean): Lines | null {
  const [figures, setFigures] = useState<SimulatedFigures | null>(null)
  const isWatched = usePageIsShown() && isShown

  useEffect(() => {
    setFigures((before) => before ?? startFigures(Math.random))
    if (!isWatched) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => {
        setFigures((before) => before && nextFigures(before, Math.random))
        wait()
      }, nextDelayMs(Math.random))
    }
    wait()
    return () => clearTimeout(timer)
  }, [isWatched])

  return figures && simulatedLines(figures)
}

const askEveryMs = 30_000

/** True figures, asked for as long as somebody can see them; null until the first answer. */
export function useLiveLines(isShown: boolean): Lines | null {
  // Browsers make none for a page over plain HTTP; nobody is counted there, and nothing said.
  const [visitor] = useState<string>(() => crypto.randomUUID?.() ?? '')
  const { data } = useQuery({
    queryKey: ['social-proof', visitor],
    queryFn: async ({ signal }) => (await loadCalls()).fetchSocialProof(visitor, signal),
    enabled: isShown && visitor !== '',
    // Not in hidden tabs: that is the query client's default.
    refetchInterval: askEveryMs,
  })
  return data ? liveLines(data) : null
}
