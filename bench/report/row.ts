/** One line of the report: a figure of ours beside what it is measured against. */
export interface Row {
  /** What was measured. */
  what: string
  /** Ours, with its unit. */
  ours: string
  /** What it is measured against: a peer in the same run, a smaller table, or a budget. */
  beside: string
  /** Ours divided by the other. */
  ratio: number
  /** What the ratio has to be; without one the row is for information. */
  goal?: { atMost: number } | { atLeast: number }
}

export const msWords = (ms: number) => `${Math.round(ms)} ms`

/** A time beside another one. @param atMost - so many times as long */
export function besideMs(what: string, ours: number, other: number, atMost: number): Row {
  return { what, ours: msWords(ours), beside: msWords(other), ratio: ours / other, goal: { atMost } }
}

/** A figure beside what is allowed, both in the same words. */
export function allowed(what: string, value: number, most: number, words: (value: number) => string): Row {
  return {
    what,
    ours: words(value),
    beside: `${words(most)} allowed`,
    ratio: value / most,
    goal: { atMost: 1 },
  }
}

export interface Part {
  name: string
  rows: Row[]
}

export function holds({ ratio, goal }: Row): boolean {
  if (!goal) return true
  return 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast
}

export function goalWords({ goal }: Row): string {
  if (!goal) return ''
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
}
