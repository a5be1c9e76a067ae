/** What other processes left behind, and clocks that were set, are noticed this often. */
const everyMs = 5000

/** Rings when something falls due, and every few seconds in any case. */
export function createAlarm(ring: () => void, now: () => number) {
  let timer: NodeJS.Timeout | undefined
  let isOn = false
  // By the clock of the process, which nobody sets.
  let ringsAt = Number.POSITIVE_INFINITY

  function ringIn(ms: number): void {
    ringsAt = performance.now() + ms
    clearTimeout(timer)
    timer = setTimeout(() => {
      ringIn(everyMs)
      ring()
    }, ms)
  }

  return {
    start() {
      isOn = true
      ringIn(0)
    },
    /** @param dueAtMs - epoch milliseconds; Infinity for never */
    ringBy(dueAtMs: number) {
      const inMs = Math.max(0, dueAtMs - now())
      if (isOn && performance.now() + inMs < ringsAt) ringIn(inMs)
    },
    stop() {
      isOn = false
      clearTimeout(timer)
    },
  }
}
