import type { RequestCounts } from '../../base/request-counts.ts'

/** So that a flood of addresses cannot fill the memory. */
const keysMax = 50_000

export function countsInMemory(): RequestCounts {
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
  }
}
