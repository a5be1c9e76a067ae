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
