/** One line of the report: our figure next to another one. */
export interface Row {
  what: string
  /** Ours, with its unit. */
  ours: string
  /** A peer's figure from the same run, or a budget. */
  comparedWith?: string
  /** Ours divided by the other. */
  ratio?: number
  /** The limit of the ratio. A row without a goal is only informational. */
  goal?: { atMost: number } | { atLeast: number }
}

export const ms = (value: number) => `${Math.round(value)} ms`
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Compares a time with another one from the same run, which it may exceed `atMost` times. */
export function compareMs(what: string, ours: number, other: number, atMost: number): Row {
  return { what, ours: ms(ours), comparedWith: ms(other), ratio: ours / other, goal: { atMost } }
}

/** Compares a figure with a budget. */
export function budgetRow(what: string, value: number, most: number, unit: (value: number) => string): Row {
  return {
    what,
    ours: unit(value),
    comparedWith: `${unit(most)} allowed`,
    ratio: value / most,
    goal: { atMost: 1 },
  }
}

/** Compares Lighthouse's score with the full 100. */
export function scoreRow(what: string, score: number): Row {
  return { what, ours: String(score), comparedWith: '100', ratio: score / 100, goal: { atLeast: 1 } }
}

export function meetsGoal({ ratio, goal }: Row): boolean {
  if (!goal || ratio === undefined) return true
  return 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast
}
