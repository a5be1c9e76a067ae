import { useEffect, useState } from 'react'
import { usePageIsShown } from '../ui/use-page-is-shown.ts'
import { type Lines, simulatedLines } from './lines.ts'
import { nextDelayMs, nextFigures, type SimulatedFigures, startFigures } from './simulated-figures.ts'

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
