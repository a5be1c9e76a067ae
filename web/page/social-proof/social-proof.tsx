import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { socialProofWords } from '#copy/booking-form.ts'
import { socialProof } from '#shop/social-proof.ts'
import { usePageIsShown } from '../../ui/toast.tsx'
import { loadApi } from '../load-api.ts'
import {
  liveLines,
  nextDelayMs,
  nextFigures,
  type SimulatedFigures,
  type SocialProofLines,
  simulatedLines,
  startFigures,
} from './figures.ts'

const listId = 'social-proof'

const places = [0, 1, 2] as const

/** Reserves the lines’ space, so nothing moves when they appear. */
const silent: SocialProofLines = [null, null, null]

/** Three lines in a box of fixed size that visitors can hide (WCAG 2.2.2). Screen readers don’t announce changes. */
function Tally({ useLines }: { useLines: (isShown: boolean) => SocialProofLines | null }) {
  const [isShown, setShown] = useState(true)
  const lines = useLines(isShown) ?? silent
  return (
    <div className="tally">
      <ul id={listId} className="tally-lines">
        {places.map((at) => (
          <li key={at} className={isShown && lines[at] ? '' : 'veiled'}>
            {/* A translator replaces bare text, which React would then fail to remove. */}
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

/** Invented figures that change every 5 to 15 s while they're visible; null until hydration. */
export function useSimulatedLines(isShown: boolean): SocialProofLines | null {
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

/** Real figures, fetched while they're visible; null until the first answer. */
export function useLiveLines(isShown: boolean): SocialProofLines | null {
  // Undefined over plain HTTP: the server counts no one there, and the lines stay empty.
  const [visitor] = useState<string>(() => crypto.randomUUID?.() ?? '')
  const { data } = useQuery({
    queryKey: ['social-proof', visitor],
    queryFn: async ({ signal }) => (await loadApi()).fetchSocialProof(visitor, signal),
    enabled: isShown && visitor !== '',
    // The query client pauses this in hidden tabs.
    refetchInterval: askEveryMs,
  })
  return data ? liveLines(data) : null
}
