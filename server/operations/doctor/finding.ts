/**
 * What a check has found. 'fine': nothing to do. 'warning': the owner should know. 'failure': as it is, a booking could
 * get lost, or be made without the owner hearing of it.
 */
export interface Finding {
  level: 'fine' | 'warning' | 'failure'
  what: string
  todo?: string
}

type Words = Required<Omit<Finding, 'level'>>

export const fine = (what: string): Finding => ({ level: 'fine', what })
export const warning = (words: Words): Finding => ({ level: 'warning', ...words })
export const failure = (words: Words): Finding => ({ level: 'failure', ...words })

/** Of these findings those that hold; without any, that all is fine. */
export function thoseThatHold(
  findings: readonly (Finding | false | undefined)[],
  otherwise: string,
): Finding[] {
  const held = findings.filter((one) => one !== false && one !== undefined)
  return held.length > 0 ? held : [fine(otherwise)]
}
