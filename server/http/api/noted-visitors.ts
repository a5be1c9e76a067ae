/** A visitor who asks again sooner is still noted from before. */
const noteEveryMs = 5000

interface Address {
  lastNotedAtMs: number
  /** When each of its visitors was last noted. */
  visitors: Map<string, number>
}

/**
 * Decides whether a visitor is to be noted as present: so many from one address and no more, and each only now and
 * then, so that nobody makes up a crowd by inventing visitors, or has us write with each question.
 *
 * @param maxPerAddress - a household or an office counts as that many at most
 * @param presentForMs - for how long a visitor counts as present
 */
export function notedVisitors(maxPerAddress: number, presentForMs: number) {
  // In the order in which they were last noted, so that those who are gone stand first.
  const addresses = new Map<string, Address>()

  return (ip: string, visitor: string, nowEpochMs: number): boolean => {
    const goneBeforeMs = nowEpochMs - presentForMs
    for (const [key, { lastNotedAtMs }] of addresses) {
      if (lastNotedAtMs >= goneBeforeMs) break
      addresses.delete(key)
    }
    const { visitors } = addresses.get(ip) ?? { visitors: new Map<string, number>() }
    for (const [id, atMs] of visitors) if (atMs < goneBeforeMs) visitors.delete(id)
    const notedAtMs = visitors.get(visitor)
    if (notedAtMs === undefined && visitors.size >= maxPerAddress) return false
    if (notedAtMs !== undefined && nowEpochMs - notedAtMs < noteEveryMs) return false
    visitors.set(visitor, nowEpochMs)
    addresses.delete(ip)
    addresses.set(ip, { lastNotedAtMs: nowEpochMs, visitors })
    return true
  }
}
