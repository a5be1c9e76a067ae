/** While bookings follow each other this closely, they are answered first: a mail can wait, a visitor does not. */
export const closelyMs = 50
/** But no longer than this, so that a long rush keeps nobody's confirmation for ever. */
const giveWayMostMs = 2000

/** Whether what is due gives way to what is owed anew, because that comes in a rush. */
export function createGiveWay() {
  // By the clock of the process, which nobody sets.
  let lastOwedAt = Number.NEGATIVE_INFINITY
  let givesWaySince: number | null = null
  return {
    noteOwed() {
      lastOwedAt = performance.now()
    },
    givesWay(): boolean {
      const at = performance.now()
      const isRush = at - lastOwedAt < closelyMs
      givesWaySince = isRush ? (givesWaySince ?? at) : null
      if (givesWaySince === null || at - givesWaySince < giveWayMostMs) return isRush
      givesWaySince = null
      return false
    },
  }
}
