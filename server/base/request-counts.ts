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

/** Counts a request in the window that is open now. @returns how many there have been in it, and how long it goes on */
export async function countNow(counts: RequestCounts, key: string, windowMs: number, nowEpochMs: number) {
  const goneMs = nowEpochMs % windowMs
  return { count: await counts.add(key, nowEpochMs - goneMs), leftMs: windowMs - goneMs }
}
