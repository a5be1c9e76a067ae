/** No window is longer: counts of earlier ones may be forgotten. */
export const longestWindowMs = 10 * 60_000

/** Counts of requests in windows of fixed length, shared by all processes that a visitor's requests may reach. */
export interface RequestCounts {
  /**
   * @param key - whose requests, e.g. an address
   * @param windowStartMs - epoch milliseconds; the key's count of another window is forgotten
   * @returns how many there have been in this window, this one included
   */
  add(key: string, windowStartMs: number): Promise<number>
}

/** So that a flood of addresses cannot fill the memory. */
const keysMax = 50_000

/** Counts in memory, for an engine that serves one process. */
export function countsInMemory(): RequestCounts {
  const counts = new Map<string, { windowStartMs: number; count: number }>()
  return {
    async add(key, windowStartMs) {
      const known = counts.get(key)
      const count = known?.windowStartMs === windowStartMs ? known.count + 1 : 1
      // Set anew, so that the order of the map is the order of use and the first is the one to forget.
      counts.delete(key)
      counts.set(key, { windowStartMs, count })
      const [oldest] = counts.keys()
      if (counts.size > keysMax && oldest !== undefined) counts.delete(oldest)
      return count
    },
  }
}
