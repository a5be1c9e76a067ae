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

/** The kind of an error, for a sentence; its text may hold passwords. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const code =
    'code' in error ? error.code : cause instanceof Error && 'code' in cause ? cause.code : undefined
  const status = 'responseCode' in error ? error.responseCode : 'status' in error ? error.status : undefined
  return [code ?? error.name, status].filter((part) => part !== undefined).join(' ')
}
