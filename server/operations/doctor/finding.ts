/**
 * What a check has found. 'fine': nothing to do. 'look': the owner should know. 'lost': as it is, a booking could get
 * lost, or be made without the owner hearing of it.
 */
export interface Finding {
  level: 'fine' | 'look' | 'lost'
  what: string
  /** What to do about it. */
  todo?: string
}

export const fine = (what: string): Finding => ({ level: 'fine', what })
export const look = (what: string, todo: string): Finding => ({ level: 'look', what, todo })
export const lost = (what: string, todo: string): Finding => ({ level: 'lost', what, todo })

/** Of these findings those that hold; without any, that all is fine. */
export function thoseThatHold(
  findings: readonly (Finding | false | undefined)[],
  otherwise: string,
): Finding[] {
  const held = findings.filter((one) => one !== false && one !== undefined)
  return held.length > 0 ? held : [fine(otherwise)]
}
