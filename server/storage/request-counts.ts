import { hash } from 'node:crypto'
import { longestWindowMs, type RequestCounts } from '../base/request-counts.ts'

/** So that a flood of addresses cannot fill the memory. */
const keysMax = 50_000

/** What is counted need not be read back, and addresses are nobody's business. */
export const digestOfKey = (key: string) => hash('sha256', key, 'base64url')

/** The end of the windows that are over while one is counted in that starts then, epoch milliseconds. */
export function windowsOverBeforeMs(windowStartMs: number): number {
  return windowStartMs - (windowStartMs % longestWindowMs) - longestWindowMs
}

interface CountsInMemory extends RequestCounts {
  /** What others have counted as well: from now on, that many. */
  learn(key: string, windowStartMs: number, count: number): void
}

/** Counts in memory, of one process. */
export function countsInMemory(): CountsInMemory {
  const counts = new Map<string, { windowStartMs: number; count: number }>()
  return {
    async add(key, windowStartMs) {
      const known = counts.get(key)
      const count = known?.windowStartMs === windowStartMs ? known.count + 1 : 1
      // Set anew, so that the order of the map is the order of use and the first is the one to forget.
      counts.delete(key)
      counts.set(key, { windowStartMs, count })
      if (counts.size > keysMax) counts.delete(counts.keys().next().value ?? key)
      return count
    },
    learn(key, windowStartMs, count) {
      if (counts.get(key)?.windowStartMs === windowStartMs) counts.set(key, { windowStartMs, count })
    },
  }
}
